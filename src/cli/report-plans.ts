import { resolve } from "node:path";
import { enumeration } from "../diagnostics/enumeration";
import { fail } from "../diagnostics/error";
import { label } from "../diagnostics/foreign-text";
import type { GateCondition } from "../report/conditions";
import { isPlanned, plannedIn, type PlanDocument } from "../report/document";
import { isEmpty } from "../report/overall";
import { policyHead } from "../report/policy-sections";
import type { Part } from "../report/renderer";
import { type AccountPlans, documentOfPlans } from "./account-plans";
import { type ExitCode, exitCode } from "./exit-codes";
import { gated, isRefused } from "./gate";
import type { Io } from "./io";
import { likeOption } from "./options";
import { judgedBy, type PolicyOptions } from "./command-policies";
import { printPlans } from "./print";
import type { Format } from "./renderers";
import { pastedFile } from "./shell";

export interface ReportOptions extends PolicyOptions {
  readonly format: Format;
  /** The file to save the plans in. */
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  /** Prints every repository, every leaf and every value whole. */
  readonly full?: boolean;
  readonly failOn?: readonly GateCondition[];
  readonly base?: string;
  /** SQL LIKE: what to show. What is saved, refused or counted is the whole plan. */
  readonly only?: string;
}

/** Saves plans if asked to, and prints them. Sends nothing. */
export async function reportPlans(io: Io, made: AccountPlans, options: ReportOptions): Promise<ExitCode> {
  const { out, format, detailedExitcode, full, only } = options;
  const part = only === undefined ? undefined : partNamed(only);
  const judged = await judgedBy(io, documentOfPlans(made), options);
  // no reviewer can approve what a policy or a safety limit refuses, so nothing is saved that could be applied
  const unsafe = isRefused(judged);
  const shown = gated(judged, options);
  const refused = isRefused(shown);
  // first, so that an unwritable file is the only error reported; a plan that the gate stops may still be approved
  if (out !== undefined && !unsafe) {
    const { writePlanFile } = await import("./plan-file.js");
    writePlanFile(resolve(io.cwd, out), judged, io);
  }
  printPlans(io, shown, { format, full, ...(part === undefined ? {} : { only: part }) });
  if (out !== undefined && unsafe) io.err(`Not saved to ${out}: the plan is refused.\n`);
  if (out !== undefined && !unsafe) {
    const advice =
      plannedIn(judged).length === 0 ? "No account has a plan." : nextStep(judged, out, options.policy, refused);
    const unplanned = judged.accounts.flatMap((each) => (isPlanned(each) ? [] : [each.account]));
    const names = unplanned.map(({ name, alias, id }) => label(name ?? alias ?? id ?? "without an alias"));
    const without =
      names.length === 0
        ? ""
        : `, without the account${names.length === 1 ? "" : "s"} ${enumeration(names, 5)}, of which there is no plan`;
    io.err(`Saved to ${out}${without}. ${advice}\n`);
  }
  if (refused) return exitCode.refused;
  if (made.failed.length > 0) return exitCode.error;
  return detailedExitcode === true && plannedIn(shown).some((each) => !isEmpty(each))
    ? exitCode.changes
    : exitCode.done;
}

/** How a saved plan is applied, and how to find out first whether those whom policies ask have agreed. */
function nextStep(judged: PlanDocument, out: string, policy: string | undefined, refused: boolean): string {
  const file = pastedFile(out);
  const policies = policy === undefined ? "" : ` --policy ${pastedFile(policy)}`;
  const { reviewers } = policyHead(...plannedIn(judged));
  const refusal = refused ? "It is refused here: apply it only once it is approved. " : "";
  const apply = `pply exactly this with: scanform apply ${file}${policies}`;
  if (reviewers.length === 0) return `${refusal}A${apply}`;
  const check = `scanform approve check --plan ${file}${policies} --repository OWNER/NAME --pull NUMBER`;
  return `${refusal}It needs the approval of ${reviewers.join(", ")}. Check for it with: ${check}\nOnce it is approved, a${apply}`;
}

/** @throws ScanformError `usage` where the plan would be saved, or is a document, both of which have the whole plan */
export function requireWhole({ only, out, format }: Pick<ReportOptions, "only" | "out" | "format">): void {
  if (only === undefined) return;
  if (out !== undefined)
    fail("usage", "--only shows a part of the plan, and --out saves the whole: leave one of them out.");
  if (format !== "text") fail("usage", `--only shows a part of the plan as text; ${format} always has the whole.`);
  partNamed(only);
}

const partNamed = (pattern: string): Part => ({ pattern, matches: likeOption("--only", pattern) });
