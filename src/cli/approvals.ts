import { firstLines } from "../diagnostics/enumeration";
import { agreementOf, type Judge } from "../code-host/agreement";
import type { Pull } from "../code-host/answers";
import { type Approval, approvalsOf, readPull } from "../code-host/approvals";
import { type Access, CodeHost, Repository } from "../code-host/client";
import { keptFile, KeptPlans } from "../code-host/kept-plans";
import { Refused } from "../code-host/refused";
import { error } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import { label, visible } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import type { ApprovalCheck, AskedReviewer } from "../report/approval-check";
import { type AccountDocument, accountKey, plannedIn } from "../report/document";
import { shortDigest } from "../report/head";
import { neededBy, placeOf, type ReviewedByPolicy } from "../report/policy-review";
import { loopback, refuseUncheckedTls } from "../service/endpoint";
import type { Io } from "./io";
import { parsePlans } from "./plan-file";
import { reviewAccounts } from "./policy-review";

interface Question {
  /** The file of the policies, as it was typed. */
  readonly policy: string;
  /** Seconds that they may take. */
  readonly policyTimeout?: number | undefined;
  /** Such as `acme/settings`. */
  readonly repository: string;
  readonly pull: number;
  /** The file of the plan workflow. */
  readonly workflow: string;
}

/**
 * What policies ask about a plan, and whether those whom they ask have approved it. The code host is read only where
 * somebody is asked.
 */
export async function checkApprovals(
  io: Io,
  accounts: readonly AccountDocument[],
  { policy, policyTimeout, repository, pull, workflow }: Question,
): Promise<ApprovalCheck> {
  const { reviews, refusals, diagnostics } = await reviewAccounts(io, policy, accounts, policyTimeout);
  const needed = reviews.map((review) => byReviewer(neededBy(review)));
  const evidence = needed.some(({ size }) => size > 0)
    ? await answered(evidenceOf(io, { repository, pull, workflow }))
    : undefined;
  const checked = [];
  for (const [at, account] of accounts.entries()) {
    const asked: AskedReviewer[] = [];
    for (const asks of needed[at]?.values() ?? []) {
      const [first] = asks;
      if (first?.reviewer === undefined || evidence === undefined) continue;
      const { pull, approvals, kept, teams } = evidence;
      const agreement = await answered(agreementOf(first.reviewer, pull, approvals, kept, judgeOf(account), teams));
      asked.push({ reviewer: first.reviewer, asks, ...agreement });
    }
    const of = accounts.length > 1 ? `account ${label(account.account.name ?? account.account_id)}: ` : "";
    const missing = asked.flatMap((each) =>
      "missing" in each ? [error("approval-missing", `${of}${each.missing} ${askedText(each.asks)}`)] : [],
    );
    checked.push({ account, asked, refusals: [...(refusals[at] ?? []), ...missing] });
  }
  return { repository, pull, accounts: checked, diagnostics };
}

/** What was asked of the code host; where it refuses, nothing passes. */
async function answered<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (thrown) {
    if (thrown instanceof Refused)
      return fail("code-host", `${thrown.message} Nothing passes without it.`, {}, thrown.cause);
    throw thrown;
  }
}

/** By reviewer, whose login has no case. */
const byReviewer = (findings: readonly ReviewedByPolicy[]): ReadonlyMap<string, readonly ReviewedByPolicy[]> =>
  groupBy(findings, ({ reviewer = "" }) => reviewer.toLowerCase());

const mostNamed = 3;

function askedText(asks: readonly ReviewedByPolicy[]): string {
  const named = asks.map(({ policy, message, at }) => `${policy}: ${placeOf(at)}: ${visible(message)}`);
  return `Asked by ${firstLines(named, mostNamed).join("; ")}.`;
}

interface Evidence {
  readonly pull: Pull;
  readonly approvals: readonly Approval[];
  readonly kept: KeptPlans;
  readonly teams: () => CodeHost;
}

async function evidenceOf(io: Io, { repository, pull: number, workflow }: Omit<Question, "policy">): Promise<Evidence> {
  const api = apiOf(io);
  const access = accessBy(io, api, "GITHUB_TOKEN", "the reviews of a pull request are read with it");
  const host = new Repository(access, repository);
  const pull = await readPull(host, number);
  return {
    pull,
    approvals: await approvalsOf(host, pull),
    kept: await KeptPlans.of(host, pull, workflow, io.now()),
    teams: () => {
      const why = "a policy asks a team, and the job's own token cannot read its members";
      return new CodeHost(accessBy(io, api, "SCANFORM_GITHUB_TOKEN", why));
    },
  };
}

/** @param why it is needed */
function accessBy(io: Io, api: URL, variable: string, why: string): Access {
  const token = io.env[variable]?.trim() ?? "";
  if (token === "") fail("usage", `Set ${variable}: ${why}.`);
  const secret = io.secrets.add(token, variable);
  if (!/^[\x21-\x7e]+$/.test(token)) fail("usage", `${variable} has characters that no token has.`);
  return { api, token: secret, signal: io.signal };
}

/** The address of the code host's interface, which is sent the token. */
function apiOf({ env }: Io): URL {
  const text = env["GITHUB_API_URL"]?.trim() ?? "";
  if (text === "") return new URL("https://api.github.com");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return fail("usage", "GITHUB_API_URL is not a URL such as https://api.github.com.");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.test(url.hostname)))
    return fail("usage", "GITHUB_API_URL is not an https URL, and the token would be sent unencrypted.");
  refuseUncheckedTls(url, env, false, "leave it out");
  return url;
}

/** Whether kept files hold the plan of an account: of its review digest, which is computed again. */
const judgeOf =
  (account: AccountDocument): Judge =>
  (files) => {
    const kept = keptAccounts(files.get(keptFile));
    if (typeof kept === "string") return `the plan that was the newest then cannot be used: ${kept}`;
    const own = kept.find((each) => accountKey(each) === accountKey(account));
    if (own === undefined) return "the plan that was the newest then is not of this account";
    if (own.review_digest === account.review_digest) return undefined;
    return own.digest === account.digest
      ? "the newest plan then did not say the same of repositories to come, or of what is no longer declared"
      : `the newest plan then had the digest ${shortDigest(own.digest)}, and this one has ${shortDigest(account.digest)}`;
  };

function keptAccounts(bytes: Buffer | undefined): readonly AccountDocument[] | string {
  if (bytes === undefined) return `it has no ${keptFile}`;
  try {
    return plannedIn(parsePlans(keptFile, bytes.toString("utf8")).document);
  } catch (thrown) {
    if (thrown instanceof ScanformError)
      return thrown.diagnostics.map(({ detail }) => detail.replace(/\.$/, "")).join("; ");
    throw thrown;
  }
}
