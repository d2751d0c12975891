import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Session } from "./account/session";
import type { ProviderFunction } from "./functions/function";
import type { ResourceIdentity } from "./identity/resource-identity";
import type { DataSourceType, EphemeralResourceType, ResourceType } from "./resource";
import type { Schema } from "./schema/schema";
import type { ObjectValue } from "./values/value";

/** The provider without the protocol. */
export interface Provider {
  readonly block: Schema;
  readonly resources: Readonly<Record<string, ResourceType>>;
  /** By the type of the resource. */
  readonly identities: Readonly<Record<string, ResourceIdentity>>;
  readonly dataSources: Readonly<Record<string, DataSourceType>>;
  readonly ephemeralResources: Readonly<Record<string, EphemeralResourceType>>;
  readonly functions: Readonly<Record<string, ProviderFunction>>;
  validate(config: ObjectValue): readonly Diagnostic[];
  /**
   * @param config the provider block; some values may not be known yet
   * @param stop aborted when terraform is asked to stop
   * @returns no session while something that it needs is not known, or when it cannot be made
   */
  configure(
    config: ObjectValue,
    stop: AbortSignal,
  ): Promise<{ readonly session?: Session; readonly diagnostics: readonly Diagnostic[] }>;
}
