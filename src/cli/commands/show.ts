import { resolve } from "node:path";
import { formats } from "../renderers";
import { type ExitCode, exitCode } from "../exit-codes";
import type { GateCondition } from "../../reconcile/plan/conditions";
import type { Io } from "../io";
import { type CommandDefinition, failingOn, withExamples, type Flags, formatOf, formatting } from "../options";
import { type PageOptions, pageView, paging, requirePage } from "../page-options";
import { readPlanFile, requireSaved } from "../plan-file";
import { gated } from "../report-plans";
import { printPlans } from "../print";

export const define: CommandDefinition = (command, { io, finish }) => {
  formatting(paging(failingOn(command)), formats, "form of the plan")
    .argument("<file>", "a plan that was saved with plan --out")
    .option("--full", "show every repository and every value in full")
    .action(async (file: string, flags: Flags<ShowOptions>) => {
      finish(await showCommand(io, file, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["read a saved plan again", "scanform show saved.plan"],
    ["choose who has to approve it, by exit code 3", "scanform show saved.plan --fail-on weakens,deletes"],
    ["as a page to review on", "scanform show saved.plan --format html > plan.html"],
    ["as a comment for a pull request", "scanform show saved.plan --format markdown"],
  );
};

interface ShowOptions extends PageOptions {
  readonly full?: boolean;
  readonly failOn?: readonly GateCondition[];
}

/** Prints a saved plan as it was shown when it was made. Reads nothing but the file, and needs no key. */
async function showCommand(io: Io, file: string, { full, failOn, ...page }: ShowOptions): Promise<ExitCode> {
  requirePage(page);
  const saved = readPlanFile(resolve(io.cwd, file));
  requireSaved(file, saved, failOn);
  const plans = saved.map(({ report }) => report);
  const shown = failOn === undefined ? plans : plans.map((each) => gated(each, { failOn, several: plans.length > 1 }));
  printPlans(io, shown, { format: page.format, full, ...(await pageView(io, page, shown)) });
  const isRefused = shown.some(({ refusals }, at) => refusals.length > (plans[at]?.refusals.length ?? 0));
  return isRefused ? exitCode.refused : exitCode.done;
}
