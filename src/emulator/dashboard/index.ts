import { Hono } from "hono";
import { accountReached, authenticated } from "../middleware/auth";
import type { Env } from "../requests/env";
import type { World } from "../state/context";
import { destinationRoutes } from "./destinations";
import { notificationRoutes } from "./notifications";

/**
 * What people do in the dashboard, since the service has no API for it: specification, *Webhook
 * destination* and *Events*. It takes the same API keys as /v1.
 */
export function dashboard(world: World): Hono<Env> {
  const account = "/accounts/:account_id";
  const app = new Hono<Env>();
  app.use(authenticated(world.store));
  app.use(`${account}/*`, accountReached(world.store));
  app.route(account, destinationRoutes(world));
  app.route(account, notificationRoutes());
  return app;
}
