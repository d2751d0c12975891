import { Hono } from "hono";
import type { Env } from "../requests/env";
import type { EmulatorContext } from "../state/context";
import { behaviourRoutes } from "./behaviour";
import { scanRoutes } from "./scans";
import { webhookRoutes } from "./webhooks";

/** The control interface, which the real service lacks. Requires no API key. */
export function controlRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  for (const part of [behaviourRoutes, scanRoutes, webhookRoutes]) app.route("/", part(context));
  return app;
}
