import { randomUUID } from "node:crypto";
import type { Insights } from "../../model/scans";
import { severitiesOfLevel, type WebhookPayload } from "../../model/webhooks";
import type { Destination } from "../webhooks/destination";

/** A block-style message. Its text is plain throughout, so that no name can format, link or mention. */
interface ChatMessage {
  readonly text: string;
  readonly blocks: readonly object[];
}

/** How long a chat service lets a text be. */
const textLimit = 3_000;

const plain = (text: string): object => ({ type: "plain_text", text: text.slice(0, textLimit), emoji: false });
const section = (text: string): object => ({ type: "section", text: plain(text) });
/** In the text for notifications, `<`, `>` and `&` would be markup. */
const escaped = (text: string): string =>
  text.slice(0, textLimit).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Specification, *Chat-service payload*: the repository's name, the title, the severity and the link. How
 * they are laid out is our own choice.
 */
export function chatMessage(payload: WebhookPayload): ChatMessage {
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

/** The daily digest. Its form is not shown in the specification; this one is our own choice. */
export function digestMessage(type: Destination["type"], org: string, { date, insights }: Insights): object {
  if (type === "generic") return { event: "daily_digest", org, date: date ?? null, insights };
  const title = `Daily digest of ${org}${date === undefined ? "" : `, ${date}`}`;
  const texts = insights.map((each) => [each.title, each.answer].filter((text) => typeof text === "string").join("\n"));
  const shown = texts.length > 0 ? texts : ["There is nothing new."];
  return { text: escaped(title), blocks: [section(title), ...shown.map(section)] };
}

/** What Test sends: a payload as of a scan, about a pull request that there is not. */
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
