import { evaluate, type GivenAccount, type Said } from "../../src/policy/evaluate";
import type { Policy } from "../../src/policy/policy";
import type { Plan } from "../../src/reconcile/plan/plan";
import { accountDocument, afterDocument } from "../../src/report/document";
import type { DocumentFinding } from "../../src/report/policy-review";

/** A plan as policies are given it: parsed from JSON. */
export const given = (plan: Plan): GivenAccount =>
  JSON.parse(JSON.stringify({ ...accountDocument(plan), after: afterDocument(plan.after()) })) as GivenAccount;

/** What policies say about accounts. @throws Error where one fails */
export function judge(policies: readonly Policy[], ...accounts: readonly GivenAccount[]): readonly DocumentFinding[] {
  const all: Said[] = [];
  evaluate({ default: policies }, accounts, (said) => all.push(said));
  const failed = all.find((each) => "failed" in each);
  if (failed !== undefined) throw new Error(failed.failed);
  return all.flatMap((each) => ("findings" in each ? each.findings : []));
}

/** `deny repository web: has no configuration`, a line each. */
export const lines = (findings: readonly DocumentFinding[]): readonly string[] =>
  findings.map(
    ({ level, reviewer, at, message }) =>
      `${level}${reviewer === undefined ? "" : ` ${reviewer}`} ${at.kind} ${leftBy(at)}${at.name ?? at.id ?? ""}${at.path ?? ""}: ${message}`,
  );

const leftBy = ({ from }: DocumentFinding["at"]): string =>
  from === undefined ? "" : `${from?.name ?? from?.id ?? "none"} -> `;
