import { randomUUID } from "node:crypto";
import type { DestinationBody } from "../../model/webhooks";
import {
  type Destination,
  destinationOf,
  freeSlug,
  seedDestinations,
  type SeedNotified,
  type WebhookSeed,
} from "./destination";
import type { PostResult } from "./post";

/** The webhook destinations of one account, its delivery log and the findings it has been notified of. */
export class AccountWebhooks {
  readonly deliveries = new DeliveryLog();
  readonly notified: NotifiedFindings;
  readonly #destinations: Map<string, Destination>;
  #digest: readonly string[];

  constructor({ webhooks = [], digest_destinations = [], webhooks_told = [] }: WebhookSeed) {
    this.#destinations = new Map(seedDestinations(webhooks).map((each) => [each.slug, each]));
    this.#digest = [...new Set(digest_destinations)];
    this.notified = new NotifiedFindings(webhooks_told);
  }

  /** In order of creation. */
  list(): readonly Destination[] {
    return [...this.#destinations.values()];
  }

  get(slug: string): Destination | undefined {
    return this.#destinations.get(slug);
  }

  add(given: DestinationBody): Destination {
    const slug = freeSlug(given.name, (taken) => this.#destinations.has(taken));
    return this.#put(destinationOf(given, slug));
  }

  /** A new name does not change the slug. */
  change(before: Destination, given: Partial<DestinationBody>): Destination {
    return this.#put(destinationOf({ ...before, ...given }, before.slug));
  }

  /** Also removes it from the digest destinations and forgets what it was notified of. */
  remove({ slug }: Destination): void {
    this.#destinations.delete(slug);
    this.notified.forget(slug);
    this.#digest = this.#digest.filter((each) => each !== slug);
  }

  digestDestinations(): readonly string[] {
    return this.#digest;
  }

  setDigestDestinations(slugs: readonly string[]): void {
    this.#digest = [...new Set(slugs)];
  }

  /** The state as a seed, without the deliveries. */
  snapshot(): Required<WebhookSeed> {
    return {
      webhooks: this.list().map(({ type, ...rest }) => rest),
      digest_destinations: this.#digest,
      webhooks_told: this.notified.snapshot(),
    };
  }

  #put(destination: Destination): Destination {
    this.#destinations.set(destination.slug, destination);
    return destination;
  }
}

/** The findings that the destinations of one account were notified of, including running deliveries. */
class NotifiedFindings {
  readonly #notes = new Map<string, Omit<SeedNotified, "findings"> & { readonly findings: Set<string> }>();

  constructor(seed: readonly SeedNotified[]) {
    for (const { destination, findings, repository_id, pr_number } of seed)
      for (const id of findings) this.findingsOf(destination, repository_id, pr_number).add(id);
  }

  /** The ids of the findings of a pull request that a destination was notified of, as a mutable set. */
  findingsOf(destination: string, repository_id: string, pr_number: number): Set<string> {
    const key = JSON.stringify([destination, repository_id, pr_number]);
    const note = this.#notes.get(key) ?? { destination, repository_id, pr_number, findings: new Set() };
    this.#notes.set(key, note);
    return note.findings;
  }

  forget(slug: string): void {
    for (const [key, { destination }] of this.#notes) if (destination === slug) this.#notes.delete(key);
  }

  snapshot(): readonly SeedNotified[] {
    return [...this.#notes.values()]
      .filter(({ findings }) => findings.size > 0)
      .map((note) => ({ ...note, findings: [...note.findings] }));
  }
}

/** An event for a destination and the reason why it was or was not sent. */
export interface DeliveryReason {
  readonly time: string;
  /** The slug of the destination. */
  readonly destination: string;
  readonly event: "scan" | "digest" | "test";
  /** Why it was sent or not. */
  readonly why: string;
}

/** An entry of the delivery log. */
export type Delivery = DeliveryReason & { readonly id: string } & (
    | { readonly outcome: "not sent" }
    | { readonly outcome: "under way"; readonly payload: unknown }
    | (PostResult & { readonly payload: unknown })
  );

/** The maximum number of entries in a delivery log. */
const maxDeliveries = 1_000;

/** The deliveries of one account, including those that were skipped for a reason. */
export class DeliveryLog {
  readonly #entries = new Map<string, Delivery>();

  /** Newest first. */
  list(): readonly Delivery[] {
    return [...this.#entries.values()].reverse();
  }

  addSkipped(reason: DeliveryReason): Delivery {
    return this.#put({ id: randomUUID(), ...reason, outcome: "not sent" });
  }

  /** Adds an entry at once and updates it with the result of the delivery. */
  async addSent(reason: DeliveryReason, payload: unknown, result: Promise<PostResult>): Promise<Delivery> {
    const entry = { id: randomUUID(), ...reason };
    this.#put({ ...entry, outcome: "under way", payload });
    const done = { ...entry, ...(await result), payload };
    // the log may have dropped the entry meanwhile
    if (this.#entries.has(entry.id)) this.#entries.set(entry.id, done);
    return done;
  }

  #put(entry: Delivery): Delivery {
    this.#entries.set(entry.id, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxDeliveries && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}
