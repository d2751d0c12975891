import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Env } from "../requests/env";

/**
 * Responds 403 to a request that a browser sends for a page of another origin: any page may send one without
 * a body, and could reset an emulator on its visitor's machine. Other clients send neither header.
 */
export const sameOrigin: MiddlewareHandler<Env> = async (c, next) => {
  const { host } = new URL(c.req.url);
  const origin = c.req.header("origin");
  const foreign = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
  if (foreign || c.req.header("sec-fetch-site") === "cross-site")
    throw new HTTPException(403, { message: "pages of another origin cannot use this" });
  return next();
};
