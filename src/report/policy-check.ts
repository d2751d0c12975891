import type { z } from "zod";
import type { Diagnostic } from "../diagnostics/diagnostic";
import type { PlanAccount } from "../reconcile/plan/change";
import { documentText, type Frozen } from "./document";
import { identityDocument } from "./make-document";
import type { policyCheckShape } from "./printed-shapes";
import { accountLineOf } from "./head";
import { junit, type TestCase } from "./junit";
import { row } from "./layout";
import { longLayout } from "./comment";
import { sectionLines } from "./outline";
import { deniedBy, type Judged } from "./policy-review";
import { policyHeadLines, policySections } from "./policy-sections";
import type { Printer, View } from "./renderer";
import { blocksOf, layoutOf } from "./text";
import { count } from "../diagnostics/count";

/** What policies say about one account. */
interface CheckedAccount {
  readonly account: PlanAccount;
  readonly review: Required<Judged>;
  /** Why it is refused. */
  readonly refusals: readonly Diagnostic[];
}

/** What policies say. */
export interface PolicyCheck {
  readonly accounts: readonly CheckedAccount[];
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

function checkText({ accounts, policies }: PolicyCheck, view: View): string {
  const { colors } = view;
  const layout = layoutOf(view);
  return accounts
    .map(({ account, review }) => {
      const head = colors.bold(row(layout)`${accountLineOf(account)}`);
      const judgement = policyHeadLines([review], layout).map((line) => colors.bold(colors.red(line)));
      const { blocks, hint } = blocksOf(policySections(review, layout), view);
      const nothing = `${count(policies.length, "policy", "policies")}, and none reports anything`;
      return `${[[head, ...judgement].join("\n"), ...(blocks.length === 0 ? [nothing] : blocks), ...hint].join("\n\n")}\n`;
    })
    .join("\n");
}

/** A suite for each account, with a case for each policy that fails where it denies; and one of expired waivers. */
function checkJunit({ accounts, policies, diagnostics }: PolicyCheck): string {
  const suites = accounts.map(({ account, review }) => ({
    name: `scanform policy check: ${accountLineOf(account)}`,
    cases: policies.map((name) =>
      caseOf(name, { ...review, policies: review.policies.filter(({ policy }) => policy === name) }),
    ),
  }));
  const expired = diagnostics.filter(({ severity }) => severity === "error");
  const waivers = {
    name: "scanform policy check: waivers",
    cases: expired.map(({ code, detail }) => ({ name: detail, outcome: { kind: code, message: detail } })),
  };
  return junit(expired.length === 0 ? suites : [...suites, waivers], "scanform.policy");
}

function caseOf(name: string, judged: Judged): TestCase {
  const denied = deniedBy(judged);
  const details = policySections(judged, longLayout).flatMap(sectionLines).join("\n");
  const messages = [...new Set(denied.map(({ message }) => message))];
  return {
    name,
    ...(denied.length === 0 ? {} : { outcome: { kind: "deny", message: messages.join("; ") } }),
    ...(details === "" ? {} : { details }),
  };
}

/** `scanform policy check --json` */
const checkJson = ({ accounts, diagnostics }: PolicyCheck): string =>
  documentText<Frozen<z.infer<typeof policyCheckShape>>>({
    accounts: accounts.map(({ account, review, refusals }) => ({
      ...identityDocument(account),
      ...review,
      diagnostics: [...refusals],
    })),
    diagnostics: [...diagnostics],
  });
