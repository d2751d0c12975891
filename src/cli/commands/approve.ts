import { InvalidArgumentError } from "commander";
import { hasErrors } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { type ApprovalFormat, approvalRenderers } from "../../report/approval-check";
import { checkApprovals } from "../approvals";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import {
  type CommandDefinition,
  type Flags,
  formatOf,
  formatting,
  policing,
  wholeNumber,
  withExamples,
} from "../options";
import { wholePlan } from "../plan-file";
import { printReport } from "../print";

export const define: CommandDefinition = (command, { io, finish }) => {
  const check = formatting(policing(command.command("check")), approvalRenderers)
    .description("check that those whom the policies ask have approved exactly this plan; exit with 3 if not")
    .option("--plan <file>", "a plan that was saved with plan --out")
    .option("--repository <name>", "of the code host, such as acme/settings", repository)
    .option("--pull <number>", "the pull request", wholeNumber(1, 999_999_999))
    .option("--workflow <file>", "the workflow that keeps the plans (default: scanform-plan.yml)", workflowFile)
    .action(async (flags: Flags<ApproveOptions>) => {
      finish(await checkCommand(io, { ...flags, format: formatOf(flags) }));
    });
  const example = [
    "whether everybody has approved it",
    "scanform approve check --plan a.json --policy p.ts --repository o/r --pull 7",
  ] as const;
  withExamples(command, example);
  withExamples(check, example);
};

interface ApproveOptions {
  readonly plan?: string;
  readonly policy?: string;
  readonly repository?: string;
  readonly policyTimeout?: number;
  readonly pull?: number;
  readonly workflow?: string;
  readonly format: ApprovalFormat;
}

function repository(text: string): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(text)) return text;
  throw new InvalidArgumentError("It must be OWNER/NAME.");
}

function workflowFile(text: string): string {
  if (/^[\w.-]+\.ya?ml$/.test(text)) return text;
  throw new InvalidArgumentError("It must be the name of a file, such as scanform-plan.yml.");
}

/** Compares what policies ask with the reviews of a pull request. Reads the code host, and writes nothing. */
async function checkCommand(io: Io, options: ApproveOptions): Promise<ExitCode> {
  const { plan, policy, policyTimeout, repository: of, pull, workflow = "scanform-plan.yml", format } = options;
  const accounts = wholePlan(io, plan ?? missing("--plan", "the saved plan"));
  const checked = await checkApprovals(io, accounts, {
    policy: policy ?? missing("--policy", "the file of the policies"),
    policyTimeout,
    repository: of ?? missing("--repository", "the repository, as OWNER/NAME"),
    pull: pull ?? missing("--pull", "the number of the pull request"),
    workflow,
  });
  const all = [...checked.diagnostics, ...checked.accounts.flatMap(({ refusals }) => refusals)];
  printReport(io, approvalRenderers[format], checked, all);
  return hasErrors(all) ? exitCode.refused : exitCode.done;
}

const missing = (option: string, what: string): never => fail("usage", `Name ${what} with ${option}.`);
