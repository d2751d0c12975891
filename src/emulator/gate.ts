import type { MiddlewareHandler } from "hono";
import type { Env } from "./env";
import { notFound } from "./operation";
import type { Store } from "./store";

/** 401 unless the request carries a key: specification, *Authentication*. */
export const authenticated =
  (store: Store): MiddlewareHandler<Env> =>
  async (c, next) => {
    const key = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const accounts = key === undefined ? undefined : store.reachedBy(key);
    if (accounts === undefined)
      return c.json({ error: "the API key is missing or not valid" }, 401, { "WWW-Authenticate": "Bearer" });
    c.set("accounts", accounts);
    return next();
  };

/** 404 for an account that the key does not reach, as for one that does not exist. */
export const accountReached: MiddlewareHandler<Env> = async (c, next) => {
  const id = c.req.param("account_id");
  const reached = c.var.accounts.find(({ account }) => account.account_id === id);
  if (reached === undefined) throw notFound();
  c.set("account", reached);
  return next();
};
