import { type Clock, systemClock } from "./clock";
import { ServiceError } from "./service-error";
import { standardTimeout, type Transport } from "./transport";

/** How much longer than the timeout of one attempt a service may be silent before everything ends. */
const timeForRepeating = 20_000;

/** With less time left, an attempt is not worth it. */
export const shortestAttempt = 1000;

/** How long a service may be silent, in milliseconds. @param timeout of one attempt */
export const longestSilence = (timeout = standardTimeout): number => timeout + timeForRepeating;

/**
 * The time in which the service has answered none of a client's requests: since its last answer, or since the first
 * request that waits for one. All requests of a client share it, so that a plan ends within 50 s of the last answer,
 * however many requests wait for a turn. A wait that the service asks for is not silence.
 */
export class Silence {
  readonly #longest: number;
  readonly #clock: Clock;
  #since = 0;
  #waiting = 0;

  constructor({ timeout, clock = systemClock }: { readonly timeout?: number; readonly clock?: Clock } = {}) {
    this.#longest = longestSilence(timeout);
    this.#clock = clock;
  }

  /** The time that is left, in milliseconds. */
  get left(): number {
    return this.#longest - Math.max(0, this.#clock.now() - this.#since);
  }

  /** Counts the time of a request, with all its attempts and waits. */
  async during<T>(request: () => Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#since = this.#clock.now();
    this.#waiting += 1;
    try {
      return await request();
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Gives each attempt no more than the time that is left, and sends none without time. */
  limiting(transport: Transport): Transport {
    return {
      send: async (request) => {
        const { left } = this;
        const { shown, within = left } = request;
        if (left < shortestAttempt) {
          const detail = "not sent, because the service answers no other request; --timeout allows more";
          throw new ServiceError({ ...shown, code: "service-unreachable", detail, fault: "not-sent" });
        }
        try {
          const answer = await transport.send({ ...request, within: Math.min(within, left) });
          this.answered();
          return answer;
        } catch (thrown) {
          if (thrown instanceof ServiceError && thrown.status !== undefined) this.answered(thrown.retryAfter);
          throw thrown;
        }
      },
      close: () => transport.close(),
    };
  }

  /** The service has answered. @param wait that it asks for, in milliseconds */
  answered(wait = 0): void {
    this.#since = Math.max(this.#since, this.#clock.now() + wait);
  }
}
