import type { Context } from "hono";
import type { Env } from "../requests/env";

/** 405 for every method that a path does not take. */
export const methodNotAllowed =
  (methods: string) =>
  (c: Context<Env>): Response =>
    c.json({ error: `only ${methods} can be used here` }, 405, { Allow: methods });
