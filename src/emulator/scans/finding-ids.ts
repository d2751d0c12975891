import { stableId } from "../support/deterministic";

/** A potential finding in a change, detectable by an analyzer or a code policy. */
export type Candidate = {
  readonly severity: string;
  readonly type: string;
  readonly description: string;
  readonly filename: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly label?: string | undefined;
} & (
  | { readonly analyzer: string; readonly policy?: undefined }
  | { readonly policy: string; readonly analyzer?: undefined }
);

/** A unique key of the analyzer or policy that finds a candidate. */
export const candidateSource = ({ analyzer, policy }: Candidate): string =>
  policy === undefined ? `analyzer ${analyzer}` : `policy ${policy}`;

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
