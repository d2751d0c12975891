import type { Handlers } from "../protocol/service";
import type { Provider } from "../provider";
import { applyResourceChange } from "./apply-resource-change";
import { callFunction } from "./call-function";
import { closeEphemeralResource, renewEphemeralResource } from "./keep-ephemeral-resource";
import { configureProvider } from "./configure-provider";
import { getFunctions } from "./get-functions";
import { getMetadata } from "./get-metadata";
import { getProviderSchema } from "./get-provider-schema";
import { getResourceIdentitySchemas } from "./get-resource-identity-schemas";
import { ConnectionState } from "./connection-state";
import { importResourceState } from "./import-resource-state";
import { moveResourceState } from "./move-resource-state";
import { openEphemeralResource } from "./open-ephemeral-resource";
import { planResourceChange } from "./plan-resource-change";
import { readDataSource } from "./read-data-source";
import { readResource } from "./read-resource";
import { stopProvider } from "./stop-provider";
import { upgradeResourceIdentity } from "./upgrade-resource-identity";
import { upgradeResourceState } from "./upgrade-resource-state";
import { validateDataResourceConfig } from "./validate-data-resource-config";
import { validateEphemeralResourceConfig } from "./validate-ephemeral-resource-config";
import { validateProviderConfig } from "./validate-provider-config";
import { validateResourceConfig } from "./validate-resource-config";

/** The handlers of all RPCs for one connection. Defects are thrown to the caller. */
export function handlersOf(provider: Provider): Handlers {
  const connection = new ConnectionState();
  return {
    GetMetadata: getMetadata(provider),
    GetProviderSchema: getProviderSchema(provider),
    GetResourceIdentitySchemas: getResourceIdentitySchemas(provider),
    ValidateProviderConfig: validateProviderConfig(provider),
    ValidateResourceConfig: validateResourceConfig(provider),
    ValidateDataResourceConfig: validateDataResourceConfig(provider),
    UpgradeResourceState: upgradeResourceState(provider),
    UpgradeResourceIdentity: upgradeResourceIdentity(provider),
    ConfigureProvider: configureProvider(provider, connection),
    ReadResource: readResource(provider, connection),
    PlanResourceChange: planResourceChange(provider, connection),
    ApplyResourceChange: applyResourceChange(provider, connection),
    ImportResourceState: importResourceState(provider, connection),
    MoveResourceState: moveResourceState(provider),
    ReadDataSource: readDataSource(provider, connection),
    ValidateEphemeralResourceConfig: validateEphemeralResourceConfig(provider),
    OpenEphemeralResource: openEphemeralResource(provider, connection),
    RenewEphemeralResource: renewEphemeralResource(provider),
    CloseEphemeralResource: closeEphemeralResource(provider),
    GetFunctions: getFunctions(provider),
    CallFunction: callFunction(provider),
    StopProvider: stopProvider(connection),
  };
}
