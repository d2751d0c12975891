import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import type { ConfigurationId, RepositoryId } from "../../model/ids";

/** The declared part of a configuration by its prior state: what the service held when the user reviewed the plan. */
export type Prior = Pick<DesiredConfiguration, "name" | "settings">;

/** A change that Terraform asks for. Several changes may share a request. */
export type Change = {
  /** How long to wait until the service shows it, in milliseconds; without it: a few seconds. */
  readonly timeout?: number;
} & (
  | {
      readonly kind: "configuration";
      /** With an `id` when it exists. The batch assigns the address. */
      readonly declared: Omit<DesiredConfiguration, "address">;
      /** For a create: the live configuration that the plan announced to adopt. */
      readonly adopts?: ConfigurationId;
      readonly prior?: Prior;
    }
  | { readonly kind: "deletion"; readonly id: ConfigurationId; readonly prior?: Prior }
  /** Repositories and the configuration that each is to have. */
  | { readonly kind: "assignment"; readonly assigned: ReadonlyMap<RepositoryId, ConfigurationId> }
);

/** The result of one change. */
export interface ChangeResult {
  /** The configuration as read back or as known; absent when there is none. */
  readonly live?: Configuration;
  /** The id, known also when the configuration could not be read back. */
  readonly id?: ConfigurationId;
  /** Empty after success. */
  readonly diagnostics: readonly Diagnostic[];
}
