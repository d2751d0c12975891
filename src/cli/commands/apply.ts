import { resolve } from "node:path";
import pc from "picocolors";
import { fail, ScanformError } from "../../diagnostics/error";
import { type Applied, apply } from "../../reconcile/apply";
import { isEmpty, type Plan, plan as compare } from "../../reconcile/plan";
import { type Remembered, staleness } from "../../reconcile/stale";
import { refuseCutList } from "../../reconcile/tripwire";
import { applyDocument } from "../../report/document";
import { outcomeText, planText } from "../../report/text";
import { baseUrl } from "../../service/base-url";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { readPlanFile } from "../plan-file";
import { progress } from "../progress";
import { apiKey, type ConnectionOptions, connect, look, type Session } from "../session";
import { declaredPlan, type Format, printDiagnostics, printPlan } from "./plan";

export interface ApplyOptions extends ConnectionOptions {
  readonly autoApprove?: boolean;
  readonly format: Exclude<Format, "markdown">;
  readonly synthesized?: string;
}

/** Applies a saved plan exactly as it was reviewed, or plans, asks and applies. */
export async function applyCommand(io: Io, file: string | undefined, options: ApplyOptions): Promise<ExitCode> {
  const { session, plan } = file === undefined ? await declaredPlan(io, options) : await savedPlan(io, file, options);
  try {
    if (options.format === "text") printPlan(io, plan, "text");
    if (isEmpty(plan)) {
      const nothing: Applied = { outcomes: [], sent: 0, verified: true, unread: false, wrote: false, diagnostics: [] };
      if (options.format === "json") printDocument(io, plan, nothing);
      return exitCode.done;
    }
    if (file === undefined && options.autoApprove !== true) {
      // stdout is kept for the document, and nobody should agree to what was not shown
      if (options.format === "json") io.err(planText(plan, pc.createColors(io.colors.err)));
      await confirm(io);
      const now = await look(io, session.reader, plan.account, plan.desired);
      refuseStale("The plan that was shown", plan, plan.account, plan.desired, now);
    }
    const applied = await apply(plan, {
      reader: session.reader,
      writer: session.writer(),
      signal: io.signal,
      sleep: io.sleep,
      onProgress: progress(io, "requests"),
    });
    if (options.format === "json") printDocument(io, plan, applied);
    else {
      io.out(`\n${outcomeText(applied, pc.createColors(io.colors.out))}`);
      printDiagnostics(io, applied.diagnostics);
    }
    return codeOf(io, applied);
  } finally {
    await session.close();
  }
}

function printDocument(io: Io, plan: Plan, applied: Applied): void {
  io.out(`${JSON.stringify(applyDocument(plan, applied), null, 2)}\n`);
}

function codeOf(io: Io, applied: Applied): ExitCode {
  if (applied.verified) return exitCode.done;
  if (io.signal.aborted) return exitCode.interrupted;
  return applied.wrote ? exitCode.partial : exitCode.error;
}

async function confirm(io: Io): Promise<void> {
  if (!io.interactive)
    fail(
      "not-confirmed",
      "There is no terminal to ask at. Review the plan and say --auto-approve, or apply a saved one.",
    );
  const answer = await io.ask("\nApply this? Only `yes` does: ");
  if (io.signal.aborted) fail("interrupted", "Nothing was changed.");
  if (answer.trim() !== "yes") fail("not-confirmed", "Nothing was changed.");
}

/** A plan from a file, if nothing that it rests on has moved. */
async function savedPlan(
  io: Io,
  file: string,
  options: ApplyOptions,
): Promise<{ readonly session: Session; readonly plan: Plan }> {
  if (options.synthesized !== undefined)
    fail("usage", "A saved plan needs no --synthesized: it holds what was declared.");
  const key = apiKey(io.env);
  const saved = readPlanFile(resolve(io.cwd, file));
  const { SCANFORM_ACCOUNT_ID: account, SCANFORM_BASE_URL: url = "" } = io.env;
  // what the declaration itself says came before the environment when planning, and does so now
  if (saved.provider.accountId === undefined) elsewhere(file, "account", saved.account.id, account);
  if (saved.provider.baseUrl === undefined && url !== "")
    elsewhere(file, "base URL", saved.baseUrl, baseUrl(url, options.insecure).href.replace(/\/$/, ""));
  const session = connect(io, key, { baseUrl: saved.baseUrl, aliases: [] }, options);
  try {
    const observed = await look(io, session.reader, saved.account, saved.desired);
    const fresh = refuseStale(file, saved, saved.account, saved.desired, observed);
    await refuseCutList(session.reader, saved.account.id, observed, fresh, io.signal);
    return { session, plan: fresh };
  } catch (thrown) {
    await session.close();
    throw thrown;
  }
}

/**
 * Plans again what was reviewed.
 *
 * @param name what the user knows the reviewed plan by
 * @returns a plan that does the same
 * @throws ScanformError `plan-stale`, saying what has moved
 */
function refuseStale(
  name: string,
  reviewed: Remembered,
  ...[account, desired, observed]: Parameters<typeof compare>
): Plan {
  const fresh = planAgain(account, desired, observed);
  const moved = "plan" in fresh ? staleness(reviewed, observed.configurations, fresh.plan) : fresh.why;
  if ("plan" in fresh && moved.length === 0) return fresh.plan;
  const said = `${name} does not fit the account any more, and nothing was written:\n${moved.join("\n")}`;
  return fail("plan-stale", `${said}\nPlan again, and have it reviewed.`, { path: name });
}

/** What was declared was valid when it was reviewed: that it no longer is means that things have moved. */
function planAgain(
  ...parameters: Parameters<typeof compare>
): { readonly plan: Plan } | { readonly why: readonly string[] } {
  try {
    return { plan: compare(...parameters) };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const errors = thrown.diagnostics.filter((each) => each.severity === "error");
    return { why: errors.map((each) => `${each.summary}: ${each.detail}`) };
  }
}

function elsewhere(file: string, what: string, saved: string, now: string | undefined): void {
  if (now === undefined || now === "" || now === saved) return;
  fail(
    "plan-file-account",
    `${file} was made for the ${what} ${saved}, and the environment names ${now}. Nothing was written.`,
    { path: file },
  );
}
