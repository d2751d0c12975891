import { resolve } from "node:path";
import pc from "picocolors";
import { error } from "../diagnostics/diagnostic";
import { fail } from "../diagnostics/error";
import { afterwards } from "../reconcile/plan/afterwards";
import { closes, type GateCondition } from "../reconcile/plan/conditions";
import { repositoryCounts } from "../reconcile/plan/effects";
import { isEmpty } from "../reconcile/plan/plan";
import { accountLine } from "../report/head";
import type { FailedAccount, Part, PlanReport } from "../report/renderer";
import type { AccountPlan } from "./declared-plans";
import { type ExitCode, exitCode } from "./exit-codes";
import { saveFile } from "./files";
import type { Io } from "./io";
import { likeOption } from "./options";
import { type PageOptions, pageView } from "./page-options";
import { asksForPolicies, type PolicyOptions } from "./policy-options";
import { printPlans } from "./print";
import { renderers } from "./renderers";
import { pastedFile } from "./shell";

export interface ReportOptions extends PolicyOptions, PageOptions {
  /** The file to save the plans in. */
  readonly out?: string;
  /** The file for the JSON document, beside what is printed. */
  readonly document?: string;
  readonly detailedExitcode?: boolean;
  /** Prints every repository, every leaf and every value whole. */
  readonly full?: boolean;
  readonly failOn?: readonly GateCondition[];
  readonly base?: string;
  /** SQL LIKE: what to show. What is saved, refused or counted is the whole plan. */
  readonly only?: string;
  /** Accounts of which there is no plan. */
  readonly failed?: readonly FailedAccount[];
}

/** Saves plans if asked to, and prints them. Sends nothing. */
export async function reportPlans(
  io: Io,
  made: readonly AccountPlan[],
  {
    out,
    document,
    format,
    detailedExitcode,
    full,
    failOn,
    base,
    only,
    policy,
    policyTimeout,
    forPolicies,
    failed = [],
    ...page
  }: ReportOptions,
): Promise<ExitCode> {
  const part = only === undefined ? undefined : partNamed(only);
  const asked = { policy, policyTimeout, forPolicies };
  const judged = asksForPolicies(asked)
    ? await (await import("./policy-review.js")).withPolicies(io, made, asked)
    : made;
  // no reviewer can approve what a policy or a safety limit refuses, so nothing is saved that could be applied
  const unsafe = judged.some(({ plan }) => plan.refusals.length > 0);
  const plans = judged.map(({ plan }) => gated(plan, { failOn, base, several: made.length + failed.length > 1 }));
  const refused = plans.some(({ refusals }) => refusals.length > 0);
  // first, so that an unwritable file is the only error reported; a plan that the gate stops may still be approved
  if (out !== undefined && !unsafe) {
    const { writePlanFile } = await import("./plan-file.js");
    writePlanFile(resolve(io.cwd, out), made, io);
  }
  const how = await pageView(io, { ...page, format }, plans);
  if (document !== undefined)
    writeBeside(io, "--document", document, renderers.json().plans(plans, { ...unlimited, failed }));
  // a page has every repository of the account
  const whole = () => plans.map((each) => ({ ...each, standing: afterwards(each, each.observed) }));
  if (page.page !== undefined)
    writeBeside(io, "--page", page.page, renderers.html().plans(whole(), { ...unlimited, ...how, failed }));
  printPlans(io, format === "html" ? whole() : plans, {
    format,
    full,
    failed,
    ...(part === undefined ? {} : { only: part }),
    ...how,
  });
  if (out !== undefined && unsafe) io.err(`Not saved to ${out}: the plan is refused.\n`);
  if (out !== undefined && !unsafe) {
    const refusal = refused ? "It is refused here: apply it only once it is approved. " : "";
    io.err(`Saved to ${out}. ${refusal}Apply exactly this with: scanform apply ${pastedFile(out)}\n`);
  }
  if (refused) return exitCode.refused;
  if (failed.length > 0) return exitCode.error;
  return detailedExitcode === true && plans.some(({ writes }) => writes.length > 0) ? exitCode.changes : exitCode.done;
}

const unlimited = { colors: pc.createColors(false), full: false };

/** Writes what another format prints, with keys redacted, into a file. */
const writeBeside = (io: Io, option: string, file: string, text: string): void => {
  saveFile(resolve(io.cwd, file), io.secrets.redact(text), "usage", { option });
};

/** @throws ScanformError `usage` where the plan would be saved, or is a document, both of which have the whole plan */
export function requireWhole({
  only,
  out,
  document,
  page,
  format,
}: Pick<ReportOptions, "only" | "out" | "document" | "page" | "format">): void {
  if (only === undefined) return;
  if (out !== undefined)
    fail("usage", "--only shows a part of the plan, and --out saves the whole: leave one of them out.");
  if (document !== undefined)
    fail("usage", "--only shows a part of the plan, and --document has the whole: leave one of them out.");
  if (page !== undefined)
    fail("usage", "--only shows a part of the plan, and --page has the whole: leave one of them out.");
  if (format !== "text") fail("usage", `--only shows a part of the plan as text; ${format} always has the whole.`);
  partNamed(only);
}

const partNamed = (pattern: string): Part => ({ pattern, matches: likeOption("--only", pattern) });

/** What is asked of a plan before it is shown or applied. */
export interface Gate {
  readonly failOn?: readonly GateCondition[] | undefined;
  /** The folder that the plan was compared with in this command. */
  readonly base?: string | undefined;
  /** It is one of several accounts, so that a refusal names its own. */
  readonly several?: boolean;
  /** The provider block says that nothing is to be written. */
  readonly dryRun?: boolean | undefined;
}

/** @throws ScanformError `usage` for a condition about a base where the command names none */
export function requireBase({ failOn = [], base }: Pick<Gate, "failOn" | "base">): void {
  if (base === undefined && failOn.includes("future"))
    fail("usage", "--fail-on future compares with an earlier declaration: name its synthesized folder with --base.");
}

/** The plan, refused if it meets one of the conditions, or cannot be compared with the base that was named. */
export function gated<T extends PlanReport>(plan: T, { failOn = [], base, several = false, dryRun = false }: Gate): T {
  const counts = repositoryCounts(plan.effects, plan.repositories);
  const account = several ? `${accountLine(plan.account)}: ` : "";
  const refusals = failOn.flatMap((condition) => {
    const reason = closes(condition, plan, counts);
    if (reason === undefined) return [];
    return [error("gate-closed", `${account}${reason}, and --fail-on ${condition} rejects this plan.`)];
  });
  if (base !== undefined || failOn.includes("future"))
    refusals.push(...(plan.base?.problems ?? []).map((each) => ({ ...each, detail: `${account}${each.detail}` })));
  if (dryRun && !isEmpty(plan))
    refusals.push(
      error("dry-run", `${account}The provider block has dry_run, so nothing was written. Remove it to apply this.`, {
        address: "provider.scanform",
        path: "dry_run",
      }),
    );
  return refusals.length === 0 ? plan : { ...plan, refusals: [...plan.refusals, ...refusals] };
}
