import { Hono } from "hono";
import type { Env } from "../env";
import type { World } from "../world";

export const behaviourControl = (_world: World): Hono<Env> => new Hono<Env>();
