import type { EffectCounts } from "./repository-effect";

/** `1 repository`, `14 repositories` */
export const countOf = (count: number): string => `${String(count)} ${count === 1 ? "repository" : "repositories"}`;

/**
 * What a warning begins with, such as `weakens 12 of its 14 repositories (2 of them also strengthen), 1 unclassified`;
 * undefined where nothing weakens and nothing is unclassified. Terraform folds the warnings of one summary into one,
 * so that each must have its own.
 *
 * @param whose `its` for the repositories of a configuration
 */
export function verdictSummary(counts: Omit<EffectCounts, "strengthens">, whose?: "its"): string | undefined {
  const { all, weakens, unclassified, mixed } = counts;
  const many = (part: number): string => {
    if (whose === undefined) return countOf(part);
    return part === all ? `its ${countOf(all)}` : `${String(part)} of its ${countOf(all)}`;
  };
  if (weakens === 0) return unclassified === 0 ? undefined : `is unclassified for ${many(unclassified)}`;
  const also = mixed === 0 ? "" : ` (${mixed === weakens ? "all" : String(mixed)} of them also strengthen)`;
  return `weakens ${many(weakens)}${also}${unclassified === 0 ? "" : `, ${String(unclassified)} unclassified`}`;
}
