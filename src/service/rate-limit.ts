import { type Clock, systemClock } from "./clock";
import { interrupted, notTried, ServiceError } from "./service-error";
import { standardLongestWait } from "./retry";
import type { Transport } from "./transport";
import { AdaptiveLimiter } from "./adaptive-limiter";

export interface LimitOptions {
  /** The maximum number of concurrent requests; default 10. */
  readonly concurrency?: number;
  /** A longer Retry-After does not delay other requests, in milliseconds; default 60,000. */
  readonly longestWait?: number;
  /** After an abort nothing more is sent; requests in flight are awaited. */
  readonly stop?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Adapts to the capacity of the service. 429 and 503 halve the number of concurrent requests, once for all requests
 * sent before; each success raises it by a fraction of one. A Retry-After delays all requests until then. After a 429
 * requests are sent at a learned rate (see `RateController`).
 */
export function rateLimited(transport: Transport, options: LimitOptions = {}): Transport {
  const { concurrency = 10, longestWait = standardLongestWait, stop, clock = systemClock } = options;
  const turns = new AdaptiveLimiter({ concurrency, stop, clock });

  function learn({ status, retryAfter }: ServiceError, turn: number): void {
    if (status === undefined) return;
    if (status !== 429) turns.taken();
    if (status !== 429 && status !== 503) return;
    if (retryAfter !== undefined && retryAfter <= longestWait) turns.pause(retryAfter);
    turns.tooMuch(turn, status === 429);
  }

  return {
    async send(request) {
      const { signal, shown, urgent } = request;
      const turn = await turns.take(signal, urgent);
      if (turn === undefined)
        throw signal?.aborted === true ? interrupted(shown, signal.reason) : notTried(shown, stop?.reason);
      try {
        const answer = await transport.send(request);
        turns.fine();
        return answer;
      } catch (thrown) {
        if (thrown instanceof ServiceError) learn(thrown, turn);
        throw thrown;
      } finally {
        turns.done(urgent);
      }
    },
    close: async () => {
      turns.close();
      await transport.close();
    },
  };
}
