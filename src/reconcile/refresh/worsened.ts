import type { LeafVerdict } from "../../model/leaf-verdict";
import { listed } from "../../model/suggest";
import type { Effect } from "../plan/effects";

/** What is remembered of an effect that was reviewed. */
export interface ReviewedEffect {
  readonly changes: readonly { readonly path: string; readonly verdict: LeafVerdict }[];
  readonly repositories: readonly { readonly repository: { readonly id: string } }[];
}

/**
 * What weakens now, or is less known, beyond what was reviewed, in words; nothing where every repository is at
 * least as well off as the reviewer was told. It may be better off.
 */
export function worsened(reviewed: readonly ReviewedEffect[], now: readonly Effect[]): readonly string[] {
  const known = new Map(
    reviewed.flatMap((effect) => effect.repositories.map(({ repository }) => [repository.id, effect] as const)),
  );
  return now.flatMap(({ changes, repositories, from, to }) => {
    const worse = repositories.flatMap(({ repository }) => {
      const before = known.get(repository.id)?.changes ?? [];
      return changes.some((each) => isWorse(each, before)) ? [repository.name ?? repository.id] : [];
    });
    if (worse.length === 0) return [];
    const paths = changes.filter((each) => each.verdict === "weaker" || each.verdict === "unclassified");
    const [old, next] = [nameOf(from), nameOf(to)];
    const where = old === next ? old : `${old} -> ${next}`;
    return [
      `${listed(worse)}: more is weaker or unknown than was reviewed (${where}: ${listed(paths.map(({ path }) => path))})`,
    ];
  });
}

function isWorse(
  { path, verdict }: { readonly path: string; readonly verdict: LeafVerdict },
  reviewed: ReviewedEffect["changes"],
): boolean {
  if (verdict !== "weaker" && verdict !== "unclassified") return false;
  const before = reviewed.find((each) => each.path === path)?.verdict;
  return verdict === "weaker" ? before !== "weaker" : before !== "weaker" && before !== "unclassified";
}

const nameOf = (side: Effect["from"]): string => (side === null ? "none" : (side.name ?? side.id ?? "new"));
