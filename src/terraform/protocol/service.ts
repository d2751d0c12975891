import type { Received, Sent } from "./message";
import {
  applyResourceChange,
  closeEphemeralResource,
  importResourceState,
  moveResourceState,
  openEphemeralResource,
  planResourceChange,
  readDataSource,
  readResource,
  renewEphemeralResource,
  upgradeResourceState,
  validateDataResourceConfig,
  validateEphemeralResourceConfig,
  validateResourceConfig,
} from "./object-messages";
import {
  callFunction,
  configureProvider,
  getFunctions,
  getMetadata,
  getProviderSchema,
  getResourceIdentitySchemas,
  stopProvider,
  upgradeResourceIdentity,
  validateProviderConfig,
} from "./provider-messages";

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
