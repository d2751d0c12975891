import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { uuid } from "../../model/schema";
import { isUuid } from "../../model/uuid";
import { type Env, notFound, orNotFound, readBodyAs, unprocessable } from "../http/read-request";
import { type Candidate, isReported } from "../scans/assumptions";
import { settingsOf } from "../scans/judge";
import { deepscanResponse, prScanResponse } from "../scans/responses";
import { runDeepscan, runDueDeepscans } from "../scans/run-deepscan";
import { type JudgedCandidate, runPrScan } from "../scans/run-pr-scan";
import { component, deepscanResult, pullRequest, scaResult, type SeedUser, user } from "../scans/scan-seed";
import type { EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import type { StoredRepository } from "../state/write-semantics";
import { isValidOffset } from "../support/deterministic";

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

const scanBody = z.strictObject({
  pull_request: pullRequest.optional(),
  initiated_by: z.union([z.string().min(1), user]).optional(),
  findings: z.array(candidate).max(1000, "must be 1000 at most").optional(),
});

/** The control endpoints for PR scans, deepscans and the clock. */
export function scanRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.post("/accounts/:account_id/repositories/:repository_id/scans", async (c) => {
    const { account, repository } = findTarget(context, c);
    const { pull_request, initiated_by, findings } = await readOptional(c, scanBody);
    if (!repository.enabled) throw new HTTPException(409, { message: "the repository is not enabled for scanning" });
    const change = { pullRequest: pull_request, initiatedBy: userOf(initiated_by), candidates: findings };
    const { scan, judged, settings } = runPrScan(context, account, repository, change);
    // undocumented: comments are posted by default
    const comments = (settingsOf(settings).comment ?? "enabled") === "enabled";
    const candidates = judged.map((each) => candidateResponse(account, each, comments));
    return c.json({ scan: prScanResponse(account, scan, scan.pull_request), candidates }, 201);
  });
  // runs a deepscan now, with given findings; a completed one is run again
  app.post("/accounts/:account_id/repositories/:repository_id/deepscans/:deepscan_id/run", async (c) => {
    const { account, repository } = findTarget(context, c);
    const deepscan = runDueDeepscans({ context, account }).scanRecords.deepscan(c.req.param("deepscan_id"));
    if (deepscan?.repository_id !== repository.id) throw notFound();
    const body = await readOptional(c, deepscanBody);
    const { branch = deepscan.branch, commit_sha = deepscan.commit_sha, ...content } = body;
    const ran = runDeepscan(account, { ...deepscan, branch, commit_sha }, content, context.clock.now());
    return c.json({ data: deepscanResponse(ran) });
  });
  app.route("/clock", clockRoutes(context));
  return app;
}

/** Interprets a text as a user's id, email or name by its format. */
function userOf(given: string | SeedUser | undefined): SeedUser | undefined {
  if (typeof given !== "string") return given;
  if (isUuid(given)) return { id: given };
  return given.includes("@") ? { email: given } : { name: given };
}

/** @param comments whether findings are reported as comments on the pull request */
function candidateResponse(account: AccountStore, { candidate, verdict }: JudgedCandidate, comments: boolean): object {
  const { appears, why } = verdict;
  const { id, analyzer, policy, type, filename, severity } = candidate;
  const source = policy === undefined ? { analyzer } : { policy };
  const about = { ...source, type, filename, severity, appears, why };
  if (!appears) return { ...about, finding_id: null, result: null, commented: false };
  const reported = isReported(verdict, account.scanRecords.triageOf(id) !== undefined);
  return { ...about, finding_id: id, result: verdict.result, commented: comments && reported };
}

const deepscanBody = z.strictObject({
  results: z.array(deepscanResult).optional(),
  sca_results: z.array(scaResult).optional(),
  components: z.array(component).optional(),
  branch: z.string().nullish(),
  commit_sha: z.string().nullish(),
});

/**
 * The account and repository that a control request acts on.
 *
 * @throws 404 if either does not exist
 */
function findTarget(
  { store }: EmulatorContext,
  c: Context<Env>,
): { readonly account: AccountStore; readonly repository: StoredRepository } {
  const account = orNotFound(store.find(c.req.param("account_id") ?? ""));
  return { account, repository: orNotFound(account.repository(c.req.param("repository_id") ?? "")) };
}

/** Reads the body of a request, which may be left out. Throws as `readBodyAs` does. */
async function readOptional<T>(c: Context<Env>, schema: z.ZodType<T>): Promise<T> {
  const hasBody = ["content-type", "transfer-encoding"].some((name) => c.req.header(name) !== undefined);
  return hasBody || (c.req.header("content-length") ?? "0") !== "0" ? readBodyAs(c, schema) : ({} as T);
}

const clockBody = z.strictObject({ advance_seconds: z.number().min(0, "must be 0 or more") });

/** The control endpoints of the clock: advancing it runs deepscans, expires links and ages findings. */
function clockRoutes({ clock }: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/", (c) => c.json({ now: clock.now().toISOString() }));
  app.post("/", async (c) => {
    const milliseconds = (await readOptional(c, clockBody)).advance_seconds * 1000;
    if (!isValidOffset(clock.offset + milliseconds))
      throw unprocessable([{ path: ["advance_seconds"], message: "goes beyond the year 9999" }]);
    clock.advance(milliseconds);
    return c.json({ now: clock.now().toISOString() });
  });
  return app;
}
