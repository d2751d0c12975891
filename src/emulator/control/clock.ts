import { Hono } from "hono";
import { z } from "zod";
import { canBeAhead } from "../deterministic/clock";
import type { Env } from "../requests/env";
import { invalid } from "../requests/http-errors";
import { only } from "../responses/method-not-allowed";
import type { World } from "../state/context";
import { readAs } from "./target";

const body = z.strictObject({ advance_seconds: z.number().min(0, "must be 0 or more") });

/** The emulator's time, which may be moved on: deepscans run, links expire, findings grow old. */
export function clockControl({ clock }: World): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/clock", (c) => c.json({ now: clock.now().toISOString() }));
  app.post("/clock", async (c) => {
    const milliseconds = (await readAs(c, body)).advance_seconds * 1000;
    if (!canBeAhead(clock.ahead + milliseconds))
      throw invalid([{ path: ["advance_seconds"], message: "goes beyond the year 9999" }]);
    clock.advance(milliseconds);
    return c.json({ now: clock.now().toISOString() });
  });
  app.all("/clock", only("GET, POST"));
  return app;
}
