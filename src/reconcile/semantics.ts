import { z } from "zod";

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

/** The names in a file. */
export const semanticsShape = z.strictObject({
  patch_merge: z.enum(merging).optional(),
  bulk_merge: z.enum(merging).optional(),
  put: z.enum(["replaces", "keeps", "merges"]).optional(),
  fills_in: z.boolean().optional(),
});

export const fromShape = ({ patch_merge, bulk_merge, put, fills_in }: z.infer<typeof semanticsShape>): Semantics => ({
  ...(patch_merge === undefined ? {} : { patchMerge: patch_merge }),
  ...(bulk_merge === undefined ? {} : { bulkMerge: bulk_merge }),
  ...(put === undefined ? {} : { put }),
  ...(fills_in === undefined ? {} : { fillsIn: fills_in }),
});

export const toShape = ({ patchMerge, bulkMerge, put, fillsIn }: Semantics): z.infer<typeof semanticsShape> => ({
  ...(patchMerge === undefined ? {} : { patch_merge: patchMerge }),
  ...(bulkMerge === undefined ? {} : { bulk_merge: bulkMerge }),
  ...(put === undefined ? {} : { put }),
  ...(fillsIn === undefined ? {} : { fills_in: fillsIn }),
});
