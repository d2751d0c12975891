import type { DestinationBody } from "../../model/webhooks";
import { freeSlug } from "./choices";
import { DeliveryLog } from "./deliveries";
import { type Destination, destinationOf } from "./destination";
import { seededDestinations, type WebhookSeed } from "./seed-form";

/** The destinations of one account and what they were told. */
export class AccountWebhooks {
  readonly deliveries = new DeliveryLog();
  readonly #destinations: Map<string, Destination>;
  readonly #told = new Map<string, Map<string, Set<string>>>();
  #digest: readonly string[];

  constructor({ webhooks = [], digest_destinations = [] }: WebhookSeed) {
    this.#destinations = new Map(seededDestinations(webhooks).map((each) => [each.slug, each]));
    this.#digest = [...new Set(digest_destinations)];
  }

  /** In the order in which they came. */
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

  /** The slug stays, whatever the name becomes. */
  change(before: Destination, given: Partial<DestinationBody>): Destination {
    return this.#put(destinationOf({ ...before, ...given }, before.slug));
  }

  /** It is no digest destination any more, and another of its slug begins anew. */
  remove({ slug }: Destination): void {
    this.#destinations.delete(slug);
    this.#told.delete(slug);
    this.#digest = this.#digest.filter((each) => each !== slug);
  }

  digestDestinations(): readonly string[] {
    return this.#digest;
  }

  setDigestDestinations(slugs: readonly string[]): void {
    this.#digest = [...new Set(slugs)];
  }

  /** The keys of the findings of a pull request that a destination has been told of: the set itself. */
  toldTo({ slug }: Destination, pullRequest: string): Set<string> {
    const byPullRequest = this.#told.get(slug) ?? new Map<string, Set<string>>();
    const told = byPullRequest.get(pullRequest) ?? new Set();
    this.#told.set(slug, byPullRequest.set(pullRequest, told));
    return told;
  }

  /** The form of a seed. What was told, and the deliveries, are not in it. */
  snapshot(): Required<WebhookSeed> {
    return { webhooks: this.list().map(({ type, ...rest }) => rest), digest_destinations: this.#digest };
  }

  #put(destination: Destination): Destination {
    this.#destinations.set(destination.slug, destination);
    return destination;
  }
}
