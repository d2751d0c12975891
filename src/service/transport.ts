import type { Dispatcher } from "undici";
// all of undici takes three times as long to load, fetch and the caches included
import Pool from "undici/lib/dispatcher/pool.js";
import sendTo from "undici/lib/api/api-request.js";
import type { ApiKey } from "../diagnostics/api-key";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";
import { interrupted, type RequestLine, ServiceError } from "./service-error";
import { transportFailure } from "./transport-failure";
import { retryAfter } from "./retry-after";

export interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined where there was no body. */
  readonly body: unknown;
  readonly requestId?: string;
}

export interface Request {
  readonly method: string;
  /** From `/v1` on, with its query. */
  readonly path: string;
  /** How it is named in errors: without the key, should that stand in the path. */
  readonly shown: RequestLine;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Sent twice it does what it does once. GET always is. */
  readonly repeatable?: true | undefined;
  /** The specification shows no body for this answer: whatever comes is passed over. */
  readonly anyBody?: true | undefined;
}

/** Sends one request and gives the answer if its status is 2xx; throws ServiceError otherwise. */
export interface Transport {
  send(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly baseUrl: URL;
  readonly apiKey: ApiKey;
  /**
   * How long to wait for headers and between two parts of a body, in milliseconds; for a connection
   * at most 10 s of it. A whole exchange may take four times as long and 2 s, and no longer.
   */
  readonly timeout?: number;
  readonly connections?: number;
  /** A body that is longer is refused. */
  readonly maxResponseBytes?: number;
}

const standardTimeout = 30_000;
const standardMaxResponseBytes = 256 * 2 ** 20;

/** HTTP over one pool of kept-alive connections. Redirects are not followed: the key stays here. */
export function httpTransport(options: TransportOptions): Transport {
  const { baseUrl, apiKey, timeout = standardTimeout, connections = 10 } = options;
  const { maxResponseBytes = standardMaxResponseBytes } = options;
  const longest = 4 * timeout + 2000; // the parts of it are timed with a grain of a second
  const connectTimeout = Math.min(timeout, 10_000);
  const pool = new Pool(baseUrl.origin, {
    connections,
    connect: { timeout: connectTimeout },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: maxResponseBytes,
  });
  const limits = { baseUrl, apiKey, timeout, connectTimeout, maxResponseBytes, longest };
  let closed: Promise<void> | undefined;
  const prefix = baseUrl.pathname === "/" ? "" : baseUrl.pathname;

  async function exchange(request: Request): Promise<{ head: Dispatcher.ResponseData; text: string }> {
    const { method, path, body, signal, shown } = request;
    const deadline = AbortSignal.timeout(longest);
    try {
      const head = await sendTo.call(pool, {
        method,
        path: prefix + path,
        headers: {
          authorization: apiKey.authorization(),
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      return { head, text: await head.body.text() };
    } catch (thrown) {
      if (signal?.aborted === true) throw interrupted(shown, thrown);
      // what came is kept in such an error, and the service may have repeated what it was sent
      if (isObject(thrown)) Reflect.deleteProperty(thrown, "data");
      throw new ServiceError({ ...shown, ...transportFailure(thrown, deadline.aborted, limits), cause: thrown });
    }
  }

  return {
    async send(request) {
      const { head, text } = await exchange(request);
      const header = one(head.headers["request_id"]);
      const requestId = header === undefined ? undefined : apiKey.redact(header);
      const facts = { ...request.shown, status: head.statusCode, requestId };
      if (head.statusCode < 200 || head.statusCode > 299) throw refusal(head, text, apiKey, facts);
      // what a write answers is only ever reported, in part perhaps; what is listed must stay as it is
      const parsed = parse(request.method === "GET" ? text : apiKey.redact(text));
      // a page of a proxy is no answer of the service, whatever its status is
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
    close: () => (closed ??= pool.close()),
  };
}

/** The same transport, which throws before it sends anything but GET. */
export const readOnly = (transport: Transport): Transport => ({
  send: async (request) =>
    request.method === "GET"
      ? transport.send(request)
      : fail(
          "read-only",
          `${request.shown.method} ${request.shown.path} was not sent. Whoever asked for it may only look.`,
        ),
  close: () => transport.close(),
});

/** An answer whose status is no success, in words that say what to do. */
function refusal(
  head: Dispatcher.ResponseData,
  text: string,
  apiKey: ApiKey,
  facts: Pick<ServiceError, "method" | "path"> & { readonly status: number; readonly requestId: string | undefined },
): ServiceError {
  const status = String(head.statusCode);
  if (head.statusCode >= 300 && head.statusCode < 400) {
    const detail = `status ${status}, a redirect, which is not followed with the key. Set the base URL to where it leads.`;
    return new ServiceError({ ...facts, code: "service-answer", detail });
  }
  const parsed = parse(text);
  const body = "value" in parsed ? parsed.value : undefined;
  // redacted before it is cut: half a key is no longer found
  const words =
    isObject(body) && typeof body["error"] === "string" ? `: ${apiKey.redact(body["error"]).slice(0, 2000)}` : "";
  if (head.statusCode === 401) {
    const detail = `status 401${words}. Check SCANFORM_API_KEY: the key may be wrong, revoked or of another service.`;
    return new ServiceError({ ...facts, code: "unauthorized", detail });
  }
  const wait = retryAfter(one(head.headers["retry-after"]), one(head.headers["date"]));
  return new ServiceError({ ...facts, code: "service-error", detail: `status ${status}${words}`, retryAfter: wait });
}

type Parsed = { readonly value: unknown } | { readonly fault: string; readonly cut: boolean };

function parse(text: string): Parsed {
  if (text === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const cut = /^\s*[{[]/.test(text);
    const whole = /[}\]]\s*$/.test(text); // it may be cut behind an inner brace all the same
    return { fault: cut && !whole ? "the answer is JSON that is cut off" : "the answer is not JSON", cut };
  }
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

const kindOf = (head: Dispatcher.ResponseData): string => one(head.headers["content-type"]) ?? "no content type";
