import type { Context } from "hono";
import type { Env } from "../requests/env";

/** Responds 405 with the allowed methods. */
export const methodNotAllowed =
  (methods: string) =>
  (c: Context<Env>): Response =>
    c.json({ error: `only ${methods} can be used here` }, 405, { Allow: methods });
