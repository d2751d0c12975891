/**
 * How an update merges into existing settings. `deep`: leaf by leaf; `entries`: whole analyzers; `shallow`: whole
 * top-level settings.
 */
export const merging = ["deep", "entries", "shallow"] as const;
export type Merging = (typeof merging)[number];

/**
 * The known behaviour of a service where the specification is open: DESIGN, *Undocumented behaviour*. An absent field
 * is unknown.
 */
export interface Semantics {
  readonly patchMerge?: Merging;
  readonly bulkMerge?: Merging;
  /** What PUT does with omitted settings, and inside given ones. */
  readonly put?: "replaces" | "keeps" | "merges";
  /** The service adds settings that nobody wrote. */
  readonly fillsIn?: boolean;
}
