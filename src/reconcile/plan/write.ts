import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import type { ConfigurationBody } from "../ports";

/** One request that changes something, before it has its place among the others. */
export type WriteDraft = {
  /** The declared things that it carries changes of. */
  readonly carries: readonly Address[];
} & (
  | { readonly kind: "create"; readonly body: ConfigurationBody }
  | { readonly kind: "put" | "patch"; readonly configuration: ConfigurationId; readonly body: ConfigurationBody }
  | { readonly kind: "bulk"; readonly configurations: readonly ConfigurationId[]; readonly updates: Settings }
  | {
      readonly kind: "assign";
      readonly configuration: ConfigurationId;
      readonly repositories: readonly RepositoryId[];
    }
  | { readonly kind: "delete"; readonly configuration: ConfigurationId }
);

/** One request that changes something. */
export type Write = WriteDraft & {
  /** Its place in the list of writes. */
  readonly id: number;
  /** The writes that must have succeeded before it is sent; all of them stand before it. */
  readonly after: readonly number[];
};
