import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import type { ConfigurationId, RepositoryId } from "../../model/ids";

/** One thing that terraform wants to be so; several of them may go in one request. */
export type Change =
  | {
      readonly kind: "configuration";
      /** With its `id` when it exists. Its address is made by whoever gathers. */
      readonly declared: Omit<DesiredConfiguration, "address">;
      /** When it is created: the live one of that name that the plan has said is taken over. */
      readonly adopts?: ConfigurationId;
    }
  | { readonly kind: "deletion"; readonly id: ConfigurationId }
  /** Repositories and the configuration that each is to have. */
  | { readonly kind: "assignment"; readonly assigned: ReadonlyMap<RepositoryId, ConfigurationId> };

/** What became of one change. */
export interface ChangeResult {
  /** The configuration as it was read back, or is known to be; absent when there is none. */
  readonly live?: Configuration;
  /** Its id, which is known even where it could not be read back. */
  readonly id?: ConfigurationId;
  /** Empty when it is as it should be. */
  readonly diagnostics: readonly Diagnostic[];
}
