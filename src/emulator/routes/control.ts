import { Hono } from "hono";
import type { Insights } from "../../model/scans";
import { type Env, methodNotAllowed, notFound, readJson, unprocessable } from "../http/read-request";
import { type Fault, faultProblems } from "../profile/faults";
import { defaultProfile, type Profile, profileProblems } from "../profile/profile";
import { formatInsightsDate } from "../scans/assumptions";
import { authenticateUser } from "../server/access";
import type { EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import { jsonStream } from "../support/json-stream";
import { sendDigest } from "../webhooks/notify";
import { scanRoutes } from "./control-scans";

/** The control interface, which the real service lacks. Every API key may use all of it. */
export function controlRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.use(authenticateUser(context.store));
  for (const part of [behaviourRoutes, scanRoutes, webhookRoutes]) app.route("/", part(context));
  return app;
}

const methodsByPath = {
  "/profile": "GET, PUT, PATCH",
  "/faults": "GET, PUT, DELETE",
  "/requests": "GET, DELETE",
  "/reset": "POST",
  "/seed": "GET",
} as const;

/** The control endpoints for profile, faults, recorded requests and state. */
function behaviourRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/profile", (c) => c.json(context.profile.current));
  app.put("/profile", async (c) => {
    context.profile.change({ ...defaultProfile, ...checkedProfile(await readJson(c)) });
    return c.json(context.profile.current);
  });
  app.patch("/profile", async (c) => {
    context.profile.change(checkedProfile(await readJson(c)));
    return c.json(context.profile.current);
  });
  app.get("/faults", (c) => c.json(context.faults.current));
  app.put("/faults", async (c) => {
    context.faults.set(checkedFaults(await readJson(c)));
    return c.json(context.faults.current);
  });
  app.delete("/faults", (c) => {
    context.faults.set([]);
    return c.body(null, 204);
  });
  app.get("/requests", () => jsonStream({ data: context.requests.items.slice() }, 2));
  app.delete("/requests", (c) => {
    context.requests.clear();
    return c.body(null, 204);
  });
  app.post("/reset", (c) => {
    context.reset();
    return c.body(null, 204);
  });
  // streamed down to the items of an account's lists
  app.get("/seed", () => jsonStream({ ...context.snapshot(), keys: {} }, 5));
  for (const [path, methods] of Object.entries(methodsByPath)) app.all(path, methodNotAllowed(methods));
  return app;
}

/** @throws 422 with each unknown switch or value and the nearest valid one */
function checkedProfile(value: unknown): Partial<Profile> {
  const problems = profileProblems(value);
  if (problems.length > 0) throw unprocessable(problems);
  return value as Partial<Profile>;
}

/** @throws 422 with each path and the nearest valid name */
function checkedFaults(value: unknown): readonly Fault[] {
  const problems = faultProblems(value);
  if (problems.length > 0) throw unprocessable(problems);
  return value as readonly Fault[];
}

/** The control endpoints that send the daily digest and await running deliveries. */
function webhookRoutes(context: EmulatorContext): Hono<Env> {
  const digest = "/accounts/:account_id/digest";
  const settle = "/webhooks/settle";
  const app = new Hono<Env>();
  app.post(digest, async (c) => {
    const account = context.store.find(c.req.param("account_id"));
    if (account === undefined) throw notFound();
    return c.json({ data: await sendDigest(context, account, latestInsights(account)) });
  });
  app.all(digest, methodNotAllowed("POST"));
  app.post(settle, async (c) => {
    await context.deliveryQueue.settle();
    return c.body(null, 204);
  });
  app.all(settle, methodNotAllowed("POST"));
  return app;
}

function latestInsights({ scanRecords }: AccountStore): Insights {
  const latest = scanRecords.insights(undefined);
  return latest === undefined ? { insights: [] } : { date: formatInsightsDate(latest.date), insights: latest.insights };
}
