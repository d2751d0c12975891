import { randomUUID } from "node:crypto";
import { maxDeliveries } from "./assumptions";
import type { PostResult } from "./post";

/** What a destination was told of, or was not, and why. */
export interface DeliveryReason {
  readonly time: string;
  /** The slug of the destination. */
  readonly destination: string;
  readonly event: "scan" | "digest" | "test";
  /** Why it fires, or does not. */
  readonly why: string;
}

/** An entry of the log. */
export type Delivery = DeliveryReason & { readonly id: string } & (
    | { readonly outcome: "not sent" }
    | { readonly outcome: "under way"; readonly payload: unknown }
    | (PostResult & { readonly payload: unknown })
  );

/** The deliveries of one account, and those that there was a reason not to make. */
export class DeliveryLog {
  readonly #entries = new Map<string, Delivery>();

  /** Newest first. */
  list(): readonly Delivery[] {
    return [...this.#entries.values()].reverse();
  }

  addSkipped(occasion: DeliveryReason): Delivery {
    return this.#put({ id: randomUUID(), ...occasion, outcome: "not sent" });
  }

  /** Stands in the log from now on, and says what became of it as soon as that is known. */
  async addSent(occasion: DeliveryReason, payload: unknown, result: Promise<PostResult>): Promise<Delivery> {
    const entry = { id: randomUUID(), ...occasion };
    this.#put({ ...entry, outcome: "under way", payload });
    const done = { ...entry, ...(await result), payload };
    // it may be so old by now that it has been forgotten
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
