import { Hono } from "hono";
import type { Env } from "../env";
import type { World } from "../world";
import { behaviourControl } from "./behaviour";
import { scanControl } from "./scans";
import { webhookControl } from "./webhooks";

/** What no service offers: a way to make things happen in the emulator. Needs no key. */
export const control = (world: World): Hono<Env> =>
  new Hono<Env>().route("/", behaviourControl(world)).route("/", scanControl(world)).route("/", webhookControl(world));
