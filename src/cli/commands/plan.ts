import { renderers } from "../renderers";
import { closeAll } from "../account-plans";
import { type DeclaredOptions, declaredPlans } from "../declared-plans";
import type { ExitCode } from "../exit-codes";
import type { Io } from "../io";
import {
  type CommandDefinition,
  withExamples,
  type Flags,
  formatOf,
  formatting,
  basing,
  declaring,
  policing,
} from "../options";
import { requireBase } from "../gate";
import { noteUnusedPolicies } from "../command-policies";
import { type ReportOptions, reportPlans, requireWhole } from "../report-plans";
import { findings, type FindingsOptions, withFindings } from "../plan-findings";

export const define: CommandDefinition = (command, { io, finish }) => {
  formatting(findings(policing(basing(declaring(command)))), renderers, "form of the plan")
    .option("--out <file>", "save the plan, to apply exactly this")
    .option("--full", "show every repository and every value in full")
    .option("--only <pattern>", "show only what has a name that matches this SQL LIKE pattern")
    .option("--detailed-exitcode", "exit with 2 when there are changes")
    .action(async (flags: Flags<PlanOptions>) => {
      finish(await planCommand(io, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["what would change", "scanform plan"],
    ["save it, to apply exactly this", "scanform plan --out plan.json"],
    ["one account of several", "scanform plan --account acme --out acme.json"],
    ["stop a pipeline where scanning gets weaker", "scanform plan --fail-on weakens,deletes,triages,unused"],
    [
      "stop it also where new repositories would get less than before",
      "scanform plan --base main/cdktf.out --fail-on weakens,unused,future",
    ],
    ["stop it where a policy denies", "scanform plan --policy scanform.policy.ts"],
    ["which open findings the repositories have that get weaker", "scanform plan --findings 30d"],
    ["a page to review on", "scanform plan --format html > plan.html"],
  );
};

interface PlanOptions extends Omit<DeclaredOptions, "format">, ReportOptions, FindingsOptions {}

/** Synthesizes, reads, compares and prints. Writes nothing except `--out` and the output of the app. */
async function planCommand(io: Io, options: PlanOptions): Promise<ExitCode> {
  requireBase(options);
  requireWhole(options);
  noteUnusedPolicies(io, options);
  const made = await declaredPlans(io, options);
  try {
    return await reportPlans(io, { ...made, plans: await withFindings(io, made.plans, options) }, options);
  } finally {
    await closeAll(made.plans);
  }
}
