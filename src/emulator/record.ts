import type { MiddlewareHandler } from "hono";
import type { Env } from "./env";

/** A request that was answered. Headers are not kept, since the key is one. */
export interface ReceivedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** With its question mark; absent when there is none. */
  readonly query?: string;
  readonly status: number;
  /** The JSON body; absent when there was none or it was not JSON. */
  readonly body?: unknown;
}

/** Adds every request to `requests` once its answer is known. */
export const recordedIn =
  (requests: ReceivedRequest[]): MiddlewareHandler<Env> =>
  async (c, next) => {
    await next();
    const { search } = new URL(c.req.url);
    const { body } = c.var;
    requests.push({
      method: c.req.method,
      path: c.req.path,
      ...(search === "" ? {} : { query: search }),
      status: c.res.status,
      ...(body === undefined ? {} : { body }),
    });
  };
