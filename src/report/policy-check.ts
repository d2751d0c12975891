import type { z } from "zod";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { visible } from "../diagnostics/foreign-text";
import type { PlanAccount } from "../reconcile/plan/change";
import { documentText } from "./document";
import { identityDocument, policiesDocument } from "./make-document";
import type { policyCheckShape } from "./document-shape";
import { accountLine } from "./head";
import { junit, type TestCase } from "./junit";
import { row } from "./layout";
import { longLayout } from "./comment";
import { sectionLines } from "./outline";
import { deniedBy, type PolicyReview, type ReviewedByPolicy } from "./policy-review";
import { policyHeadLines, policySections } from "./policy-sections";
import type { Printer, View } from "./renderer";
import { blocksOf, layoutOf } from "./text";
import { count } from "../diagnostics/count";

/** What policies say about one account. */
interface CheckedAccount {
  readonly account: PlanAccount;
  readonly review: PolicyReview;
  /** Why it is refused. */
  readonly refusals: readonly Diagnostic[];
}

/** What policies say. */
export interface PolicyCheck {
  readonly accounts: readonly CheckedAccount[];
  /** The names of all policies. */
  readonly policies: readonly string[];
  /** About the waivers. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The choices of `--format`. */
export const checkRenderers = {
  text: { machineReadable: false, print: (check, view) => checkText(check, view) },
  junit: { machineReadable: false, print: (check) => checkJunit(check) },
  json: { machineReadable: true, print: (check) => checkJson(check) },
} as const satisfies Readonly<Record<string, Printer<PolicyCheck>>>;

export type CheckFormat = keyof typeof checkRenderers;

export const checkFormats = Object.keys(checkRenderers) as readonly CheckFormat[];

function checkText({ accounts, policies }: PolicyCheck, view: View): string {
  const { colors } = view;
  const layout = layoutOf(view);
  return accounts
    .map(({ account, review }) => {
      const plan = { policies: review };
      const head = colors.bold(row(layout)`${accountLine(account)}`);
      const judged = policyHeadLines([plan], layout).map((line) => colors.bold(colors.red(line)));
      const { blocks, hint } = blocksOf(policySections(plan, layout), view);
      const nothing = `${count(policies.length, "policy", "policies")}, and none says anything`;
      return `${[[head, ...judged].join("\n"), ...(blocks.length === 0 ? [nothing] : blocks), ...hint].join("\n\n")}\n`;
    })
    .join("\n");
}

/** A suite for each account, with a case for each policy that fails where it denies; and one of expired waivers. */
function checkJunit({ accounts, policies, diagnostics }: PolicyCheck): string {
  const suites = accounts.map(({ account, review: { findings } }) => ({
    name: `scanform policy check: ${accountLine(account)}`,
    cases: policies.map((name) =>
      caseOf(
        name,
        findings.filter((each) => each.policy === name),
      ),
    ),
  }));
  const expired = diagnostics.filter(({ severity }) => severity === "error");
  const waivers = {
    name: "scanform policy check: waivers",
    cases: expired.map(({ code, detail }) => ({ name: detail, outcome: { kind: code, message: detail } })),
  };
  return junit(expired.length === 0 ? suites : [...suites, waivers], "scanform.policy");
}

function caseOf(name: string, findings: readonly ReviewedByPolicy[]): TestCase {
  const review = { findings };
  const denied = deniedBy(review);
  const details = policySections({ policies: review }, longLayout).flatMap(sectionLines).join("\n");
  const messages = [...new Set(denied.map(({ message }) => visible(message)))];
  return {
    name,
    ...(denied.length === 0 ? {} : { outcome: { kind: "deny", message: messages.join("; ") } }),
    ...(details === "" ? {} : { details }),
  };
}

/** `scanform policy check --json` */
const checkJson = ({ accounts, diagnostics }: PolicyCheck): string =>
  documentText<z.infer<typeof policyCheckShape>>({
    accounts: accounts.map(({ account, review, refusals }) => ({
      ...identityDocument(account),
      ...policiesDocument(review),
      diagnostics: [...refusals],
    })),
    diagnostics: [...diagnostics],
  });
