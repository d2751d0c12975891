import type { Insights } from "../../model/scans";
import type { CompletedScan, EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import type { Delivery, DeliveryReason } from "./account-webhooks";
import { decideNotification, findingKey } from "./decide-notification";
import type { Destination } from "./destination";
import { chatMessage, digestMessage, genericPayload, samplePayload } from "./messages";

type Sender = Pick<EmulatorContext, "deliveryQueue" | "clock" | "persist">;

/** Notifies the destinations of the account of a scan; logs a reason for each that is skipped. */
export async function notifyOfScan(context: Sender, scan: CompletedScan): Promise<readonly Delivery[]> {
  return Promise.all(scan.account.webhooks.list().map((destination) => notifyDestination(context, scan, destination)));
}

async function notifyDestination(context: Sender, scan: CompletedScan, destination: Destination): Promise<Delivery> {
  const { webhooks } = scan.account;
  const notified = webhooks.notified.findingsOf(destination, {
    repository_id: scan.repository.id,
    pr_number: scan.pullRequest.number,
  });
  const verdict = decideNotification(destination, scan, notified);
  const occasion = reasonOf(context, destination, "scan", verdict.why);
  if (!verdict.fires) return webhooks.deliveries.addSkipped(occasion);
  const payload = genericPayload(scan, verdict.findings);
  const message = destination.type === "chat" ? chatMessage(payload) : payload;
  const before = [...notified];
  const news = verdict.findings.map(findingKey).filter((key) => !notified.has(key));
  if (scan.findings.length === 0) notified.clear();
  for (const key of news) notified.add(key);
  const delivery = await send(context, scan.account, destination, occasion, message);
  if (delivery.outcome === "failed") {
    for (const key of news) notified.delete(key);
    for (const key of before) notified.add(key);
    void context.persist();
  }
  return delivery;
}

/** Sends the digest to its enabled destinations. */
export async function sendDigest(
  context: Sender,
  account: AccountStore,
  insights: Insights,
): Promise<readonly Delivery[]> {
  const { webhooks } = account;
  const chosen = webhooks.digestDestinations().flatMap((slug) => webhooks.get(slug) ?? []);
  return Promise.all(
    chosen.map(async (destination) => {
      if (!destination.enabled)
        return webhooks.deliveries.addSkipped(
          reasonOf(context, destination, "digest", "the destination is not enabled"),
        );
      const why = "the destination gets the daily digest";
      const message = digestMessage(destination.type, orgOf(account), insights);
      return send(context, account, destination, reasonOf(context, destination, "digest", why), message);
    }),
  );
}

/** Sends a sample, even to a destination that is disabled. */
export async function sendSample(context: Sender, account: AccountStore, destination: Destination): Promise<Delivery> {
  const payload = samplePayload(orgOf(account), destination, context.clock.now().toISOString());
  const message = destination.type === "chat" ? chatMessage(payload) : payload;
  return send(
    context,
    account,
    destination,
    reasonOf(context, destination, "test", "a user requested a test"),
    message,
  );
}

const orgOf = ({ account }: AccountStore): string => account.org_name ?? account.account_id;

const reasonOf = (
  { clock }: Sender,
  { slug }: Destination,
  event: DeliveryReason["event"],
  why: string,
): DeliveryReason => ({
  time: clock.now().toISOString(),
  destination: slug,
  event,
  why,
});

const send = (
  { deliveryQueue }: Sender,
  { webhooks }: AccountStore,
  { url }: Destination,
  occasion: DeliveryReason,
  message: object,
): Promise<Delivery> => webhooks.deliveries.addSent(occasion, message, deliveryQueue.send(url, message));
