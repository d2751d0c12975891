import type { Handlers } from "../protocol/service";
import type { Provider } from "../provider";
import { applyResourceChange, planResourceChange } from "./resource-change";
import { callFunction, configureProvider, stopProvider, validateProviderConfig } from "./provider";
import {
  closeEphemeralResource,
  openEphemeralResource,
  readDataSource,
  renewEphemeralResource,
  validateDataResourceConfig,
  validateEphemeralResourceConfig,
} from "./data-source";
import { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } from "./describe-provider";
import { ConnectionState } from "./answer";
import { importResourceState, readResource, validateResourceConfig } from "./resource";
import { moveResourceState, upgradeResourceIdentity, upgradeResourceState } from "./upgrade";

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
