import { ApiKey } from "../diagnostics/api-key";
import { fail } from "../diagnostics/error";
import type { ReadOptions } from "../reconcile/ports";
import type { Clock } from "./clock";

/** Times are in milliseconds. */
export interface ServiceClientOptions {
  /** Such as `https://findings.example.com`, without `/v1`. */
  readonly baseUrl: string;
  /** Specification, *Authentication*. It is never printed, logged or put into an error. */
  readonly apiKey: string | ApiKey;
  /** Allows http to a host that is not this machine. */
  readonly insecure?: boolean;
  /** Throws before anything but GET is sent. */
  readonly readOnly?: boolean;
  /**
   * How long to wait for headers and between two parts of a body, 30,000 when left out; for a
   * connection at most 10,000 of it. A whole exchange may take four times as long and 2,000.
   */
  readonly timeout?: number;
  /** So often is a request sent at most, when that is safe; 5 when left out. */
  readonly attempts?: number;
  /** Where the service asks by Retry-After to wait longer, that is an error; 60,000 when left out. */
  readonly longestWait?: number;
  /** So many requests are under way at most; fewer while the service says that it is too much. 10 when left out. */
  readonly concurrency?: number;
  /** An answer that is longer is an error; 256 MiB when left out. */
  readonly maxResponseBytes?: number;
  /** Once it is aborted nothing more is sent, nor sent again; what is under way is waited for. */
  readonly stop?: AbortSignal | undefined;
  /** What waits between attempts go by. */
  readonly clock?: Clock;
  /** From 0 up to 1; spreads the waits between attempts. */
  readonly random?: () => number;
}

export interface CallOptions {
  /** Ends the call, whether it waits to be sent, for an answer, or to be sent again. */
  readonly signal?: AbortSignal | undefined;
}

/** A list that may be cut is completed by its further pages. */
export interface ListOptions extends ReadOptions {
  /** Gives the first page alone. */
  readonly firstPage?: boolean;
}

/** What each number may be: from, to, and whether it must be whole. */
const ranges = {
  timeout: { least: 1, most: 3_600_000, whole: false },
  attempts: { least: 1, most: 100, whole: true },
  longestWait: { least: 0, most: 86_400_000, whole: false },
  concurrency: { least: 1, most: 1000, whole: true },
  maxResponseBytes: { least: 1, most: Number.MAX_SAFE_INTEGER, whole: true },
} as const satisfies Partial<Record<keyof ServiceClientOptions, object>>;

/** @throws ScanformError `argument-invalid` that names the option and what it may be */
export function checkOptions(options: ServiceClientOptions): void {
  for (const [name, { least, most, whole }] of Object.entries(ranges)) {
    const given = options[name as keyof typeof ranges];
    if (given === undefined || (given >= least && given <= most && (!whole || Number.isInteger(given)))) continue;
    const kind = whole ? "a whole number" : "a number";
    fail("argument-invalid", `${name} must be ${kind} from ${String(least)} to ${String(most)}.`);
  }
}

/** Specification, *Authentication*: what fits into a header. */
export function keyOf(key: string | ApiKey): ApiKey {
  if (typeof key !== "string") return key;
  if (/^[\x21-\x7e]+$/.test(key)) return new ApiKey(key);
  return fail("no-api-key", "The API key is empty, or holds characters that no key has, such as a line break.");
}
