import { ApiKey } from "../diagnostics/api-key";
import { fail } from "../diagnostics/error";
import { visible } from "../diagnostics/foreign-text";
import { type Clock, seconds } from "./clock";
import { checkedKey } from "./endpoint";
import type { ProxyOption } from "./proxy";
import type { RequestLine } from "./service-error";

/** Why a request waits. Empty while its answer has not come. */
export interface Waiting {
  /** The wait that the service asks for, in milliseconds. */
  readonly requested?: number;
  /** What the last attempt failed with, where the service asks for no wait. */
  readonly failed?: string;
}

export type OnWaiting = (request: RequestLine, why: Waiting) => void;

/** Why a request takes long, as one line. */
export function waitingText(host: string, { method, path }: RequestLine, { requested, failed }: Waiting): string {
  const line = `${method} ${path}`;
  if (requested !== undefined)
    return visible(`${host} asks to wait ${seconds(requested)} before ${line} is sent again.`);
  if (failed !== undefined) return visible(`${line}: ${failed}; trying again.`);
  return visible(`${host} has not answered ${line} for 5 s; still waiting.`);
}

/** Times are in milliseconds. */
export interface ServiceClientOptions {
  /** Such as `https://findings.example.com`, without `/v1`. */
  readonly baseUrl: string;
  /** Specification, *Authentication*. Never printed, logged or included in an error. */
  readonly apiKey: string | ApiKey;
  /** Allows http to a host that is not this machine; false by default. */
  readonly insecure?: boolean;
  /** Rejects everything but GET before it is sent; false by default. */
  readonly readOnly?: boolean;
  /**
   * The timeout in milliseconds for headers, and between two parts of a body; default 30,000. A connection gets 10,000
   * at most, also through a proxy, a whole exchange four times the timeout plus 2,000, and all attempts of a request
   * together 20,000 more than it (the waits that the service asks for are not counted). While the service answers nothing
   * at all, that is also the time of all requests of the client together, since its last answer.
   */
  readonly timeout?: number;
  /** What allows more time, such as `--timeout`: errors advise it. Default: no advice. */
  readonly timeoutSetting?: string | undefined;
  /**
   * The maximum number of attempts of a request that is safe to repeat; default 12 of a GET, which take half a minute,
   * and 5 of others. A GET within 10 s of one that has failed after all of them is sent once.
   */
  readonly attempts?: number;
  /** A longer Retry-After, in milliseconds, is an error; default 60,000. */
  readonly longestWait?: number;
  /** The maximum number of concurrent requests; fewer while the service is overloaded. Default 10. */
  readonly concurrency?: number;
  /** A longer answer is an error; default 256 MiB. */
  readonly maxResponseBytes?: number;
  /** Connections are made through this proxy; default: none, whatever the environment says. */
  readonly proxy?: ProxyOption | undefined;
  /** After an abort nothing more is sent or repeated; requests in flight are awaited. */
  readonly stop?: AbortSignal | undefined;
  /** The clock of waits between attempts. */
  readonly clock?: Clock;
  /**
   * Called for a request that has not been answered for 5 s, and before a wait that brings its time to 5 s; then with
   * the reason for the wait. The path is encoded, and neither it nor the reason contains the key.
   */
  readonly onWaiting?: OnWaiting;
  /** From 0 up to 1; randomizes the waits between attempts. */
  readonly random?: () => number;
}

export interface CallOptions {
  /** Ends the call, whether it is queued, waits for an answer, or waits for a retry. */
  readonly signal?: AbortSignal | undefined;
}

/** The limits of each number: minimum, maximum, and whether it must be whole. */
const ranges = {
  timeout: { least: 1, most: 3_600_000, whole: false },
  attempts: { least: 1, most: 100, whole: true },
  longestWait: { least: 0, most: 86_400_000, whole: false },
  concurrency: { least: 1, most: 1000, whole: true },
  maxResponseBytes: { least: 1, most: Number.MAX_SAFE_INTEGER, whole: true },
} as const satisfies Partial<Record<keyof ServiceClientOptions, object>>;

/** @throws ScanformError `argument-invalid` that names the option and its limits */
export function checkOptions(options: ServiceClientOptions): void {
  for (const [name, { least, most, whole }] of Object.entries(ranges)) {
    const given = options[name as keyof typeof ranges];
    if (given === undefined || (given >= least && given <= most && (!whole || Number.isInteger(given)))) continue;
    const kind = whole ? "a whole number" : "a number";
    fail("argument-invalid", `${name} must be ${kind} from ${String(least)} to ${String(most)}.`);
  }
}

/** @throws ScanformError when no header could carry the key */
export const keyOf = (key: string | ApiKey): ApiKey =>
  typeof key === "string" ? new ApiKey(checkedKey(key, "The API key")) : key;
