import type { Handlers } from "../protocol/service";
import type { Provider } from "../provider";
import { applyResourceChange } from "./apply-resource-change";
import { callFunction } from "./call-function";
import { configureProvider } from "./configure-provider";
import { getFunctions } from "./get-functions";
import { getMetadata } from "./get-metadata";
import { getProviderSchema } from "./get-provider-schema";
import { getResourceIdentitySchemas } from "./get-resource-identity-schemas";
import { Held } from "./provider-state";
import { importResourceState } from "./import-resource-state";
import { moveResourceState } from "./move-resource-state";
import { planResourceChange } from "./plan-resource-change";
import { readDataSource } from "./read-data-source";
import { readResource } from "./read-resource";
import { stopProvider } from "./stop-provider";
import { upgradeResourceState } from "./upgrade-resource-state";
import { validateDataResourceConfig } from "./validate-data-resource-config";
import { validateProviderConfig } from "./validate-provider-config";
import { validateResourceConfig } from "./validate-resource-config";

/** All that terraform asks of a provider, for one process. What was thrown that is a defect is left to the caller. */
export function handlersOf(provider: Provider): Handlers {
  const held = new Held();
  return {
    GetMetadata: getMetadata(provider),
    GetProviderSchema: getProviderSchema(provider),
    GetResourceIdentitySchemas: getResourceIdentitySchemas(),
    ValidateProviderConfig: validateProviderConfig(provider),
    ValidateResourceConfig: validateResourceConfig(provider),
    ValidateDataResourceConfig: validateDataResourceConfig(provider),
    UpgradeResourceState: upgradeResourceState(provider),
    ConfigureProvider: configureProvider(provider, held),
    ReadResource: readResource(provider, held),
    PlanResourceChange: planResourceChange(provider, held),
    ApplyResourceChange: applyResourceChange(provider, held),
    ImportResourceState: importResourceState(provider, held),
    MoveResourceState: moveResourceState(provider),
    ReadDataSource: readDataSource(provider, held),
    GetFunctions: getFunctions(provider),
    CallFunction: callFunction(provider),
    StopProvider: stopProvider(held),
  };
}
