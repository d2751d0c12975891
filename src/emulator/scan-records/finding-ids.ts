import { stableId } from "../deterministic/stable-id";

/**
 * The ids of findings, in their order: the same on every run, and in every scan of the same series. Two
 * that are alike are told apart by their order.
 *
 * @param series of the scan, with the repository's id in it
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
