import { Hono } from "hono";
import type { Env } from "../requests/env";
import type { World } from "../state/context";
import { behaviourControl } from "./behaviour";
import { scanControl } from "./scans";
import { webhookControl } from "./webhooks";

/** What no service offers: a way to make things happen in the emulator. Needs no key. */
export function control(world: World): Hono<Env> {
  const app = new Hono<Env>();
  for (const part of [behaviourControl, scanControl, webhookControl]) app.route("/", part(world));
  return app;
}
