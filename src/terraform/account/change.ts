import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";

/** What the service held of a configuration when the user reviewed the plan. */
export interface Prior extends Pick<DesiredConfiguration, "name" | "settings"> {
  /** `settings` has all its analyzers but those that the service is known to fill in, which are named here. */
  readonly exclusiveBut?: ReadonlySet<string>;
  /** All its settings, declared or not. */
  readonly seen?: Settings;
  /** The repositories that had it. */
  readonly holders?: ReadonlySet<string>;
}

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
  | {
      readonly kind: "assignment";
      /** Repositories and the configuration that each is to have. */
      readonly assigned: ReadonlyMap<RepositoryId, ConfigurationId>;
      /** The configurations that repositories had when the user reviewed the plan; undefined for none. */
      readonly places?: ReadonlyMap<RepositoryId, ConfigurationId | undefined>;
    }
);

/** The result of one change. */
export interface ChangeResult {
  /** The configuration as read back or as known; absent when there is none. */
  readonly live?: Configuration;
  /** The configuration before; absent where it was created. */
  readonly before?: Configuration;
  /** The id, known also when the configuration could not be read back. */
  readonly id?: ConfigurationId;
  /** Empty after success. */
  readonly diagnostics: readonly Diagnostic[];
}
