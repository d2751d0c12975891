import type { Insights } from "../../model/scans";
import type { AccountStore } from "../state/account-store";
import type { CompletedScan } from "../state/completed-scan";
import type { World } from "../state/context";
import type { Delivery, Occasion } from "../webhooks/delivery-log";
import type { Destination } from "../webhooks/destination";
import { findingKey } from "./assumptions";
import { verdictOn } from "./decision";
import { genericPayload } from "./generic-payload";
import { chatMessage, digestMessage, samplePayload } from "./messages";

type Sender = Pick<World, "courier" | "clock" | "keep">;

/** Tells every destination of the account that is to hear of the scan; the others' reasons are logged. */
export async function tellOfScan(world: Sender, scan: CompletedScan): Promise<readonly Delivery[]> {
  return Promise.all(scan.account.webhooks.list().map((destination) => tellOne(world, scan, destination)));
}

async function tellOne(world: Sender, scan: CompletedScan, destination: Destination): Promise<Delivery> {
  const { webhooks } = scan.account;
  const told = webhooks.told.to(destination, { repository_id: scan.repository.id, pr_number: scan.pullRequest.number });
  const verdict = verdictOn(destination, scan, told);
  const occasion = occasionOf(world, destination, "scan", verdict.why);
  if (!verdict.fires) return webhooks.deliveries.notSent(occasion);
  const payload = genericPayload(scan, verdict.findings);
  const message = destination.type === "chat" ? chatMessage(payload) : payload;
  const before = [...told];
  const news = verdict.findings.map(findingKey).filter((key) => !told.has(key));
  if (scan.findings.length === 0) told.clear();
  for (const key of news) told.add(key);
  const delivery = await send(world, scan.account, destination, occasion, message);
  if (delivery.outcome === "failed") {
    for (const key of news) told.delete(key);
    for (const key of before) told.add(key);
    void world.keep();
  }
  return delivery;
}

/** Sends the digest to the destinations that are to get it, as far as they are enabled. */
export async function tellDigest(
  world: Sender,
  account: AccountStore,
  insights: Insights,
): Promise<readonly Delivery[]> {
  const { webhooks } = account;
  const chosen = webhooks.digestDestinations().flatMap((slug) => webhooks.get(slug) ?? []);
  return Promise.all(
    chosen.map(async (destination) => {
      if (!destination.enabled)
        return webhooks.deliveries.notSent(occasionOf(world, destination, "digest", "the destination is not enabled"));
      const why = "the destination gets the daily digest";
      const message = digestMessage(destination.type, orgOf(account), insights);
      return send(world, account, destination, occasionOf(world, destination, "digest", why), message);
    }),
  );
}

/** Sends a sample, whether the destination is enabled or not. */
export async function tellSample(world: Sender, account: AccountStore, destination: Destination): Promise<Delivery> {
  const payload = samplePayload(orgOf(account), destination, world.clock.now().toISOString());
  const message = destination.type === "chat" ? chatMessage(payload) : payload;
  return send(world, account, destination, occasionOf(world, destination, "test", "somebody asked for it"), message);
}

const orgOf = ({ account }: AccountStore): string => account.org_name ?? account.account_id;

const occasionOf = ({ clock }: Sender, { slug }: Destination, event: Occasion["event"], why: string): Occasion => ({
  time: clock.now().toISOString(),
  destination: slug,
  event,
  why,
});

const send = (
  { courier }: Sender,
  { webhooks }: AccountStore,
  { url }: Destination,
  occasion: Occasion,
  message: object,
): Promise<Delivery> => webhooks.deliveries.sent(occasion, message, courier.send(url, message));
