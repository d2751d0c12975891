import { AdaptiveLimiter } from "./adaptive-limiter";
import type { Answer } from "./answer";
import type { ServiceClientOptions } from "./client-options";
import { systemClock } from "./clock";
import { type IdleDeadline, shortestAttempt, standardLongestWait } from "./retry";
import { interrupted, notTried, type RequestLine, ServiceError } from "./service-error";
import type { Request, Transport } from "./transport";
import { moreTime } from "./transport-failure";

export interface LimitOptions extends Pick<
  ServiceClientOptions,
  "concurrency" | "longestWait" | "stop" | "clock" | "timeoutSetting"
> {
  /** Limits each attempt to the time that is left, and records each answer; default: no limit. */
  readonly deadline?: IdleDeadline;
}

export interface LimitedTransport extends Transport {
  /**
   * Waits for a turn, which ends with `use`.
   *
   * @throws ServiceError `interrupted` or `not-tried` where none comes any more
   */
  turn<T>(use: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
}

/** In errors about a turn that did not come: no request is known yet. */
const unknownRequest: RequestLine = { method: "a write", path: "was not sent" };

/**
 * Adapts to the capacity of the service, see `AdaptiveLimiter`. 429 and 503 slow all requests down, once for all that
 * were sent before. A Retry-After delays all requests until then.
 *
 * A request of a turn that has come (`inTurn`) needs no free place.
 */
export function rateLimited(transport: Transport, options: LimitOptions = {}): LimitedTransport {
  const { concurrency = 10, longestWait = standardLongestWait, stop, clock = systemClock, deadline } = options;
  const remedy = moreTime(options.timeoutSetting);
  const turns = new AdaptiveLimiter({ concurrency, stop, clock });

  /** Sends within the time that is left, and not at all without time. */
  async function sendInTime(request: Request): Promise<Answer> {
    if (deadline === undefined) return transport.send(request);
    const { left } = deadline;
    const { shown, within = left } = request;
    if (left < shortestAttempt) {
      const detail = "not sent, because the service answers no other request";
      throw new ServiceError({ ...shown, code: "service-unreachable", detail, remedy, fault: "not-sent" });
    }
    try {
      const answer = await transport.send({ ...request, within: Math.min(within, left) });
      deadline.succeeded();
      return answer;
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.status !== undefined) deadline.answered(thrown.retryAfter);
      throw thrown;
    }
  }

  function learn({ status, retryAfter }: ServiceError, turn: number): void {
    if (status === undefined) return;
    if (status !== 429) turns.onRejected();
    if (status !== 429 && status !== 503) return;
    if (retryAfter !== undefined && retryAfter <= longestWait) turns.pause(retryAfter);
    turns.onOverload(turn, status === 429);
  }

  return {
    async send(request) {
      const { signal, shown, inTurn } = request;
      const turn = await turns.take(signal, inTurn);
      if (turn === undefined) throw withoutTurn(shown, signal, stop);
      try {
        const answer = await sendInTime(request);
        turns.onSuccess();
        return answer;
      } catch (thrown) {
        if (thrown instanceof ServiceError) learn(thrown, turn);
        throw thrown;
      } finally {
        turns.done(inTurn);
      }
    },
    async turn(use, signal) {
      if ((await turns.place(signal)) === undefined) throw withoutTurn(unknownRequest, signal, stop);
      try {
        return await use();
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

const withoutTurn = (
  shown: RequestLine,
  signal: AbortSignal | undefined,
  stop: AbortSignal | undefined,
): ServiceError => (signal?.aborted === true ? interrupted(shown, signal.reason) : notTried(shown, stop?.reason));
