import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { isOwnHost, type ListeningAddress, ownHostsText } from "../addresses/own-host";
import type { Env } from "../requests/env";

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
