import { Hono } from "hono";
import { type Fault, faultProblems } from "../faults/fault";
import { defaultProfile, type Profile, profileProblems } from "../profile/profile";
import type { Env } from "../requests/env";
import { unprocessable } from "../requests/http-errors";
import { readJson } from "../requests/read-body";
import { jsonStream } from "../responses/json-stream";
import { methodNotAllowed } from "../responses/method-not-allowed";
import type { EmulatorContext } from "../state/context";

const methodsByPath = {
  "/profile": "GET, PUT, PATCH",
  "/faults": "GET, PUT, DELETE",
  "/requests": "GET, DELETE",
  "/reset": "POST",
  "/seed": "GET",
} as const;

/** The control endpoints for profile, faults, recorded requests and state. */
export function behaviourRoutes(context: EmulatorContext): Hono<Env> {
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
