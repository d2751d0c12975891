import { Hono } from "hono";
import { authenticateUser, authorizeAccount } from "../middleware/auth";
import type { Env } from "../requests/env";
import type { EmulatorContext } from "../state/context";
import { destinationRoutes } from "./destinations";
import { notificationRoutes } from "./notifications";

/**
 * The actions of the dashboard, for which the service has no API: specification, *Webhook destination* and
 * *Events*. Requires the same API keys as /v1.
 */
export function dashboardRoutes(context: EmulatorContext): Hono<Env> {
  const account = "/accounts/:account_id";
  const app = new Hono<Env>();
  app.use(authenticateUser(context.store));
  app.use(`${account}/*`, authorizeAccount(context.store));
  app.route(account, destinationRoutes(context));
  app.route(account, notificationRoutes());
  return app;
}
