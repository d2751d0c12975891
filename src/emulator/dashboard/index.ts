import { Hono } from "hono";
import type { Env } from "../env";
import type { World } from "../world";

/** What people do in the dashboard, since the service has no API for it: specification, *Webhook destination*. */
export const dashboard = (_world: World): Hono<Env> => new Hono<Env>();
