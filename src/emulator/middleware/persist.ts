import type { MiddlewareHandler } from "hono";
import type { Env } from "../requests/env";
import type { EmulatorContext } from "../state/context";

/** Delays the response to a write until the state is on disk; responds 500 if it cannot be written. */
export const persist =
  ({ persist }: EmulatorContext): MiddlewareHandler<Env> =>
  async (c, next) => {
    await next();
    if (["GET", "HEAD", "OPTIONS"].includes(c.req.method) || c.res.status >= 400) return;
    try {
      await persist();
    } catch {
      c.res = undefined;
      c.res = c.json({ error: "the change took effect and could not be written to the data file" }, 500);
    }
  };
