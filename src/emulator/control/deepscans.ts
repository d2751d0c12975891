import { Hono } from "hono";
import { z } from "zod";
import { deepscanResponse } from "../findings/deepscan-response";
import type { Env } from "../requests/env";
import { notFound } from "../requests/http-errors";
import { methodNotAllowed } from "../responses/method-not-allowed";
import { component, deepscanResult, scaResult } from "../scan-records/scan-seed";
import { runDeepscan } from "../scanning/run-deepscan";
import { runDueDeepscans } from "../scanning/run-due-deepscans";
import type { EmulatorContext } from "../state/context";
import { readBodyAs, findTarget } from "./scan-target";

const run = "/accounts/:account_id/repositories/:repository_id/deepscans/:deepscan_id/run";

const body = z.strictObject({
  results: z.array(deepscanResult).optional(),
  sca_results: z.array(scaResult).optional(),
  components: z.array(component).optional(),
  branch: z.string().nullish(),
  commit_sha: z.string().nullish(),
});

/** The control endpoint that runs a deepscan now, with given findings. A completed one is run again. */
export function deepscanRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.post(run, async (c) => {
    const { account, repository } = findTarget(context, c);
    const deepscan = runDueDeepscans({ context, account }).scanRecords.deepscan(c.req.param("deepscan_id"));
    if (deepscan?.repository_id !== repository.id) throw notFound();
    const { branch = deepscan.branch, commit_sha = deepscan.commit_sha, ...content } = await readBodyAs(c, body);
    const ran = runDeepscan(account, { ...deepscan, branch, commit_sha }, content, context.clock.now());
    return c.json({ data: deepscanResponse(ran) });
  });
  app.all(run, methodNotAllowed("POST"));
  return app;
}
