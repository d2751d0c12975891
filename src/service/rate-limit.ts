import { AdaptiveLimiter } from "./adaptive-limiter";
import type { Answer } from "./answer";
import type { ServiceClientOptions } from "./client-options";
import { systemClock } from "./clock";
import { type IdleDeadline, shortestAttempt, standardLongestWait } from "./retry";
import { interrupted, notTried, ServiceError } from "./service-error";
import type { Request, Transport } from "./transport";

export interface LimitOptions extends Pick<ServiceClientOptions, "concurrency" | "longestWait" | "stop" | "clock"> {
  /** Limits each attempt to the time that is left, and records each answer; default: no limit. */
  readonly deadline?: IdleDeadline;
}

/**
 * Adapts to the capacity of the service, see `AdaptiveLimiter`. 429 and 503 slow all requests down, once for all that
 * were sent before. A Retry-After delays all requests until then.
 *
 * A request with `prepare` asks for its body once its turn has come, right before each attempt, so that it rests on a
 * fresh look at what it replaces: see `WriteOptions`. What `prepare` throws is thrown unchanged, and nothing is sent.
 */
export function rateLimited(transport: Transport, options: LimitOptions = {}): Transport {
  const { concurrency = 10, longestWait = standardLongestWait, stop, clock = systemClock, deadline } = options;
  const turns = new AdaptiveLimiter({ concurrency, stop, clock });

  /** Sends within the time that is left, and not at all without time. */
  async function sendInTime(request: Request): Promise<Answer> {
    if (deadline === undefined) return transport.send(request);
    const { left } = deadline;
    const { shown, within = left } = request;
    if (left < shortestAttempt) {
      const detail = "not sent, because the service answers no other request; --timeout allows more";
      throw new ServiceError({ ...shown, code: "service-unreachable", detail, fault: "not-sent" });
    }
    try {
      const answer = await transport.send({ ...request, within: Math.min(within, left) });
      deadline.answered();
      return answer;
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.status !== undefined) deadline.answered(thrown.retryAfter);
      throw thrown;
    }
  }

  async function sendPrepared(request: Request): Promise<Answer> {
    const { prepare, attempted, unclear = false } = request;
    if (prepare === undefined) return sendInTime(request);
    const body = await prepare({ unclear });
    deadline?.answered(); // the look has just heard from the service
    let arrived = true;
    try {
      return await sendInTime({ ...request, body });
    } catch (thrown) {
      if (thrown instanceof ServiceError) arrived = thrown.arrived;
      throw thrown;
    } finally {
      attempted?.(arrived);
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
      const { signal, shown, urgent } = request;
      const turn = await turns.take(signal, urgent);
      if (turn === undefined)
        throw signal?.aborted === true ? interrupted(shown, signal.reason) : notTried(shown, stop?.reason);
      try {
        const answer = await sendPrepared(request);
        turns.onSuccess();
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
