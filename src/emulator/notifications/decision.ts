import { isObject } from "../../model/json";
import { severitiesOfLevel } from "../../model/webhooks";
import type { CompletedScan } from "../state/completed-scan";
import type { Destination } from "../webhooks/destination";
import { findingKey, meetsMinimumSeverity, notifiesResolved } from "./assumptions";

type Findings = CompletedScan["findings"];

/** Whether a scan triggers a webhook, for which of its findings, and why. */
export type NotificationDecision =
  | { readonly fires: true; readonly why: string; readonly findings: Findings }
  | { readonly fires: false; readonly why: string };

/**
 * Specification, *When a webhook fires*.
 *
 * @param notified the keys of the findings of this pull request that the destination was notified of
 */
export function decideNotification(
  destination: Destination,
  scan: CompletedScan,
  notified: ReadonlySet<string>,
): NotificationDecision {
  const { settings, findings } = scan;
  if (!destination.enabled) return { fires: false, why: "the destination is not enabled" };
  const attachment = attachmentOf(destination, settings);
  if (!attachment.attached) return { fires: false, why: attachment.why };
  if (findings.length === 0 && notifiesResolved(notified.size))
    return { fires: true, why: "what the destination has been told of is resolved", findings };
  if (!findings.some(({ severity }) => meetsMinimumSeverity(severity, settings)))
    return { fires: false, why: "the scan has no finding of the configuration's minimum severity or above" };
  const heard = findings.filter(({ severity }) => severitiesOfLevel[destination.risk_level].includes(severity));
  if (!isDeduplicated(settings)) return { fires: true, why: attachment.why, findings: heard };
  const news = heard.filter((finding) => !notified.has(findingKey(finding)));
  return heard.length > 0 && news.length === 0
    ? { fires: false, why: "the destination has been told of all these findings" }
    : { fires: true, why: attachment.why, findings: news };
}

interface Attachment {
  readonly attached: boolean;
  readonly why: string;
}

function attachmentOf({ slug, global }: Destination, settings: CompletedScan["settings"]): Attachment {
  if (global) return { attached: true, why: "the destination is Global" };
  if (settings === null) return { attached: false, why: "the repository has no configuration with settings" };
  const notifications = notificationsOf(settings);
  if (notifications["enabled"] !== true)
    return { attached: false, why: "notifications are not enabled in the configuration" };
  const names = notifications["integrationNames"];
  return Array.isArray(names) && names.includes(slug)
    ? { attached: true, why: "the configuration names the destination" }
    : { attached: false, why: "the configuration does not name the destination" };
}

const isDeduplicated = (settings: CompletedScan["settings"]): boolean =>
  notificationsOf(settings)["deduplicate"] === true;

function notificationsOf(settings: CompletedScan["settings"]): Readonly<Record<string, unknown>> {
  const notifications: unknown = settings?.["notifications"];
  return isObject(notifications) ? notifications : {};
}
