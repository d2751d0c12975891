/** Parts of undici that its own types do not name by where they are. */
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";

  export = Pool;
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";

  /** `Dispatcher.request`, which undici as a whole puts into every dispatcher. */
  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  export = request;
}

declare module "undici/lib/core/errors.js" {
  import { errors } from "undici";

  export = errors;
}
