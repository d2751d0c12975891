import { type Clock, systemClock } from "./clock";
import { interrupted, notTried, ServiceError } from "./service-error";
import { standardLongestWait } from "./retry";
import type { Transport } from "./transport";
import { AdaptiveLimiter } from "./adaptive-limiter";

export interface LimitOptions {
  /** So many requests are under way at most; 10 when left out. */
  readonly concurrency?: number;
  /** A Retry-After that is longer holds nobody up, in milliseconds; 60,000 when left out. */
  readonly longestWait?: number;
  /** Once it is aborted nothing is sent any more; what is under way is waited for. */
  readonly stop?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Keeps to what the service can take. 429 and 503 halve how many requests are under way, once for all
 * that were sent before; each success takes that up again by a part of one. A Retry-After holds back
 * all requests until then. After a 429 requests are sent at a pace (see `Pace`).
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
      const { signal, shown } = request;
      const turn = await turns.take(signal);
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
        turns.done();
      }
    },
    close: async () => {
      turns.close();
      await transport.close();
    },
  };
}
