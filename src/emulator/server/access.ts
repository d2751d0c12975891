import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { type Env, notFound } from "../http/read-request";
import type { Store } from "../state/store";
import { isOwnHost, type ListeningAddress, ownHostsText } from "../support/addresses";

/**
 * Responds 403 to a request that a browser sends for a page of another origin, and to one that names another host.
 * Any page may send requests to its visitor's machine; with DNS rebinding it may read the responses too. Other clients
 * send neither Origin nor Sec-Fetch-Site.
 *
 * @param listening where the emulator listens, known once it does
 */
export const refuseForeign =
  (listening: () => ListeningAddress): MiddlewareHandler<Env> =>
  async (c, next) => {
    const at = listening();
    const { host, origin } = new URL(c.req.url);
    // a request target may be a whole URL, which then names the host instead of the header
    if (![c.req.header("host") ?? "", host].every((each) => isOwnHost(each, at)))
      throw new HTTPException(403, {
        message: `this emulator listens on ${at.host}:${String(at.port)} and the Host header names another: ask it ${ownHostsText(at)}`,
      });
    const from = c.req.header("origin");
    if ((from !== undefined && from !== origin) || c.req.header("sec-fetch-site") === "cross-site")
      throw new HTTPException(403, { message: "pages of another origin cannot use this" });
    return next();
  };

/**
 * Responds 401 to a request without a valid key: specification, *Authentication*.
 *
 * @param error the error of that response
 */
export const authenticate =
  (store: Store, error = "the API key is missing or not valid"): MiddlewareHandler<Env> =>
  async (c, next) => {
    const key = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const accounts = key === undefined ? undefined : store.accountsOfKey(key);
    if (accounts === undefined) return c.json({ error }, 401, { "WWW-Authenticate": "Bearer" });
    c.set("accounts", accounts);
    return next();
  };

/** The same for the paths that the real service lacks. */
export const authenticateUser = (store: Store): MiddlewareHandler<Env> =>
  authenticate(
    store,
    "send the header `Authorization: Bearer KEY` with one of the emulator's keys: `scanform emulator` printed them when it started",
  );

/** Responds 403 for an account that the key cannot access, 404 for one that does not exist. */
export const authorizeAccount =
  (store: Store): MiddlewareHandler<Env> =>
  async (c, next) => {
    const id = c.req.param("account_id") ?? "";
    const reached = c.var.accounts.find(({ account }) => account.account_id === id);
    if (reached === undefined)
      throw store.find(id) === undefined
        ? notFound()
        : new HTTPException(403, { message: "the key does not reach this account" });
    c.set("account", reached);
    return next();
  };
