import type { MiddlewareHandler } from "hono";
import type { Operation } from "../../api/operation";
import { type OperationId, operations } from "../../api/operations";
import { groupBy } from "../../model/group-by";
import type { Env } from "../http/read-request";
import type { RequestLog } from "../state/context";

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
    const operationId = matchOperation(method, path);
    if (operationId !== undefined) c.set("operationId", operationId);
    await next();
    const { search } = new URL(c.req.url);
    const { body, bodyBytes = 0, fault, status = c.res.status } = c.var;
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

interface Route {
  readonly form: RegExp;
  readonly ids: ReadonlyMap<string, OperationId>;
}

const parameters = (path: string): number => path.split("{").length;

/** The routes by path, most specific first: those with the fewest parameters. */
const routes: readonly Route[] = [...groupBy(Object.entries<Operation>(operations), ([, { path }]) => path)]
  .toSorted(([left], [right]) => parameters(left) - parameters(right))
  .map(([path, offered]) => ({
    form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    ids: new Map(offered.map(([id, { method }]) => [method, id as OperationId])),
  }));

/** The operation that a method and a path belong to, or undefined. */
const matchOperation = (method: string, path: string): OperationId | undefined =>
  routes.find(({ form }) => form.test(path))?.ids.get(method === "HEAD" ? "GET" : method);
