/**
 * How an update treats what is there already.
 * `deep`: leaf by leaf; `entries`: analyzer by analyzer, each of them whole; `shallow`: each top-level
 * setting whole.
 */
export const merging = ["deep", "entries", "shallow"] as const;
export type Merging = (typeof merging)[number];

/**
 * What is known of how a service reads what the specification leaves open: DESIGN, *Undocumented
 * behaviour*. An absent answer is one that nobody knows.
 */
export interface Semantics {
  readonly patchMerge?: Merging;
  readonly bulkMerge?: Merging;
  /** What PUT does with settings that it leaves out, and inside those that it gives. */
  readonly put?: "replaces" | "keeps" | "merges";
  /** Settings that nobody gave are there all the same. */
  readonly fillsIn?: boolean;
}
