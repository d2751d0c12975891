import { type AllowedHosts, post, type PostResult, receiverAddresses, type Resolve, systemResolve } from "./post";

const maxConcurrentDeliveries = 8;

interface DeliveryQueueOptions {
  /** The time limit for a receiver's whole response, in milliseconds. */
  readonly timeout?: number;
  /** The hosts besides this machine; none by default. */
  readonly allowed?: AllowedHosts;
  readonly resolve?: Resolve;
}

/** Delivers webhooks to this machine and the allowed hosts, with limited concurrency. No receiver can block the emulator. */
export class DeliveryQueue {
  readonly #timeout: number;
  readonly #allowed: AllowedHosts;
  readonly #resolve: Resolve;
  readonly #underWay = new Set<Promise<PostResult>>();
  readonly #closed = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ timeout = 5_000, allowed = new Set(), resolve = systemResolve }: DeliveryQueueOptions = {}) {
    this.#timeout = timeout;
    this.#allowed = allowed;
    this.#resolve = resolve;
  }

  /** Queues a POST of JSON. Never rejects. */
  send(url: string, payload: unknown): Promise<PostResult> {
    const result = this.#inTurn(() => this.#attempt(url, payload)).finally(() => this.#underWay.delete(result));
    this.#underWay.add(result);
    return result;
  }

  /** Resolves when no delivery is running or queued. */
  async settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Aborts running deliveries and resolves when none is left. Idempotent. */
  async close(): Promise<void> {
    this.#closed.abort(new Error("the emulator was closed"));
    await this.settle();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < maxConcurrentDeliveries) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #attempt(url: string, payload: unknown): Promise<PostResult> {
    const addressesOf = (host: URL) => receiverAddresses(host, this.#allowed, this.#resolve);
    return post(url, payload, addressesOf, this.#timeout, this.#closed.signal);
  }
}
