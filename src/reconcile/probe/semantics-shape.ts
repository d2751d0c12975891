import { z } from "zod";
import { merging, type Semantics } from "../semantics";

/** The names in a file. */
const names = z.strictObject({
  patch_merge: z.enum(merging).optional(),
  bulk_merge: z.enum(merging).optional(),
  put: z.enum(["replaces", "keeps", "merges"]).optional(),
  fills_in: z.boolean().optional(),
});

/** A file that `scanform probe` wrote. @param version of the format; later ones under the same first number are read */
export const documentShape = (format: string, version: string) =>
  z.looseObject({
    format: z.literal(format),
    format_version: z.string().regex(/^1\./, `must be ${version}`),
    base_url: z.string(),
    account_id: z.string(),
    semantics: names,
  });

export const fromShape = ({ patch_merge, bulk_merge, put, fills_in }: z.infer<typeof names>): Semantics => ({
  ...(patch_merge === undefined ? {} : { patchMerge: patch_merge }),
  ...(bulk_merge === undefined ? {} : { bulkMerge: bulk_merge }),
  ...(put === undefined ? {} : { put }),
  ...(fills_in === undefined ? {} : { fillsIn: fills_in }),
});

export const toShape = ({ patchMerge, bulkMerge, put, fillsIn }: Semantics): z.infer<typeof names> => ({
  ...(patchMerge === undefined ? {} : { patch_merge: patchMerge }),
  ...(bulkMerge === undefined ? {} : { bulk_merge: bulkMerge }),
  ...(put === undefined ? {} : { put }),
  ...(fillsIn === undefined ? {} : { fills_in: fillsIn }),
});
