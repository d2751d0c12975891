import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { listAt, optionalAt, textAt } from "../code-host/answers";
import { readPull } from "../code-host/approvals";
import { approvalCheck } from "./approval-check";
import { writeFiles } from "./artifacts";
import { declaredBy, synthesizedOf } from "./declared";
import { type Job, positive } from "./job";
import { failedOutcome, type Outcome, outcomeFile } from "./outcome";
import { furtherArguments, installScanform, refused, type Scanform } from "./programs";
import { refuse } from "../code-host/refused";
import { partsShown, shown } from "./shown";
import { sinceApproved } from "./since-approved";

/**
 * Plans what scanform-synth kept of a pull request or a merge group, compared with what it kept of the default branch, into
 * the folder `shown`. Nothing of the pull request is run.
 */
export async function plan(job: Job): Promise<void> {
  job.variable("GITHUB_EVENT_NAME", /^workflow_run$/);
  const folder = job.temporary("shown");
  mkdirSync(folder);
  writeFileSync(job.temporary("shown", shown.plan), "");
  keepOutcome(job, failedOutcome);
  try {
    const scanform = await installScanform(job);
    writeFiles(await synthesizedOf(job), job.temporary("synthesized"));
    writeFiles(await declaredBy(job, job.event("repository.default_branch")), job.temporary("base"));
    await planInto(folder, job, scanform);
    if (job.event("workflow_run.event") === "pull_request") await lookBack(job, scanform);
  } finally {
    job.summary(`${partsShown(job).join("\n\n")}\n`);
  }
}

async function planInto(folder: string, job: Job, { run, policed }: Scanform): Promise<void> {
  const from = ["--synthesized", "../synthesized", "--base", "../base"];
  const to = ["--format", "markdown", "--out", shown.saved, "--document", shown.document, "--page", shown.page];
  const { code, out } = await run(["plan", ...from, ...to, ...policed, ...furtherArguments(job)], folder, "api keys");
  writeFileSync(job.temporary("shown", shown.plan), out);
  // one account of several may have failed, and the others be saved
  const isSaved = existsSync(job.temporary("shown", shown.saved)) && (code === 0 || code === refused);
  keepOutcome(job, isSaved ? plannedOutcome(out) : refusedOutcome(job));
  // a base that cannot be compared with closes the gate: the plan is saved, and scanform-apply asks its reviewers
  if (code === refused && !isSaved)
    refuse("The plan is refused, by a policy or a safety limit, so it is not kept, and cannot be applied.");
  if (code !== 0 && code !== refused) refuse(`scanform plan ended with ${String(code)}.`);
}

const plannedOutcome = (markdown: string): Outcome => ({
  kind: "planned",
  words: /^### scanform: (.*)$/m.exec(markdown)?.[1] ?? "It is planned.",
});

function refusedOutcome(job: Job): Outcome {
  const document = job.temporary("shown", shown.document);
  return existsSync(document)
    ? { kind: "refused", words: refusalIn(JSON.parse(readFileSync(document, "utf8"))) }
    : failedOutcome;
}

/** Why the document of a plan is refused: the policies that deny it, or its first error. */
function refusalIn(document: unknown): string {
  const accounts = listAt(document, "accounts");
  const inAll = (list: string): readonly unknown[] =>
    accounts.flatMap((account) => (optionalAt(account, list) === undefined ? [] : listAt(account, list)));
  const denying = inAll("policies").filter((each) => optionalAt(each, "level") === "deny");
  if (denying.length > 0)
    return `Denied by policy: ${[...new Set(denying.map((each) => textAt(each, "policy")))].join(", ")}.`;
  const error = inAll("diagnostics").find((each) => optionalAt(each, "severity") === "error");
  return error === undefined ? failedOutcome.words : `Refused: ${textAt(error, "summary")}.`;
}

const keepOutcome = (job: Job, outcome: Outcome): void => {
  writeFileSync(job.temporary("shown", outcomeFile), JSON.stringify(outcome));
};

/** Whether those whom policies ask have approved this plan, and what has changed since an approval. Uses no key. */
async function lookBack(job: Job, scanform: Scanform): Promise<void> {
  const pull = await readPull(job.host, Number(job.input("pull-request", positive)));
  const { denied, missing } = await approvalCheck(job, scanform, job.temporary("shown", shown.document), pull.number);
  const asked = [...denied, ...missing];
  if (asked.length > 0) writeFileSync(job.temporary("shown", shown.approvals), asked.join("\n"));
  const since = await sinceApproved(job, pull, scanform);
  if (since !== undefined) writeFileSync(job.temporary("shown", shown.since), since);
}

