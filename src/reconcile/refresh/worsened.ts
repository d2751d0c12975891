import type { LeafVerdict } from "../../model/leaf-verdict";
import { listed } from "../../model/suggest";
import type { Effect } from "../plan/effects";

/** The stored part of a reviewed effect. */
export interface ReviewedEffect {
  readonly changes: readonly { readonly path: string; readonly verdict: LeafVerdict }[];
  readonly repositories: readonly { readonly repository: { readonly id: string } }[];
}

/**
 * The effects that are worse or less certain than reviewed, in words; empty when every repository is at least as well
 * off as the reviewer was told. An improvement is accepted.
 */
export function worsened(reviewed: readonly ReviewedEffect[], now: readonly Effect[]): readonly string[] {
  const known = new Map(
    reviewed.flatMap((effect) => effect.repositories.map(({ repository }) => [repository.id, effect] as const)),
  );
  return now.flatMap(({ changes, repositories, from, to }) => {
    const paths = new Set<string>();
    const worse = repositories.flatMap(({ repository }) => {
      const before = known.get(repository.id)?.changes ?? [];
      const found = changes.filter((each) => isWorse(each, before));
      for (const { path } of found) paths.add(path);
      return found.length > 0 ? [repository.name ?? repository.id] : [];
    });
    if (worse.length === 0) return [];
    const [old, next] = [nameOf(from), nameOf(to)];
    const where = old === next ? old : `${old} -> ${next}`;
    return [`${listed(worse)}: more is weaker or unknown than was reviewed (${where}: ${[...paths].join(", ")})`];
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

const nameOf = (side: Effect["from"]): string =>
  side === null ? "none" : JSON.stringify(side.name ?? side.id ?? "new");
