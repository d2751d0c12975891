import type { Severity } from "../../model/findings";
import { decodeSettings } from "../../model/field-decoder";
import { severityRank, failingThreshold } from "../scan-records/assumptions";
import type { WireSettings } from "../state/write-semantics";

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
export const meetsMinimumSeverity = (severity: Severity, settings: WireSettings): boolean =>
  severityRank(severity) >= failingThreshold(decodeSettings(settings ?? {}, "received"));

/**
 * Whether a scan without open findings notifies a destination. No finding triggers the webhook, yet the
 * payload documents `resolved`: destinations that were notified of findings of the pull request get it once.
 */
export const notifiesResolved = (notifiedBefore: number): boolean => notifiedBefore > 0;

/** The key by which notifications are deduplicated. */
export const findingKey = (finding: { readonly id: string }): string => finding.id;
