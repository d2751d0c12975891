import { evaluate } from "../../src/policy/evaluate";
import type { Policy } from "../../src/policy/policy";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { AccountDocument } from "../../src/report/document";
import { accountDocument } from "../../src/report/make-document";
import type { DocumentFinding } from "../../src/report/policy-review";

/** A plan as policies are given it: parsed from JSON. */
export const given = (plan: Plan): AccountDocument =>
  JSON.parse(JSON.stringify(accountDocument(plan))) as AccountDocument;

/** What policies say about accounts. @throws ScanformError where one fails */
export const judge = (
  policies: readonly Policy[],
  ...accounts: readonly AccountDocument[]
): readonly DocumentFinding[] => accounts.flatMap((each) => evaluate(policies, each));

/** `deny repository web: has no configuration`, a line each. */
export const lines = (findings: readonly DocumentFinding[]): readonly string[] =>
  findings.map(
    ({ level, reviewer, at, message }) =>
      `${level}${reviewer === undefined ? "" : ` ${reviewer}`} ${at.kind} ${leftBy(at)}${at.name ?? at.id ?? ""}${at.path ?? ""}: ${message}`,
  );

const leftBy = ({ from }: DocumentFinding["at"]): string =>
  from === undefined ? "" : `${from?.name ?? from?.id ?? "none"} -> `;
