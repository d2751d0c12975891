import type { Answer } from "./answer";
import type { ServiceClientOptions, Waiting } from "./client-options";
import { type Clock, derived, seconds, systemClock } from "./clock";
import { type Attempts, noAttempts } from "../reconcile/ports";
import { interrupted, ServiceError } from "./service-error";
import { noticeAfter, type Request, standardTimeout, type Transport } from "./transport";

/** How much longer than the timeout of one attempt a service may answer nothing before everything ends. */
const timeForRepeating = 20_000;

/** With less time left, an attempt is not worth it. */
export const shortestAttempt = 1000;

/**
 * How long after a GET that was given up the service counts as gone, and how long an attempt may take then. Longer than
 * the pauses that a command makes between requests.
 */
const gone = { for: 10_000, attempt: 5000 } as const;

/**
 * The time in which the service has answered none of a client's requests: since its last answer, or since the first
 * request that waits for one. All requests of a client share it, so that a plan ends within 50 s of the last answer,
 * however many requests wait for a turn. A wait that the service asks for does not count. After a GET that was given up,
 * the next ones are sent once, so that a command whose service is gone does not wait for each of its reads.
 */
export class IdleDeadline {
  /** All of the time, in milliseconds. */
  readonly longest: number;
  readonly #clock: Clock;
  #since = 0;
  #waiting = 0;
  #gaveUp = -Infinity;

  /** @param options the timeout of one attempt */
  constructor({ timeout = standardTimeout, clock = systemClock }: Pick<RetryOptions, "timeout" | "clock"> = {}) {
    this.longest = timeout + timeForRepeating;
    this.#clock = clock;
  }

  /** The time that is left, in milliseconds. */
  get left(): number {
    return this.longest - Math.max(0, this.#clock.now() - this.#since);
  }

  /** A GET was given up a short time ago, and no request has succeeded since. */
  get isGone(): boolean {
    return this.#clock.now() - this.#gaveUp < gone.for;
  }

  /** Counts the time of a request, with all its attempts and waits. */
  async during<T>(request: () => Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#since = this.#clock.now() - (this.isGone ? this.longest - gone.attempt : 0);
    this.#waiting += 1;
    try {
      return await request();
    } finally {
      this.#waiting -= 1;
    }
  }

  /** A GET has failed, and is not sent again. */
  gaveUp(): void {
    this.#gaveUp = this.#clock.now();
  }

  /** A request has succeeded. */
  succeeded(): void {
    this.#gaveUp = -Infinity;
    this.answered();
  }

  /** The service has answered. @param wait that it asks for, in milliseconds */
  answered(wait = 0): void {
    this.#since = Math.max(this.#since, this.#clock.now() + wait);
  }
}

export interface RetryOptions extends Pick<
  ServiceClientOptions,
  "attempts" | "timeout" | "longestWait" | "stop" | "clock" | "onWaiting" | "random"
> {
  /** Shared with the transport; default: that of this transport alone. */
  readonly deadline?: IdleDeadline;
}

/** The nth wait is a random part of `firstWait` times 2 to the nth power, up to `ceiling`, in milliseconds. */
const firstWait = 250;
const ceiling = 10_000;
/**
 * How often a request is sent. With the waits between them, those of a GET take half a minute: so long a deployment may
 * take.
 */
const standardAttempts = { read: 12, write: 5 } as const;
export const standardLongestWait = 60_000;

/** Decides whether a failed request is sent again, and waits until then. */
export type Again = (
  failed: ServiceError,
  made: Attempts,
  request: Pick<Request, "method" | "repeatable" | "shown" | "signal">,
) => Promise<Attempts>;

/**
 * A failed request is sent again where that is safe: a repeatable one when the answer was lost or the service failed
 * temporarily; any other only when it certainly had no effect.
 *
 * All attempts together get the timeout of one and 20 s more, so that a service that does not answer ends a plan
 * within a minute: the last attempt gets what is left. A 429, and what has a Retry-After, is an answer, and the time
 * that it takes does not count. Where the service answers no other request either (see `IdleDeadline`), they get no more
 * than that time since its last answer.
 *
 * @param closed ends the wait
 * @returns a function that throws the ServiceError of the last attempt, with the number of attempts and their time
 */
export function repetition(options: RetryOptions & { readonly deadline: IdleDeadline }, closed: AbortSignal): Again {
  const { stop, clock = systemClock, onWaiting, deadline } = options;
  const { longest } = deadline;
  return async (failed, { count: before, ...made }, request) => {
    const count = before + 1;
    const pause = jitter(count, options);
    const paced = isPaced(failed);
    const waited = made.waited + (paced ? 0 : failed.waited);
    const isRead = request.method === "GET";
    const left = isRead && deadline.isGone ? 0 : Math.min(longest - waited, deadline.left);
    const late = !paced && left - pause < shortestAttempt;
    const end = ended(request, failed, { attempt: count, late }, options);
    if (end !== undefined) {
      if (isRead && mayRepeat(request, failed)) deadline.gaveUp();
      throw lastOf(failed, { ...made, attempt: count, waited }, end);
    }
    const wait = (failed.retryAfter ?? 0) + pause;
    const next: Attempts = {
      count,
      waited: waited + (paced ? 0 : pause),
      paused: made.paused + (paced ? failed.waited + wait : 0),
      unclear: made.unclear || !withoutEffect(failed),
      left: made.left || failed.arrived,
    };
    if (next.waited + next.paused >= noticeAfter) onWaiting?.({ ...request.shown }, waitingOf(failed));
    const waiting = derived(request.signal, stop, closed);
    await clock.sleep(wait, waiting).catch((thrown: unknown) => {
      if (!waiting.aborted) throw thrown;
    });
    if (request.signal?.aborted === true) throw interrupted(request.shown, failed);
    if (stop?.aborted === true) throw lastOf(failed, { ...next, attempt: count }, "");
    return next;
  };
}

/**
 * Repeats failed requests: see `repetition`. A repeated DELETE that answers 404 has succeeded if an earlier attempt may
 * have taken effect.
 */
export function retrying(transport: Transport, options: RetryOptions = {}): Transport & { readonly again: Again } {
  const deadline = options.deadline ?? new IdleDeadline(options);
  const closed = new AbortController();
  const again = repetition({ ...options, deadline }, closed.signal);

  async function send(request: Request): Promise<Answer> {
    for (let made = noAttempts; ;) {
      const timing = { within: deadline.longest - made.waited, waitedBefore: made.waited };
      const outcome = await outcomeOf(transport, { ...request, ...timing });
      if (!(outcome instanceof ServiceError)) return outcome;
      if (made.unclear && request.method === "DELETE" && outcome.status === 404) return deleted(outcome);
      made = await again(outcome, made, request);
    }
  }

  return {
    again,
    send: (request) => deadline.during(() => send(request)),
    close: () => {
      closed.abort();
      return transport.close();
    },
  };
}

/** Why there is no further attempt, as text to add to the error; undefined when there is one. */
function ended(
  request: Pick<Request, "method" | "repeatable">,
  failed: ServiceError,
  { attempt, late }: { readonly attempt: number; readonly late: boolean },
  options: RetryOptions,
): string | undefined {
  const { read, write } = standardAttempts;
  const { attempts = request.method === "GET" ? read : write, longestWait = standardLongestWait, stop } = options;
  const { retryAfter = 0 } = failed;
  if (stop?.aborted === true || !mayRepeat(request, failed) || attempt >= attempts || late) return "";
  if (retryAfter <= longestWait) return undefined;
  return `; the service asks to wait ${seconds(retryAfter)}, and scanform waits ${seconds(longestWait)} at most`;
}

interface Made extends Pick<Attempts, "waited" | "unclear" | "left"> {
  readonly attempt: number;
}

/** The error of the last attempt, with all of them. */
function lastOf(failed: ServiceError, { attempt, waited, ...earlier }: Made, why: string): ServiceError {
  if (attempt === 1 && why === "") return failed;
  const time = waited < 1000 ? "" : ` over ${seconds(Math.round(waited / 1000) * 1000)}`;
  return failed.after(attempt === 1 ? "" : `${String(attempt)} attempts${time}`, why, earlier);
}

const waitingOf = ({ retryAfter, reason }: ServiceError): Waiting =>
  retryAfter === undefined ? { failed: reason } : { requested: retryAfter };

/** The service has answered, and asks for fewer requests. */
const isPaced = ({ status, retryAfter }: ServiceError): boolean => status === 429 || retryAfter !== undefined;

/** The answer to one attempt, or why there is none. */
async function outcomeOf(transport: Transport, request: Request): Promise<Answer | ServiceError> {
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

function mayRepeat({ method, repeatable }: Pick<Request, "method" | "repeatable">, failed: ServiceError): boolean {
  if (failed.lasting) return false;
  if (withoutEffect(failed)) return true;
  return (method === "GET" || repeatable === true) && (failed.fault === "lost" || passing.has(failed.status));
}

/** Full jitter: requests that failed together are not repeated together. */
const jitter = (attempt: number, { random = Math.random }: RetryOptions): number =>
  random() * Math.min(ceiling, firstWait * 2 ** (attempt - 1));

const deleted = ({ requestId }: ServiceError): Answer => ({ status: 404, body: undefined, requestId });
