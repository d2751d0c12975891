import type { DestinationBody } from "../../model/webhooks";
import { freeSlug } from "./assumptions";
import { DeliveryLog } from "./delivery-log";
import { type Destination, destinationOf } from "./destination";
import { NotifiedFindings } from "./notified-findings";
import { seedDestinations, type WebhookSeed } from "./webhook-seed";

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
    return this.#put(
      destinationOf(
        given,
        freeSlug(given.name, (slug) => this.#destinations.has(slug)),
      ),
    );
  }

  /** A new name does not change the slug. */
  change(before: Destination, given: Partial<DestinationBody>): Destination {
    return this.#put(destinationOf({ ...before, ...given }, before.slug));
  }

  /** Also removes it from the digest destinations and forgets what it was notified of. */
  remove(destination: Destination): void {
    const { slug } = destination;
    this.#destinations.delete(slug);
    this.notified.forget(destination);
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
