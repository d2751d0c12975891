import { listAt, optionalAt, optionalTextAt, textAt } from "../code-host/answers";
import { refuse } from "../code-host/refused";
import type { Job } from "./job";
import { refused, type Scanform } from "./programs";

/** Whether policies let a plan be applied: what they deny, and whose approvals are missing, as sentences. */
export interface ApprovalCheck {
  readonly denied: readonly string[];
  readonly missing: readonly string[];
}

/** Asks the policies about a saved plan, and the code host about those whom they ask. */
export async function approvalCheck(
  job: Job,
  { run, policed }: Scanform,
  plan: string,
  number: number,
): Promise<ApprovalCheck> {
  if (policed.length === 0) return { denied: [], missing: [] };
  const of = ["--repository", job.host.name, "--pull", String(number)];
  const args = ["approve", "check", "--plan", plan, ...policed, ...of, "--format", "json"];
  const { code, out } = await run(args, job.temporary(), "token of the job");
  if (code !== 0 && code !== refused) refuse(`scanform approve check ended with ${String(code)}.`);
  const checked: unknown = JSON.parse(out);
  const errors = errorsIn([checked, ...listAt(checked, "accounts")]);
  const ofCode = (isApproval: boolean): readonly string[] =>
    errors
      .filter((each) => (textAt(each, "code") === "approval-missing") === isApproval)
      .map((each) => optionalTextAt(each, "detail") ?? textAt(each, "summary"));
  return { denied: ofCode(false), missing: ofCode(true) };
}

/** The errors of a document, or of its accounts. */
export const errorsIn = (all: readonly unknown[]): readonly unknown[] =>
  all
    .flatMap((each) => listAt(each, "diagnostics"))
    .filter((each) => optionalAt(each, "severity") === "error");
