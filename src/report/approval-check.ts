import type { z } from "zod";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { label } from "../diagnostics/foreign-text";
import { documentText } from "./document";
import type { accountShape } from "./document-shape";
import type { approvalCheckShape } from "./printed-shapes";
import { shortDigest } from "./head";
import type { ReviewedByPolicy } from "./policy-review";
import type { Printer, View } from "./renderer";

/** Whom policies ask about an account, and whether they have approved its plan. */
export type AskedReviewer = {
  readonly reviewer: string;
  readonly asks: readonly ReviewedByPolicy[];
} & ({ readonly approval: Approval } | { /** As a sentence, which names the reviewer. */ readonly missing: string });

/** The review that approves the plan; `given` is in milliseconds since 1970. */
interface Approval {
  readonly by: { readonly login: string };
  readonly given: number;
  /** The commit that was reviewed. */
  readonly sha: string | undefined;
}

/** Whether those whom policies ask have approved a plan. */
export interface ApprovalCheck {
  readonly repository: string;
  readonly pull: number;
  readonly accounts: readonly {
    readonly account: Pick<z.infer<typeof accountShape>, "account_id" | "account" | "digest">;
    readonly asked: readonly AskedReviewer[];
    /** Why it may not be applied. */
    readonly refusals: readonly Diagnostic[];
  }[];
  /** About the waivers. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The choices of `--format`. */
export const approvalRenderers = {
  text: { machineReadable: false, print: (check, view) => approvalText(check, view) },
  json: { machineReadable: true, print: (check) => approvalJson(check) },
} as const satisfies Readonly<Record<string, Printer<ApprovalCheck>>>;

export type ApprovalFormat = keyof typeof approvalRenderers;

const approvalText = ({ repository, pull, accounts }: ApprovalCheck, { colors }: Pick<View, "colors">): string =>
  accounts
    .map(({ account: { account_id: id, account, digest }, asked }) => {
      const head = `${label(account.name ?? id)}   digest ${shortDigest(digest)}   pull request ${String(pull)} of ${label(repository)}`;
      const lines = asked.map((each) =>
        "missing" in each
          ? `  missing   ${each.missing}`
          : `  approved  ${agreementText(each.reviewer, each.approval, digest)}`,
      );
      return `${[colors.bold(head), ...(lines.length === 0 ? ["  no policy asks for an approval"] : lines)].join("\n")}\n`;
    })
    .join("\n");

/** `kim at 2026-01-31T09:30:00Z, digest 3f9a1c02b7de, commit 1b2c3d4`, or `acme/appsec: kim at …` of a team. */
const agreementText = (reviewer: string, { by, given, sha }: Approval, digest: string): string =>
  [
    `${reviewer.includes("/") ? `${label(reviewer)}: ` : ""}${label(by.login)} at ${timeOf(given)}`,
    `digest ${shortDigest(digest)}`,
    ...(sha === undefined ? [] : [`commit ${label(sha.slice(0, 7))}`]),
  ].join(", ");

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(".000Z", "Z");

/** `scanform approve check --json` */
const approvalJson = ({ repository, pull, accounts, diagnostics }: ApprovalCheck): string =>
  documentText<z.infer<typeof approvalCheckShape>>({
    repository,
    pull,
    accounts: accounts.map(({ account: { account_id: id, account, digest }, asked, refusals }) => ({
      account_id: id,
      account,
      digest,
      approvals: asked.map((each) => ({
        reviewer: each.reviewer,
        asks: each.asks.map(({ waiver: _unused, ...finding }) => finding),
        by: "missing" in each ? null : each.approval.by.login,
        at: "missing" in each ? null : timeOf(each.approval.given),
        commit: "missing" in each ? null : (each.approval.sha ?? null),
        missing: "missing" in each ? each.missing : null,
      })),
      diagnostics: [...refusals],
    })),
    diagnostics: [...diagnostics],
  });
