import { Hono } from "hono";
import { z } from "zod";
import { isValidOffset } from "../deterministic/clock";
import type { Env } from "../requests/env";
import { unprocessable } from "../requests/http-errors";
import { methodNotAllowed } from "../responses/method-not-allowed";
import type { EmulatorContext } from "../state/context";
import { readBodyAs } from "./scan-target";

const body = z.strictObject({ advance_seconds: z.number().min(0, "must be 0 or more") });

/** The control endpoint of the clock: advancing it runs deepscans, expires links and ages findings. */
export function clockRoutes({ clock }: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/clock", (c) => c.json({ now: clock.now().toISOString() }));
  app.post("/clock", async (c) => {
    const milliseconds = (await readBodyAs(c, body)).advance_seconds * 1000;
    if (!isValidOffset(clock.offset + milliseconds))
      throw unprocessable([{ path: ["advance_seconds"], message: "goes beyond the year 9999" }]);
    clock.advance(milliseconds);
    return c.json({ now: clock.now().toISOString() });
  });
  app.all("/clock", methodNotAllowed("GET, POST"));
  return app;
}
