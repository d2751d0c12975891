import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { listAt, optionalAt, textAt } from "../code-host/answers";
import { readPull } from "../code-host/approvals";
import { refuse } from "../code-host/refused";
import { ownLines } from "../diagnostics/foreign-text";
import { fenced, markers } from "../diagnostics/markdown";
import { approvalCheck, errorsIn } from "./approval-check";
import { approvedPlan } from "./approved-plan";
import { writeFiles } from "./artifacts";
import { declaredBy, synthesizedOf } from "./declared";
import { type Job, positive } from "./job";
import { failedOutcome, type Outcome, outcomeFile } from "./outcome";
import { furtherArguments, installScanform, refused, type Scanform } from "./programs";
import { partsShown, planFiles } from "./shown-folder";

/**
 * Plans what scanform-synth kept of a pull request or a merge group, compared with what it kept of the default branch, into
 * the folder `shown`. Nothing of the pull request is run.
 */
export async function plan(job: Job): Promise<void> {
  job.variable("GITHUB_EVENT_NAME", /^workflow_run$/);
  mkdirSync(job.temporary("shown"));
  writeFileSync(job.temporary("shown", planFiles.markdown), "");
  keepOutcome(job, failedOutcome);
  try {
    const scanform = await installScanform(job);
    writeFiles(await synthesizedOf(job), job.temporary("synthesized"));
    writeFiles(await declaredBy(job, job.event("repository.default_branch")), job.temporary("base"));
    const outcome = await make(job, scanform);
    if (job.event("workflow_run.event") === "pull_request") await lookBack(job, scanform, outcome);
  } finally {
    job.summary(`${partsShown(job).join("\n\n")}\n`);
  }
}

/** The document that the plan has printed. It has the errors for which a plan is not saved. */
const printed = "printed.json";

/** Makes the plan, and shows it. @throws Refused where it is not kept */
async function make(job: Job, scanform: Scanform): Promise<Outcome> {
  const from = ["--synthesized", "synthesized", "--base", "base"];
  const to = ["--out", `shown/${planFiles.plan}`, "--json"];
  const args = ["plan", ...from, ...to, ...scanform.policed, ...furtherArguments(job)];
  const { code, out } = await scanform.run(args, job.temporary(), "api keys");
  if (out === "") return refuse(`scanform plan ended with ${String(code)}.`);
  const document: unknown = JSON.parse(out);
  writeFileSync(job.temporary(printed), out);
  // one account of several may have failed, and the others be saved
  const isKept = existsSync(job.temporary("shown", planFiles.plan)) && (code === 0 || code === refused);
  const hasPlans = optionalAt(document, "accounts") !== undefined && listAt(document, "accounts").length > 0;
  const markdown = hasPlans ? await show(job, scanform) : errorMarkdown(document);
  writeFileSync(job.temporary("shown", planFiles.markdown), markdown);
  const outcome = isKept ? plannedOutcome(markdown) : hasPlans ? refusedOutcome(document) : failedOutcome;
  keepOutcome(job, outcome);
  // a base that cannot be compared with closes the gate: the plan is saved, and scanform-apply asks its reviewers
  if (code === refused && !isKept)
    refuse("The plan is refused, by a policy or a safety limit, so it is not kept, and cannot be applied.");
  if (!isKept) refuse(`scanform plan ended with ${String(code)}.`);
  return outcome;
}

/** Writes the page. @returns the Markdown; empty where the plan cannot be shown so */
async function show(job: Job, { run }: Scanform, ...since: readonly string[]): Promise<string> {
  const show = (format: string) => run(["show", printed, ...since, "--format", format], job.temporary());
  // a plan that is refused, or in which an account has failed, is shown too; what is compared has no failed account
  const isShown = (code: number): boolean => code === 0 || code === refused || (code === 1 && since.length === 0);
  const page = await show("html");
  if (isShown(page.code)) writeFileSync(job.temporary("shown", planFiles.page), page.out);
  const { code, out } = await show("markdown");
  return isShown(code) ? out : "";
}

const errorMarkdown = (document: unknown): string =>
  `${markers.plan}\n### scanform could not plan this\n\n${fenced(errorsIn([document]).flatMap(linesOf)).join("\n")}\n`;

const linesOf = (error: unknown): readonly string[] =>
  ownLines(`${textAt(error, "summary")}: ${textAt(error, "detail")}`);

const plannedOutcome = (markdown: string): Outcome => ({
  kind: "planned",
  words: /^### scanform: (.*)$/m.exec(markdown)?.[1] ?? "It is planned.",
  asked: [],
});

/** Why a plan is refused: the policies that deny it, or its first error. */
function refusedOutcome(document: unknown): Outcome {
  const accounts = listAt(document, "accounts");
  const denying = accounts
    .flatMap((each) => (optionalAt(each, "policies") === undefined ? [] : listAt(each, "policies")))
    .filter((each) => optionalAt(each, "level") === "deny");
  const refusal = (words: string): Outcome => ({ kind: "refused", words, asked: [] });
  if (denying.length > 0)
    return refusal(`Denied by policy: ${[...new Set(denying.map((each) => textAt(each, "policy")))].join(", ")}.`);
  const [error] = errorsIn([...accounts, document]);
  return error === undefined ? failedOutcome : refusal(`Refused: ${textAt(error, "summary")}.`);
}

const keepOutcome = (job: Job, outcome: Outcome): void => {
  writeFileSync(job.temporary("shown", outcomeFile), JSON.stringify(outcome));
};

/** Whether those whom policies ask have approved this plan, and what is new since the plan that was approved. Uses no key. */
async function lookBack(job: Job, scanform: Scanform, outcome: Outcome): Promise<void> {
  const pull = await readPull(job.host, Number(job.input("pull-request", positive)));
  const { denied, missing } = await approvalCheck(job, scanform, job.temporary("shown", planFiles.plan), pull.number);
  keepOutcome(job, { ...outcome, asked: [...denied, ...missing] });
  const approved = await approvedPlan(job, pull);
  if (approved === undefined) return;
  const path = job.temporary("shown", planFiles.markdown);
  const markdown = await show(job, scanform, "--since", approved);
  if (markdown === "") appendFileSync(path, "\nIt differs from the approved plan, and the two cannot be compared.\n");
  else writeFileSync(path, markdown);
}
