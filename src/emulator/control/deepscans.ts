import { Hono } from "hono";
import { z } from "zod";
import { deepscanAnswer } from "../findings/deepscan-answer";
import type { Env } from "../requests/env";
import { notFound } from "../requests/http-errors";
import { only } from "../responses/method-not-allowed";
import { component, deepscanResult, scaResult } from "../scan-records/scan-seed";
import { runDeepscan } from "../scanning/run-deepscan";
import { settled } from "../scanning/run-due-deepscans";
import type { World } from "../state/context";
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
