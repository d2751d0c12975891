import type { Dispatcher } from "undici";
// the whole of undici, with fetch and caches, takes three times as long to load
import Pool from "undici/lib/dispatcher/pool.js";
import sendTo from "undici/lib/api/api-request.js";
import type { ApiKey } from "../diagnostics/api-key";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";
import { deepest, JsonLimitError, parseJson } from "../model/parse-json";
import { type Clock, systemClock } from "./clock";
import type { WriteOptions } from "../reconcile/ports";
import { connector } from "./connector";
import { Proxy, type ProxyOption } from "./proxy";
import { interrupted, type RequestLine, ServiceError } from "./service-error";
import { transportFailure } from "./transport-failure";
import { retryAfter } from "./retry-after";

export interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
  readonly requestId?: string;
}

export interface Request {
  readonly method: string;
  /** From `/v1` on, with its query. */
  readonly path: string;
  /** The request as named in errors: without the key, in case the path contains it. */
  readonly shown: RequestLine;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Idempotent. GET always is. */
  readonly repeatable?: true | undefined;
  /** The specification shows no body for this answer, so any text is ignored. */
  readonly anyBody?: true | undefined;
  /** The maximum time of the whole exchange, in milliseconds, if less than that of the transport. */
  readonly within?: number | undefined;
  /** How long earlier attempts took, in milliseconds. */
  readonly waitedBefore?: number | undefined;
  /** Needs no free place among the concurrent requests: see `ReadOptions`. */
  readonly urgent?: boolean | undefined;
  /** An earlier attempt may have taken effect. */
  readonly unclear?: boolean | undefined;
  /** See `WriteOptions`; the body is that of the service. */
  readonly prepare?: WriteOptions<unknown>["prepare"];
  readonly attempted?: WriteOptions["attempted"];
}

/** Sends one request and returns a 2xx answer; throws ServiceError otherwise. */
export interface Transport {
  send(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly baseUrl: URL;
  readonly apiKey: ApiKey;
  /**
   * The timeout for headers, and between two parts of a body, in milliseconds. A connection gets at most 10 s of it,
   * and a whole exchange four times as long plus 2 s, or less if the request says so.
   */
  readonly timeout?: number;
  readonly connections?: number;
  /** A longer body is rejected. */
  readonly maxResponseBytes?: number;
  /** Closing ends requests in flight, since abandoning a GET has no effect. */
  readonly readOnly?: boolean;
  readonly proxy?: ProxyOption | undefined;
  readonly clock?: Clock;
}

export const standardTimeout = 30_000;
const standardMaxResponseBytes = 256 * 2 ** 20;

/** HTTP over one pool of persistent connections. Redirects are not followed, to protect the key. */
export function httpTransport(options: TransportOptions): Transport {
  const { baseUrl, apiKey, timeout = standardTimeout, connections = 10 } = options;
  const { maxResponseBytes = standardMaxResponseBytes, clock = systemClock } = options;
  const longest = 4 * timeout + 2000; // timeouts of parts have a resolution of one second
  const connectTimeout = Math.min(timeout, 10_000);
  const proxy = options.proxy === undefined ? undefined : new Proxy(options.proxy);
  const { connect, abandon, watch } = connector(connectTimeout, proxy);
  const pool = new Pool(baseUrl.origin, {
    connections,
    connect,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: maxResponseBytes,
  });
  const limits = { baseUrl, apiKey, proxy, timeout, connectTimeout, maxResponseBytes };
  let closed: Promise<void> | undefined;
  const prefix = baseUrl.pathname === "/" ? "" : baseUrl.pathname;

  async function exchange(request: Request): Promise<{ head: Dispatcher.ResponseData; text: string }> {
    const { method, path, body, signal, shown, within = longest } = request;
    const began = clock.now();
    const allowed = Math.ceil(Math.min(longest, within));
    const deadline = AbortSignal.timeout(allowed);
    const isConnected = watch();
    const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    try {
      const sent = sendTo.call(pool, {
        method,
        path: prefix + path,
        headers: {
          authorization: apiKey.authorization(),
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: ended,
      });
      // undici itself waits for a connection before it takes notice of the signal
      const head = await Promise.race([sent, abortOf(ended)]);
      return { head, text: await head.body.text() };
    } catch (thrown) {
      if (signal?.aborted === true) throw interrupted(shown, thrown);
      // such an error holds the received data, which may repeat the key
      if (isObject(thrown)) Reflect.deleteProperty(thrown, "data");
      const failed = { isLate: deadline.aborted, isUnconnected: !isConnected() };
      const failure = transportFailure(thrown, failed, { ...limits, longest: allowed });
      throw new ServiceError({ ...shown, ...failure, waited: clock.now() - began, cause: thrown });
    }
  }

  async function end(): Promise<void> {
    await pool.destroy();
    abandon();
  }

  return {
    async send(request) {
      const began = clock.now();
      const { head, text } = await exchange(request);
      const header = one(head.headers["request_id"]);
      const requestId = header === undefined ? undefined : apiKey.redact(header);
      const facts = { ...request.shown, status: head.statusCode, requestId, waited: clock.now() - began };
      if (head.statusCode < 200 || head.statusCode > 299) throw refusal(head, text, apiKey, facts);
      // what is listed goes into plans and journals, where it must stay as it is
      if (request.method === "GET" && apiKey.isIn(text)) throw repeatedKey(apiKey, facts);
      // answers to writes are only reported
      const parsed = parse(request.method === "GET" ? text : apiKey.redact(text));
      // the HTML page of a proxy is not an answer of the service, whatever its status
      if ("fault" in parsed && (request.anyBody !== true || /^\s*</.test(text))) {
        const detail = `${parsed.fault} (${apiKey.redact(kindOf(head))}; status ${String(head.statusCode)})`;
        throw new ServiceError({ ...facts, code: "service-answer", detail, ...(parsed.cut ? { fault: "lost" } : {}) });
      }
      return {
        status: head.statusCode,
        body: "value" in parsed ? parsed.value : undefined,
        ...(requestId === undefined ? {} : { requestId }),
      };
    },
    close: () => (closed ??= options.readOnly === true ? end() : pool.close()),
  };
}

/** Rejects after an abort, once everybody else who listens has had a turn. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const later = (): void => {
      setImmediate(reject, signal.reason);
    };
    if (signal.aborted) later();
    else signal.addEventListener("abort", later, { once: true });
  });

/** A transport that rejects everything but GET before it is sent. */
export const readOnly = (transport: Transport): Transport => ({
  send: async (request) =>
    request.method === "GET"
      ? transport.send(request)
      : fail("read-only", `${request.shown.method} ${request.shown.path} was not sent. This client is read-only.`),
  close: () => transport.close(),
});

function repeatedKey(
  { source }: ApiKey,
  facts: Pick<ServiceError, "method" | "path"> & { readonly status: number; readonly requestId: string | undefined },
): ServiceError {
  const detail = `the answer contains the API key, which is not shown or stored. Find where it stands in the account, and make a new one for ${source}: others may have seen it`;
  return new ServiceError({ ...facts, code: "service-answer", detail });
}

/** The error for an answer without success, with a remedy. */
function refusal(
  head: Dispatcher.ResponseData,
  text: string,
  apiKey: ApiKey,
  facts: Pick<ServiceError, "method" | "path" | "waited"> & {
    readonly status: number;
    readonly requestId: string | undefined;
  },
): ServiceError {
  const status = String(head.statusCode);
  if (head.statusCode >= 300 && head.statusCode < 400) {
    const detail = `status ${status}, a redirect, which is not followed with the key. Set the base URL to where it leads.`;
    return new ServiceError({ ...facts, code: "service-answer", detail });
  }
  const parsed = parse(text);
  const body = "value" in parsed ? parsed.value : undefined;
  // redacted before truncation, which could leave an unrecognizable part of the key
  const words =
    isObject(body) && typeof body["error"] === "string" ? `: ${apiKey.redact(body["error"]).slice(0, 2000)}` : "";
  if (head.statusCode === 401) {
    const detail = `status 401${words}. Check ${apiKey.source}: the key may be wrong, revoked or of another service.`;
    return new ServiceError({ ...facts, code: "unauthorized", detail });
  }
  const wait = retryAfter(one(head.headers["retry-after"]), one(head.headers["date"]));
  return new ServiceError({ ...facts, code: "service-error", detail: `status ${status}${words}`, retryAfter: wait });
}

type Parsed = { readonly value: unknown } | { readonly fault: string; readonly cut: boolean };

function parse(text: string): Parsed {
  if (text === "") return { value: undefined };
  try {
    return { value: parseJson(text, deepest.message) };
  } catch (thrown) {
    if (thrown instanceof JsonLimitError) return { fault: `the answer is ${thrown.message}`, cut: false };
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const cut = /^\s*[{[]/.test(text);
    const whole = /[}\]]\s*$/.test(text); // it may still be cut off after an inner brace
    return { fault: cut && !whole ? "the answer is JSON that is cut off" : "the answer is not JSON", cut };
  }
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

const kindOf = (head: Dispatcher.ResponseData): string => one(head.headers["content-type"]) ?? "no content type";
