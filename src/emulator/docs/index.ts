import { Hono } from "hono";
import type { Env } from "../env";

/** The description of the interface, for machines and for people: specification, *Versioning*. */
export const docs = (): Hono<Env> => new Hono<Env>();
