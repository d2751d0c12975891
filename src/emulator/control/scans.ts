import { Hono } from "hono";
import type { Env } from "../env";
import type { World } from "../world";

export const scanControl = (_world: World): Hono<Env> => new Hono<Env>();
