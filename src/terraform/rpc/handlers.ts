import type { Handlers } from "../protocol/service";
import type { Provider } from "../provider";
import { ConnectionState } from "./answer";
import { keepEphemeralResource, openEphemeralResource, readDataSource } from "./data-source";
import { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } from "./describe-provider";
import { callFunction, configureProvider, stopProvider, validateProviderConfig } from "./provider";
import {
  importResourceState,
  moveResourceState,
  readResource,
  upgradeResourceIdentity,
  upgradeResourceState,
  validateConfig,
} from "./resource";
import { applyResourceChange, planResourceChange } from "./resource-change";

/** The handlers of all RPCs for one connection. Defects are thrown to the caller. */
export function handlersOf(provider: Provider): Handlers {
  const connection = new ConnectionState();
  return {
    GetMetadata: getMetadata(provider),
    GetProviderSchema: getProviderSchema(provider),
    GetResourceIdentitySchemas: getResourceIdentitySchemas(provider),
    ValidateProviderConfig: validateProviderConfig(provider),
    ValidateResourceConfig: validateConfig(provider.resources),
    ValidateDataResourceConfig: validateConfig(provider.dataSources),
    UpgradeResourceState: upgradeResourceState(provider),
    UpgradeResourceIdentity: upgradeResourceIdentity(provider),
    ConfigureProvider: configureProvider(provider, connection),
    ReadResource: readResource(provider, connection),
    PlanResourceChange: planResourceChange(provider, connection),
    ApplyResourceChange: applyResourceChange(provider, connection),
    ImportResourceState: importResourceState(provider, connection),
    MoveResourceState: moveResourceState(provider),
    ReadDataSource: readDataSource(provider, connection),
    ValidateEphemeralResourceConfig: validateConfig(provider.ephemeralResources),
    OpenEphemeralResource: openEphemeralResource(provider, connection),
    RenewEphemeralResource: keepEphemeralResource(provider),
    CloseEphemeralResource: keepEphemeralResource(provider),
    GetFunctions: getFunctions(provider),
    CallFunction: callFunction(provider),
    StopProvider: stopProvider(connection),
  };
}
