import { Hono } from "hono";
import { z } from "zod";
import { notFound } from "../call";
import { only } from "../dashboard/only";
import type { Env } from "../env";
import { deepscanAnswer } from "../scanning/deepscan-answer";
import { runDeepscan } from "../scanning/run-deepscan";
import { component, deepscanResult, scaResult } from "../scanning/seed-form";
import { settled } from "../scanning/settled";
import type { World } from "../world";
import { readAs, targetOf } from "./target";

const run = "/accounts/:account_id/repositories/:repository_id/deepscans/:deepscan_id/run";

const body = z.strictObject({
  results: z.array(deepscanResult).optional(),
  sca_results: z.array(scaResult).optional(),
  components: z.array(component).optional(),
  branch: z.string().nullish(),
  commit_sha: z.string().nullish(),
});

/** Runs a deepscan now, with what it is to find. One that has run is tried again. */
export function deepscanControl(world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.post(run, async (c) => {
    const { account, repository } = targetOf(world, c);
    const deepscan = settled({ world, account }).scanning.deepscan(c.req.param("deepscan_id"));
    if (deepscan?.repository_id !== repository.id) throw notFound();
    const { branch = deepscan.branch, commit_sha = deepscan.commit_sha, ...content } = await readAs(c, body);
    const ran = runDeepscan(account, { ...deepscan, branch, commit_sha }, content, world.clock.now());
    return c.json({ data: deepscanAnswer(ran) });
  });
  app.all(run, only("POST"));
  return app;
}
