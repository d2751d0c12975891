import { type Context, Hono } from "hono";
import { type Env, orNotFound, readJson, rejectOtherMethods, unprocessable } from "../http/read-request";
import { faultsInput } from "../profile/faults";
import { defaultProfile, profileInput } from "../profile/profile";
import { insightsResponse } from "../scans/responses";
import { authenticateUser } from "../server/access";
import type { EmulatorContext } from "../state/context";
import { jsonStream } from "../support/json-stream";
import type { Input } from "../support/problems";
import { sendDigest } from "../webhooks/notify";
import { scanRoutes } from "./control-scans";

/** The control interface, which the real service lacks. Every API key may use all of it. */
export function controlRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.use(authenticateUser(context.store));
  for (const part of [behaviourRoutes, scanRoutes, webhookRoutes]) app.route("/", part(context));
  return rejectOtherMethods(app);
}

/** The control endpoints for profile, faults, recorded requests and state. */
function behaviourRoutes({ profile, faults, requests, reset, snapshot }: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/profile", (c) => c.json(profile.current));
  app.put("/profile", async (c) => {
    profile.current = { ...defaultProfile, ...(await readInput(c, profileInput)) };
    return c.json(profile.current);
  });
  app.patch("/profile", async (c) => {
    const given = await readInput(c, profileInput);
    profile.current = { ...profile.current, ...given };
    return c.json(profile.current);
  });
  app.get("/faults", (c) => c.json(faults.current));
  app.put("/faults", async (c) => {
    faults.set(await readInput(c, faultsInput));
    return c.json(faults.current);
  });
  app.delete("/faults", (c) => {
    faults.set([]);
    return c.body(null, 204);
  });
  app.get("/requests", () => jsonStream({ data: requests.items.slice() }, 2));
  app.delete("/requests", (c) => {
    requests.clear();
    return c.body(null, 204);
  });
  app.post("/reset", (c) => {
    reset();
    return c.body(null, 204);
  });
  // streamed down to the items of an account's lists
  app.get("/seed", () => jsonStream({ ...snapshot(), keys: {} }, 5));
  return app;
}

/** @throws as `readJson`, and 422 with the path of each problem */
async function readInput<T>(c: Context<Env>, input: Input<T>): Promise<T> {
  const value = await readJson(c);
  const problems = input.problems(value);
  if (problems.length > 0) throw unprocessable(problems);
  return value as T;
}

/** The control endpoints that send the daily digest and await running deliveries. */
function webhookRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.post("/accounts/:account_id/digest", async (c) => {
    const account = orNotFound(context.store.find(c.req.param("account_id")));
    return c.json({ data: await sendDigest(context, account, insightsResponse(account, undefined)) });
  });
  app.post("/webhooks/settle", async (c) => {
    await context.deliveryQueue.settle();
    return c.body(null, 204);
  });
  return app;
}
