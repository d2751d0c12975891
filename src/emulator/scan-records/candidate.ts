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
