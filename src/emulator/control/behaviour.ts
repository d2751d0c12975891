import { Hono } from "hono";
import { type Fault, faultProblems } from "../faults/fault";
import { defaultProfile, type Profile, profileProblems } from "../profile/profile";
import type { Env } from "../requests/env";
import { invalid } from "../requests/http-errors";
import { readJson } from "../requests/read-body";
import { jsonAnswer } from "../responses/json-stream";
import { only } from "../responses/method-not-allowed";
import type { World } from "../state/context";

const offered = {
  "/profile": "GET, PUT, PATCH",
  "/faults": "GET, PUT, DELETE",
  "/requests": "GET, DELETE",
  "/reset": "POST",
  "/seed": "GET",
} as const;

/** How the emulator behaves, what goes wrong, what it was asked, and what it holds. */
export function behaviourControl(world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/profile", (c) => c.json(world.profile.current));
  app.put("/profile", async (c) => {
    world.profile.change({ ...defaultProfile, ...checkedProfile(await readJson(c)) });
    return c.json(world.profile.current);
  });
  app.patch("/profile", async (c) => {
    world.profile.change(checkedProfile(await readJson(c)));
    return c.json(world.profile.current);
  });
  app.get("/faults", (c) => c.json(world.faults.current));
  app.put("/faults", async (c) => {
    world.faults.set(checkedFaults(await readJson(c)));
    return c.json(world.faults.current);
  });
  app.delete("/faults", (c) => {
    world.faults.set([]);
    return c.body(null, 204);
  });
  app.get("/requests", () => jsonAnswer({ data: world.requests.items.slice() }, 2));
  app.delete("/requests", (c) => {
    world.requests.clear();
    return c.body(null, 204);
  });
  app.post("/reset", (c) => {
    world.reset();
    return c.body(null, 204);
  });
  // down to the items of an account's lists
  app.get("/seed", () => jsonAnswer({ ...world.snapshot(), keys: {} }, 5));
  for (const [path, methods] of Object.entries(offered)) app.all(path, only(methods));
  return app;
}

/** @throws 422 that names each switch or value that there is not, and the nearest that there is */
function checkedProfile(value: unknown): Partial<Profile> {
  const problems = profileProblems(value);
  if (problems.length > 0) throw invalid(problems);
  return value as Partial<Profile>;
}

/** @throws 422 that names each place, and the nearest that there is */
function checkedFaults(value: unknown): readonly Fault[] {
  const problems = faultProblems(value);
  if (problems.length > 0) throw invalid(problems);
  return value as readonly Fault[];
}
