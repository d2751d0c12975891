import { formats } from "../renderers";
import { closeAll, type DeclaredOptions, declaredPlans } from "../declared-plans";
import type { ExitCode } from "../exit-codes";
import type { Io } from "../io";
import {
  type CommandDefinition,
  withExamples,
  type Flags,
  formatOf,
  formatting,
  declaring,
  policing,
} from "../options";
import { paging, requirePage } from "../page-options";
import { type ReportOptions, reportPlans, requireBase, requireWhole } from "../report-plans";
import { findings, type FindingsOptions, withFindings } from "../plan-findings";

export const define: CommandDefinition = (command, { io, finish }) => {
  formatting(findings(paging(policing(declaring(command)))), formats, "form of the plan")
    .option("--for-policies", "keep in the JSON what `policy check --plan` needs")
    .option("--out <file>", "save the plan, to apply exactly this")
    .option("--document <file>", "write the document of --json into a file, too")
    .option("--page <file>", "write the page of --format html into a file, too")
    .option("--full", "show every repository and every value in full")
    .option("--only <pattern>", "show only what has such a name, as SQL LIKE")
    .option("--detailed-exitcode", "exit with 2 when there are changes")
    .action(async (flags: Flags<PlanOptions>) => {
      finish(await planCommand(io, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["what would change", "scanform plan"],
    ["save it, to apply exactly this", "scanform plan --out saved.plan"],
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

interface PlanOptions extends DeclaredOptions, ReportOptions, FindingsOptions {}

/** Synthesizes, reads, compares and prints. Writes nothing except `--out` and the output of the app. */
async function planCommand(io: Io, options: PlanOptions): Promise<ExitCode> {
  requireBase(options);
  requireWhole(options);
  requirePage(options);
  const { plans: made, failed } = await declaredPlans(io, {
    ...options,
    everyRepository: options.format === "html" || options.page !== undefined,
  });
  try {
    return await reportPlans(io, await withFindings(io, made, options), { ...options, failed });
  } finally {
    await closeAll(made);
  }
}
