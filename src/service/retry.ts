import { type Clock, derived, systemClock } from "./clock";
import { interrupted, ServiceError } from "./service-error";
import type { Answer, Request, Transport } from "./transport";

/** Times are in milliseconds. */
export interface RetryOptions {
  /** The maximum number of attempts; default 5. */
  readonly attempts?: number;
  /** The nth wait is a random part of `base` times 2 to the nth power; default 250. */
  readonly base?: number;
  /** The maximum wait; default 10,000. */
  readonly ceiling?: number;
  /** A longer Retry-After ends the attempts; default 60,000. */
  readonly longestWait?: number;
  /** After an abort nothing is repeated. */
  readonly stop?: AbortSignal | undefined;
  readonly clock?: Clock;
  /** From 0 up to 1. */
  readonly random?: () => number;
}

export const standardLongestWait = 60_000;

/**
 * Repeats failed requests where that is safe: a repeatable one when the answer was lost or the service failed
 * temporarily; any other only when it certainly had no effect. A repeated DELETE that answers 404 has succeeded if an
 * earlier attempt may have taken effect.
 *
 * @throws ServiceError the last one, which gives the number of attempts
 */
export function retrying(transport: Transport, options: RetryOptions = {}): Transport {
  const { stop, clock = systemClock } = options;

  async function send(request: Request): Promise<Answer> {
    const waiting = derived(request.signal, stop);
    let unclear = false; // whether a failed attempt may have taken effect
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attempted(transport, request);
      if (!(outcome instanceof ServiceError)) return outcome;
      if (unclear && request.method === "DELETE" && outcome.status === 404) return gone(outcome);
      const end = ended(request, outcome, attempt, options);
      if (end !== undefined) throw end === "" ? outcome : outcome.with(end, unclear);
      unclear ||= !withoutEffect(outcome);
      await clock.sleep((outcome.retryAfter ?? 0) + jitter(attempt, options), waiting).catch((thrown: unknown) => {
        if (waiting?.aborted !== true) throw thrown;
      });
      if (request.signal?.aborted === true) throw interrupted(request.shown, outcome);
      if (stop?.aborted === true) throw outcome.with(attemptsMade(attempt), unclear);
    }
  }

  return { send, close: () => transport.close() };
}

/** The text to add to the error when there is no further attempt; undefined when there is one. */
function ended(request: Request, failed: ServiceError, attempt: number, options: RetryOptions): string | undefined {
  const { attempts = 5, longestWait = standardLongestWait, stop } = options;
  const { retryAfter = 0 } = failed;
  if (stop?.aborted === true || !mayRepeat(request, failed) || attempt >= attempts) return attemptsMade(attempt);
  if (retryAfter <= longestWait) return undefined;
  return `${attemptsMade(attempt)}; the service asks to wait ${seconds(retryAfter)}, and scanform waits ${seconds(longestWait)} at most`;
}

const attemptsMade = (attempt: number): string => (attempt === 1 ? "" : `, after ${String(attempt)} attempts`);

async function attempted(transport: Transport, request: Request): Promise<Answer | ServiceError> {
  try {
    return await transport.send(request);
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown;
    throw thrown;
  }
}

/** Statuses of temporary failures. */
const passing: ReadonlySet<number | undefined> = new Set([408, 500, 502, 503, 504]);

const withoutEffect = ({ status, fault }: ServiceError): boolean => status === 429 || fault === "not-sent";

function mayRepeat({ method, repeatable }: Request, failed: ServiceError): boolean {
  if (withoutEffect(failed)) return true;
  return (method === "GET" || repeatable === true) && (failed.fault === "lost" || passing.has(failed.status));
}

/** Full jitter: requests that failed together are not repeated together. */
function jitter(attempt: number, { base = 250, ceiling = 10_000, random = Math.random }: RetryOptions): number {
  return random() * Math.min(ceiling, base * 2 ** (attempt - 1));
}

const gone = ({ requestId }: ServiceError): Answer => ({
  status: 404,
  body: undefined,
  ...(requestId === undefined ? {} : { requestId }),
});

const seconds = (milliseconds: number): string => `${String(milliseconds / 1000)} s`;
