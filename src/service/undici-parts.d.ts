/** Parts of undici without types for their paths. */
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";

  export = Pool;
}

declare module "undici/lib/core/connect.js" {
  import type { Socket } from "node:net";
  import type { buildConnector } from "undici";

  /** The connector returns its socket, which is not connected yet. */
  function connector(options?: buildConnector.BuildOptions): (...given: Parameters<buildConnector.connector>) => Socket;
  export = connector;
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";

  /** `Dispatcher.request`, which the full undici adds to every dispatcher. */
  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  export = request;
}

declare module "undici/lib/core/errors.js" {
  import { errors } from "undici";

  export = errors;
}
