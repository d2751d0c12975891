import { stableId } from "../deterministic/stable-id";

/**
 * Derives the ids of findings: the same on every run and in every scan of the series. Identical findings are
 * numbered in their order.
 *
 * @param series the key of the scan's series, which includes the repository's id
 */
export function findingIds<T>(
  series: string,
  findings: readonly T[],
  identityOf: (finding: T) => string,
): readonly string[] {
  const times = new Map<string, number>();
  return findings.map((finding) => {
    const identity = identityOf(finding);
    const nth = (times.get(identity) ?? 0) + 1;
    times.set(identity, nth);
    return stableId(`finding ${series} ${identity} ${String(nth)}`);
  });
}
