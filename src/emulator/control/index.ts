import { Hono } from "hono";
import { authenticateUser } from "../middleware/auth";
import type { Env } from "../requests/env";
import type { EmulatorContext } from "../state/context";
import { behaviourRoutes } from "./behaviour";
import { scanRoutes } from "./scans";
import { webhookRoutes } from "./webhooks";

/** The control interface, which the real service lacks. Every API key may use all of it. */
export function controlRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.use(authenticateUser(context.store));
  for (const part of [behaviourRoutes, scanRoutes, webhookRoutes]) app.route("/", part(context));
  return app;
}
