import { type Clock, systemClock } from "./clock";
import type { RequestLine } from "./service-error";
import type { Transport } from "./transport";

/** How long a request is unanswered before somebody is told, in milliseconds. */
export const noticeAfter = 1000;

/**
 * Is told of a request that has not been answered for 1 s, or waits before it is repeated.
 *
 * @param asked the wait that the service asks for, in milliseconds; absent where it does not answer
 */
export type OnWaiting = (request: RequestLine, asked?: number) => void;

/** Tells of each request that has not been answered for 1 s, all its attempts taken together. */
export function noticing(transport: Transport, onWaiting: OnWaiting, clock: Clock = systemClock): Transport {
  return {
    async send(request) {
      const left = noticeAfter - (request.waitedBefore ?? 0);
      if (left <= 0) return transport.send(request); // told before
      const settled = new AbortController();
      clock.sleep(left, settled.signal).then(
        () => {
          onWaiting({ ...request.shown });
        },
        () => undefined, // settled in time
      );
      try {
        return await transport.send(request);
      } finally {
        settled.abort();
      }
    },
    close: () => transport.close(),
  };
}
