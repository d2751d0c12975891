import { Hono } from "hono";
import { authorizeAccount, authenticate } from "../middleware/auth";
import type { Env } from "../requests/env";
import type { EmulatorContext } from "../state/context";
import { destinationRoutes } from "./destinations";
import { notificationRoutes } from "./notifications";

/**
 * What people do in the dashboard, since the service has no API for it: specification, *Webhook
 * destination* and *Events*. It takes the same API keys as /v1.
 */
export function dashboardRoutes(context: EmulatorContext): Hono<Env> {
  const account = "/accounts/:account_id";
  const app = new Hono<Env>();
  app.use(authenticate(context.store));
  app.use(`${account}/*`, authorizeAccount(context.store));
  app.route(account, destinationRoutes(context));
  app.route(account, notificationRoutes());
  return app;
}
