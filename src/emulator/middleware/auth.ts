import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Env } from "../requests/env";
import { notFound } from "../requests/http-errors";
import type { Store } from "../state/store";

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
      throw store.has(id) ? new HTTPException(403, { message: "the key does not reach this account" }) : notFound();
    c.set("account", reached);
    return next();
  };
