import { decodeSettings } from "../../model/field-decoder";
import type { Severity } from "../../model/findings";
import { isObject } from "../../model/json";
import { severitiesOfLevel } from "../../model/webhooks";
import { failingThreshold, severityRank } from "../scans/assumptions";
import type { CompletedScan } from "../state/context";
import type { WireSettings } from "../state/write-semantics";
import type { Destination } from "./destination";

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
    return { fires: true, why: "all findings that the destination was notified of are resolved", findings };
  if (!findings.some(({ severity }) => meetsMinimumSeverity(severity, settings)))
    return { fires: false, why: "the scan has no finding of the configuration's minimum severity or above" };
  const heard = findings.filter(({ severity }) => severitiesOfLevel[destination.risk_level].includes(severity));
  if (!isDeduplicated(settings)) return { fires: true, why: attachment.why, findings: heard };
  const news = heard.filter((finding) => !notified.has(findingKey(finding)));
  return heard.length > 0 && news.length === 0
    ? { fires: false, why: "the destination was already notified of all these findings" }
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

/**
 * The emulator's assumptions about webhook events where the specification says "not shown" or contradicts
 * itself (*Events*). This file contains or names every such assumption.
 *
 * - Test is sent to disabled destinations too; its sample is a generic payload or a chat message about a
 *   fictitious pull request. The digest is sent to enabled destinations only.
 * - The minimum severity decides whether a scan triggers any webhook, even of a Global destination. The
 *   destination's Risk Level alone decides which findings are included.
 * - A scan that triggers a webhook, but has no finding of the destination's Risk Level, is sent with empty
 *   `results` and `passing`: the payload documents both.
 * - `risk_threshold` is the highest risk in `results`; `issue_status` is `resolved` when a scan reports no
 *   finding, because there are none or all are silent or triaged.
 * - A draft pull request is `open`, a merged one `closed`.
 * - With `deduplicate`, findings that a destination was notified of are omitted, and nothing is sent when none
 *   is left. A failed delivery does not count as a notification.
 */

/**
 * Whether a finding meets the minimum severity threshold of a configuration. Its only threshold,
 * `risk_threshold`, is an integer of undocumented meaning: it is interpreted as for failing a scan.
 */
const meetsMinimumSeverity = (severity: Severity, settings: WireSettings): boolean =>
  severityRank(severity) >= failingThreshold(decodeSettings(settings ?? {}, "received"));

/**
 * Whether a scan without open findings notifies a destination. No finding triggers the webhook, yet the
 * payload documents `resolved`: destinations that were notified of findings of the pull request get it once.
 */
const notifiesResolved = (notifiedBefore: number): boolean => notifiedBefore > 0;

/** The key by which notifications are deduplicated. */
export const findingKey = (finding: { readonly id: string }): string => finding.id;
