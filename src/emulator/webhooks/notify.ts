import { decodeSettings } from "../../model/field-decoder";
import { isObject } from "../../model/json";
import { severitiesOfLevel } from "../../model/webhooks";
import { failingThreshold, severityRank } from "../scans/assumptions";
import type { CompletedScan, EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import type { Delivery, DeliveryReason } from "./account-webhooks";
import type { Destination } from "./destination";
import { type Digest, digestMessage, genericPayload, messageFor, organizationOf, samplePayload } from "./messages";

/**
 * The emulator's assumptions about webhook events where the specification says "not shown" or contradicts
 * itself (*Events*). This file contains or names every such assumption.
 *
 * - Test is sent to disabled destinations too; its sample is a generic payload or a chat message about a
 *   fictitious pull request. The digest is sent to enabled destinations only.
 * - The minimum severity decides whether a scan triggers any webhook, even of a Global destination. It is the
 *   configuration's `risk_threshold`, an integer of undocumented meaning, interpreted as for failing a scan. The
 *   destination's Risk Level alone decides which findings are included.
 * - A scan that triggers a webhook, but has no finding of the destination's Risk Level, is sent with empty
 *   `results` and `passing`: the payload documents both.
 * - A scan without open findings triggers no webhook, yet the payload documents `resolved`: destinations that were
 *   notified of findings of the pull request get it once.
 * - `risk_threshold` is the highest risk in `results`; `issue_status` is `resolved` when a scan reports no
 *   finding, because there are none or all are silent or triaged.
 * - A draft pull request is `open`, a merged one `closed`.
 * - With `deduplicate`, findings that a destination was notified of are omitted, and nothing is sent when none
 *   is left. A failed delivery does not count as a notification.
 */

type Sender = Pick<EmulatorContext, "deliveryQueue" | "clock">;

/** Notifies the destinations of the account of a scan; logs a reason for each that is skipped. */
export const notifyOfScan = (context: Sender, scan: CompletedScan): Promise<readonly Delivery[]> =>
  Promise.all(scan.account.webhooks.list().map((destination) => notifyDestination(context, scan, destination)));

async function notifyDestination(context: Sender, scan: CompletedScan, destination: Destination): Promise<Delivery> {
  const { webhooks } = scan.account;
  const notified = webhooks.notified.findingsOf(destination.slug, scan.repository.id, scan.pullRequest.number);
  const { why, findings } = decideNotification(destination, scan, notified);
  const reason = reasonOf(context, destination, "scan", why);
  if (findings === undefined) return webhooks.deliveries.addSkipped(reason);
  const message = messageFor(destination, genericPayload(scan, findings));
  const before = [...notified];
  const news = findings.map(({ id }) => id).filter((id) => !notified.has(id));
  if (scan.findings.length === 0) notified.clear();
  for (const id of news) notified.add(id);
  const delivery = await send(context, scan.account, destination, reason, message);
  if (delivery.outcome === "failed") {
    for (const id of news) notified.delete(id);
    for (const id of before) notified.add(id);
  }
  return delivery;
}

/** Why a scan triggers a webhook, and for which of its findings; or why it does not. */
interface NotificationDecision {
  readonly why: string;
  readonly findings?: CompletedScan["findings"];
}

/**
 * Specification, *When a webhook fires*.
 *
 * @param notified the findings of this pull request that the destination was notified of
 */
function decideNotification(
  destination: Destination,
  { settings, findings }: CompletedScan,
  notified: ReadonlySet<string>,
): NotificationDecision {
  if (!destination.enabled) return { why: "the destination is not enabled" };
  const notifications = isObject(settings?.["notifications"]) ? settings["notifications"] : {};
  const { attached, why } = attachmentOf(destination, settings, notifications);
  if (!attached) return { why };
  if (findings.length === 0 && notified.size > 0)
    return { why: "all findings that the destination was notified of are resolved", findings };
  const minimum = failingThreshold(decodeSettings(settings ?? {}, "received"));
  if (!findings.some(({ severity }) => severityRank(severity) >= minimum))
    return { why: "the scan has no finding of the configuration's minimum severity or above" };
  const heard = findings.filter(({ severity }) => severitiesOfLevel[destination.risk_level].includes(severity));
  if (notifications["deduplicate"] !== true) return { why, findings: heard };
  const news = heard.filter(({ id }) => !notified.has(id));
  return heard.length > 0 && news.length === 0
    ? { why: "the destination was already notified of all these findings" }
    : { why, findings: news };
}

function attachmentOf(
  { slug, global }: Destination,
  settings: CompletedScan["settings"],
  notifications: Readonly<Record<string, unknown>>,
): { readonly attached: boolean; readonly why: string } {
  if (global) return { attached: true, why: "the destination is Global" };
  if (settings === null) return { attached: false, why: "the repository has no configuration with settings" };
  if (notifications["enabled"] !== true)
    return { attached: false, why: "notifications are not enabled in the configuration" };
  const names = notifications["integrationNames"];
  return Array.isArray(names) && names.includes(slug)
    ? { attached: true, why: "the configuration names the destination" }
    : { attached: false, why: "the configuration does not name the destination" };
}

/** Sends the digest to its enabled destinations. */
export function sendDigest(context: Sender, account: AccountStore, digest: Digest): Promise<readonly Delivery[]> {
  const { webhooks } = account;
  const chosen = webhooks.digestDestinations().flatMap((slug) => webhooks.get(slug) ?? []);
  return Promise.all(
    chosen.map(async (destination) => {
      const { enabled } = destination;
      const why = enabled ? "the destination gets the daily digest" : "the destination is not enabled";
      const reason = reasonOf(context, destination, "digest", why);
      if (!enabled) return webhooks.deliveries.addSkipped(reason);
      return send(context, account, destination, reason, digestMessage(destination, organizationOf(account), digest));
    }),
  );
}

/** Sends a sample, even to a destination that is disabled. */
export function sendSample(context: Sender, account: AccountStore, destination: Destination): Promise<Delivery> {
  const reason = reasonOf(context, destination, "test", "a user requested a test");
  const payload = samplePayload(organizationOf(account), destination, reason.time);
  return send(context, account, destination, reason, messageFor(destination, payload));
}

const reasonOf = (
  { clock }: Sender,
  { slug }: Destination,
  event: DeliveryReason["event"],
  why: string,
): DeliveryReason => ({ time: clock.now().toISOString(), destination: slug, event, why });

const send = (
  { deliveryQueue }: Sender,
  { webhooks }: AccountStore,
  { url }: Destination,
  reason: DeliveryReason,
  message: object,
): Promise<Delivery> => webhooks.deliveries.addSent(reason, message, deliveryQueue.send(url, message));
