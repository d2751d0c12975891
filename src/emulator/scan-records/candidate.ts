/** Something that there is to be found in a change, by an analyzer or by a code policy. */
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

/** Who finds a candidate, as a text that no other one has. */
export const candidateSource = ({ analyzer, policy }: Candidate): string =>
  policy === undefined ? `analyzer ${analyzer}` : `policy ${policy}`;
