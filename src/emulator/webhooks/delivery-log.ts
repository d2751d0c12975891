import { randomUUID } from "node:crypto";
import { maxDeliveries } from "./assumptions";
import type { PostResult } from "./post";

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

/** The deliveries of one account, including those that were skipped for a reason. */
export class DeliveryLog {
  readonly #entries = new Map<string, Delivery>();

  /** Newest first. */
  list(): readonly Delivery[] {
    return [...this.#entries.values()].reverse();
  }

  addSkipped(occasion: DeliveryReason): Delivery {
    return this.#put({ id: randomUUID(), ...occasion, outcome: "not sent" });
  }

  /** Adds an entry at once and updates it with the result of the delivery. */
  async addSent(occasion: DeliveryReason, payload: unknown, result: Promise<PostResult>): Promise<Delivery> {
    const entry = { id: randomUUID(), ...occasion };
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
