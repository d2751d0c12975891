import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { uuid } from "../../model/schema";
import { isUuid } from "../../model/uuid";
import { prScanResponse } from "../findings/pr-scan-response";
import type { Env } from "../requests/env";
import { methodNotAllowed } from "../responses/method-not-allowed";
import { postsComments, isReported } from "../scan-records/assumptions";
import type { Candidate } from "../scan-records/candidate";
import { pullRequest, type SeedUser, user } from "../scan-records/scan-seed";
import { settingsOf } from "../scanning/judge";
import { type JudgedCandidate, runPrScan } from "../scanning/run-pr-scan";
import type { EmulatorContext } from "../state/context";
import { clockRoutes } from "./clock";
import { deepscanRoutes } from "./deepscans";
import { readBodyAs, type ScanTarget, findTarget } from "./scan-target";

const scans = "/accounts/:account_id/repositories/:repository_id/scans";

const line = z.int().min(0);
const found = {
  severity: z.string().min(1),
  type: z.string(),
  description: z.string(),
  filename: z.string().min(1),
  line_start: line,
  line_end: line,
  label: z.string().optional(),
};
const candidate = z
  .strictObject({ ...found, analyzer: z.string().min(1).optional(), policy: uuid.optional() })
  .refine(
    ({ analyzer, policy }) => (analyzer === undefined) !== (policy === undefined),
    "needs either analyzer or policy",
  )
  .refine((each) => each.line_start <= each.line_end, { path: ["line_end"], message: "must not be before line_start" })
  .transform((each) => each as Candidate);

const body = z.strictObject({
  pull_request: pullRequest.optional(),
  initiated_by: z.union([z.string().min(1), user]).optional(),
  findings: z.array(candidate).max(1000, "must be 1000 at most").optional(),
});

/** The control endpoints for PR scans, deepscans and the clock. */
export function scanRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.post(scans, async (c) => {
    const target = findTarget(context, c);
    const { pull_request, initiated_by, findings } = await readBodyAs(c, body);
    if (!target.repository.enabled)
      throw new HTTPException(409, { message: "the repository is not enabled for scanning" });
    const change = { pullRequest: pull_request, initiatedBy: userOf(initiated_by), candidates: findings };
    const { scan, judged, settings } = runPrScan(context, target.account, target.repository, change);
    const commented = postsComments(settingsOf(settings));
    return c.json(
      {
        scan: prScanResponse(target.account, scan, scan.pull_request),
        candidates: judged.map((each) => candidateResponse(target, each, commented)),
      },
      201,
    );
  });
  app.all(scans, methodNotAllowed("POST"));
  app.route("/", deepscanRoutes(context));
  app.route("/", clockRoutes(context));
  return app;
}

/** Interprets a text as a user's id, email or name by its format. */
function userOf(given: string | SeedUser | undefined): SeedUser | undefined {
  if (typeof given !== "string") return given;
  if (isUuid(given)) return { id: given };
  return given.includes("@") ? { email: given } : { name: given };
}

/** The result for a candidate; `commented` is whether the pull request gets a comment about it. */
function candidateResponse(
  { account }: ScanTarget,
  { id, candidate, verdict }: JudgedCandidate,
  comments: boolean,
): object {
  const { appears, why } = verdict;
  const { analyzer, policy, type, filename, severity } = candidate;
  const source = policy === undefined ? { analyzer } : { policy };
  const about = { ...source, type, filename, severity };
  if (!appears) return { ...about, appears, why, finding_id: null, result: null, commented: false };
  const reported = isReported(verdict, account.scanRecords.triageOf(id) !== undefined);
  return { ...about, appears, why, finding_id: id, result: verdict.result, commented: comments && reported };
}
