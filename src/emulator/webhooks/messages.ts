import { randomUUID } from "node:crypto";
import { severities } from "../../model/findings";
import { severitiesOfLevel, type WebhookPayload, type WebhookResult } from "../../model/webhooks";
import { type insightsResponse, pullRequestLink, sourceLink } from "../scans/responses";
import type { CompletedScan } from "../state/context";
import type { AccountStore } from "../state/store";
import type { Destination } from "./destination";

/** Specification, *Generic payload*, with the findings of the scan that the destination is notified of. */
export function genericPayload(scan: CompletedScan, notified: CompletedScan["findings"]): WebhookPayload {
  const { account, repository, pullRequest, completedAt } = scan;
  const { number, title, status, branch, commit_author } = pullRequest;
  const org = organizationOf(account);
  const repo = repository.name ?? repository.id;
  return {
    dashboard_url: pullRequestLink(account, repository.id, number),
    scm_url: sourceLink(account, repository, number),
    risk_threshold: severities.find((each) => notified.some(({ severity }) => severity === each)) ?? "passing",
    org,
    repo_name: repo,
    repo_full_name: `${org}/${repo}`,
    pr_number: number,
    pr_title: title,
    pr_status: status === "open" || status === "draft" ? "open" : "closed",
    branch,
    commit_author,
    issue_status: scan.findings.length > 0 ? "open" : "resolved",
    run_time: completedAt,
    results: notified.map(
      ({ id, finding_type, type, filename, line_start, line_end, description, severity }): WebhookResult => ({
        id,
        finding_type,
        type,
        filename,
        line_start: line_start ?? 0,
        line_end: line_end ?? 0,
        description,
        risk: severity,
      }),
    ),
  };
}

export const organizationOf = ({ account }: AccountStore): string => account.org_name ?? account.account_id;

/** The message for a destination, in the format of its type. */
export const messageFor = ({ type }: Destination, payload: WebhookPayload): object =>
  type === "chat" ? chatMessage(payload) : payload;

/** The maximum length of a text block in a chat service. */
const textLimit = 3_000;

const plain = (text: string): object => ({ type: "plain_text", text: text.slice(0, textLimit), emoji: false });
const section = (text: string): object => ({ type: "section", text: plain(text) });
/** Escapes `<`, `>` and `&`, which are markup in the notification text. */
const escaped = (text: string): string =>
  text.slice(0, textLimit).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Specification, *Chat-service payload*: the repository's name, the title, the severity and the link. The
 * layout is not specified. All text is plain, so that no name can add formatting, links or mentions.
 */
function chatMessage(payload: WebhookPayload): object {
  const { repo_full_name, pr_title, pr_number, risk_threshold, dashboard_url } = payload;
  return {
    text: escaped(`${repo_full_name} #${String(pr_number)}: ${risk_threshold}`),
    blocks: [
      section(repo_full_name),
      section(`#${String(pr_number)} ${pr_title}`),
      section(`Severity: ${risk_threshold}`),
      { type: "actions", elements: [{ type: "button", text: plain("Open in the dashboard"), url: dashboard_url }] },
    ],
  };
}

export type Digest = ReturnType<typeof insightsResponse>;

/** The daily digest. The specification does not show its format. */
export function digestMessage({ type }: Destination, org: string, { date = null, insights }: Digest): object {
  if (type === "generic") return { event: "daily_digest", org, date, insights };
  const title = `Daily digest of ${org}${date === null ? "" : `, ${date}`}`;
  const texts = insights.map((each) => [each.title, each.answer].filter((text) => typeof text === "string").join("\n"));
  const shown = texts.length > 0 ? texts : ["There is nothing new."];
  return { text: escaped(title), blocks: [section(title), ...shown.map(section)] };
}

/** The payload of the Test action: a scan of a fictitious pull request. */
export function samplePayload(org: string, { name, risk_level }: Destination, time: string): WebhookPayload {
  const [risk = "critical"] = severitiesOfLevel[risk_level];
  return {
    dashboard_url: "https://dashboard.example.com/sample",
    scm_url: "https://scm.example.com/sample/pull/1",
    risk_threshold: risk,
    org,
    repo_name: "sample",
    repo_full_name: `${org}/sample`,
    pr_number: 1,
    pr_title: `Test of the destination ${name}`,
    pr_status: "open",
    branch: "sample",
    commit_author: "sample",
    issue_status: "open",
    run_time: time,
    results: [
      {
        id: randomUUID(),
        finding_type: "pullrequest",
        type: "Sample finding",
        filename: "src/sample.ts",
        line_start: 1,
        line_end: 1,
        description: "This finding shows what a notification looks like.",
        risk,
      },
    ],
  };
}
