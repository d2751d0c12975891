import type { Received, Sent } from "./message";
import { readDataSource, validateDataResourceConfig } from "./messages/data-source";
import {
  closeEphemeralResource,
  openEphemeralResource,
  renewEphemeralResource,
  validateEphemeralResourceConfig,
} from "./messages/ephemeral";
import { callFunction, getFunctions } from "./messages/function";
import { getResourceIdentitySchemas, upgradeResourceIdentity } from "./messages/identity";
import {
  configureProvider,
  getMetadata,
  getProviderSchema,
  stopProvider,
  validateProviderConfig,
} from "./messages/provider";
import {
  applyResourceChange,
  importResourceState,
  moveResourceState,
  planResourceChange,
  readResource,
  upgradeResourceState,
  validateResourceConfig,
} from "./messages/resource";

/** The name of the service on the wire: a request is `/tfplugin6.Provider/NAME`. */
export const serviceName = "tfplugin6.Provider";

/** What terraform may ask of a provider in protocol 6. */
export const rpcs = {
  GetMetadata: getMetadata,
  GetProviderSchema: getProviderSchema,
  GetResourceIdentitySchemas: getResourceIdentitySchemas,
  ValidateProviderConfig: validateProviderConfig,
  ValidateResourceConfig: validateResourceConfig,
  ValidateDataResourceConfig: validateDataResourceConfig,
  UpgradeResourceState: upgradeResourceState,
  UpgradeResourceIdentity: upgradeResourceIdentity,
  ConfigureProvider: configureProvider,
  ReadResource: readResource,
  PlanResourceChange: planResourceChange,
  ApplyResourceChange: applyResourceChange,
  ImportResourceState: importResourceState,
  MoveResourceState: moveResourceState,
  ReadDataSource: readDataSource,
  ValidateEphemeralResourceConfig: validateEphemeralResourceConfig,
  OpenEphemeralResource: openEphemeralResource,
  RenewEphemeralResource: renewEphemeralResource,
  CloseEphemeralResource: closeEphemeralResource,
  GetFunctions: getFunctions,
  CallFunction: callFunction,
  StopProvider: stopProvider,
} as const;

export type Rpc = keyof typeof rpcs;
export type Request<R extends Rpc> = Received<(typeof rpcs)[R]["request"]>;
export type Response<R extends Rpc> = Sent<(typeof rpcs)[R]["response"]>;

export type Handler<R extends Rpc> = (request: Request<R>) => Promise<Response<R>>;

/** An RPC without a handler answers UNIMPLEMENTED, which terraform knows how to take. */
export type Handlers = { readonly [R in Rpc]?: Handler<R> };
