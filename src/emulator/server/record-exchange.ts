import type { MiddlewareHandler } from "hono";
import type { OperationId } from "../../api/operations";
import type { Env } from "../http/read-request";

/** A request and its response, for conformance checks. */
export interface Exchange {
  /** Absent if the method and path match no operation. */
  readonly operationId?: OperationId;
  readonly method: string;
  /** The path as received, without the query. */
  readonly path: string;
  /** With the question mark; "" if there is none. */
  readonly query: string;
  readonly requestContentType?: string;
  /** The JSON body; absent if there was none or it was not JSON. */
  readonly requestBody?: unknown;
  readonly status: number;
  readonly responseContentType?: string;
  /** The text of the body; "" if there is none. */
  readonly responseBody: string;
}

export type OnExchange = (exchange: Exchange) => void;

/**
 * Adds every request to `requests` once its response is known.
 *
 * @param onExchange not called for responses that a fault altered
 */
export const recordExchange =
  (requests: RequestLog, onExchange?: OnExchange): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { method, path } = c.req;
    await next();
    const { search } = new URL(c.req.url);
    const { operationId, body, bodyBytes = 0, fault, status = c.res.status } = c.var;
    const request = {
      method,
      path,
      ...(search === "" ? {} : { query: search }),
      status,
      ...(fault === undefined ? {} : { fault }),
      ...(body === undefined ? {} : { body }),
    };
    requests.add(request, bodyBytes);
    if (onExchange === undefined || fault !== undefined) return;
    const requestContentType = c.req.header("content-type");
    const responseContentType = c.res.headers.get("content-type");
    onExchange({
      ...(operationId === undefined ? {} : { operationId }),
      method,
      path,
      query: search,
      ...(requestContentType === undefined ? {} : { requestContentType }),
      ...(body === undefined ? {} : { requestBody: body }),
      status,
      ...(responseContentType === null ? {} : { responseContentType }),
      responseBody: await c.res.clone().text(),
    });
  };

/** A request and its response status. Headers are not recorded, since they contain the key. */
export interface ReceivedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** With the question mark; absent if there is none. */
  readonly query?: string;
  /** 0 if a fault reset the connection before a response. */
  readonly status: number;
  /** The fault that altered the response. */
  readonly fault?: string;
  /** The JSON body; absent if there was none or it was not JSON. */
  readonly body?: unknown;
}

const maxRequests = 10_000;
const maxBytes = 64 * 1024 * 1024;

/** The latest requests in order of their responses, limited in number and size. */
export class RequestLog {
  /** A live list: the same array for the whole lifetime. */
  readonly items: ReceivedRequest[] = [];
  readonly #sizes: number[] = [];
  #bytes = 0;

  /** @param bytes the size of the body */
  add(request: ReceivedRequest, bytes: number): void {
    this.items.push(request);
    this.#sizes.push(bytes);
    this.#bytes += bytes;
    while (this.items.length > maxRequests || this.#bytes > maxBytes) {
      this.items.shift();
      this.#bytes -= this.#sizes.shift() ?? 0;
    }
  }

  clear(): void {
    this.items.length = 0;
    this.#sizes.length = 0;
    this.#bytes = 0;
  }
}
