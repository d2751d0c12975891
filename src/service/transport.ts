import { setMaxListeners } from "node:events";
import { type Dispatcher, Pool } from "undici";
import type { ApiKey } from "../diagnostics/api-key";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";
import { type Answer, readAnswer, type Received } from "./answer";
import type { OnWaiting, ServiceClientOptions } from "./client-options";
import { systemClock } from "./clock";
import { Proxy } from "./proxy";
import { proxyAgent } from "./proxy-agent";
import { interrupted, type RequestLine, ServiceError } from "./service-error";
import { transportFailure } from "./transport-failure";

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
  /** Belongs to a turn that has come: it needs no free place among the concurrent requests. */
  readonly inTurn?: true;
}

/** Sends one request and returns a 2xx answer; throws ServiceError otherwise. */
export interface Transport {
  send(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

/** How long a request is unanswered before that is reported, in milliseconds. */
export const noticeAfter = 5000;

export interface TransportOptions extends Pick<
  ServiceClientOptions,
  "timeout" | "timeoutSetting" | "maxResponseBytes" | "readOnly" | "proxy" | "clock" | "onWaiting"
> {
  readonly baseUrl: URL;
  readonly apiKey: ApiKey;
  readonly connections?: number;
}

export const standardTimeout = 30_000;
const standardMaxResponseBytes = 256 * 2 ** 20;

/** HTTP over one pool of persistent connections. Redirects are not followed, to protect the key. */
export function httpTransport(options: TransportOptions): Transport {
  const { baseUrl, apiKey, timeout = standardTimeout, connections = 10, clock = systemClock, onWaiting } = options;
  const { maxResponseBytes = standardMaxResponseBytes } = options;
  const longest = 4 * timeout + 2000; // timeouts of parts have a resolution of one second
  const connectTimeout = Math.min(timeout, 10_000);
  const proxy = options.proxy === undefined ? undefined : new Proxy(options.proxy);
  // a connection that is not there yet would keep the process alive
  const abandoned = new AbortController();
  setMaxListeners(0, abandoned.signal); // one for each connection
  const { signal: abandon } = abandoned;
  const times = { headersTimeout: timeout, bodyTimeout: timeout, maxResponseSize: maxResponseBytes };
  const pool =
    proxy === undefined
      ? new Pool(baseUrl.origin, { ...times, connections, connect: { timeout: connectTimeout, signal: abandon } })
      : proxyAgent(proxy, { ...times, connections, connectTimeout, signal: abandon });
  const { timeoutSetting } = options;
  const limits = { baseUrl, apiKey, proxy, timeout, timeoutSetting, connectTimeout, maxResponseBytes };
  let closed: Promise<void> | undefined;
  const prefix = baseUrl.pathname === "/" ? "" : baseUrl.pathname;

  async function exchange(request: Request): Promise<Received> {
    const { method, path, body, signal, shown, within = longest } = request;
    const began = clock.now();
    const allowed = Math.ceil(Math.min(longest, within));
    const deadline = AbortSignal.timeout(allowed);
    const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    let isUnconnected = true;
    const connected = onConnection(() => (isUnconnected = false));
    try {
      const sent = pool.compose(connected).request({
        origin: baseUrl.origin,
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
      return { head, text: await head.body.text(), waited: clock.now() - began };
    } catch (thrown) {
      if (signal?.aborted === true) throw interrupted(shown, thrown);
      // such an error holds the received data, which may repeat the key
      if (isObject(thrown)) Reflect.deleteProperty(thrown, "data");
      const failed = { isLate: deadline.aborted, isUnconnected };
      const failure = transportFailure(thrown, failed, { ...limits, longest: allowed });
      throw new ServiceError({ ...shown, ...failure, waited: clock.now() - began, cause: thrown });
    }
  }

  async function end(): Promise<void> {
    await pool.destroy();
    abandoned.abort();
  }

  return {
    send: async (request) => readAnswer(await noticed(request, onWaiting, exchange), request, apiKey),
    // abandoning a GET has no effect
    close: () => (closed ??= options.readOnly === true ? end() : pool.close()),
  };
}

/** Reports that a request has a connection: until then nothing of it has been sent. */
const onConnection =
  (report: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(...given) {
        report();
        handler.onRequestStart?.(...given);
      },
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });

/** Rejects after an abort, once everybody else who listens has had a turn. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const later = (): void => {
      setImmediate(reject, signal.reason);
    };
    if (signal.aborted) later();
    else signal.addEventListener("abort", later, { once: true });
  });

/** Reports a request that has not been answered for 5 s, all its attempts taken together. */
export async function noticed<T>(
  request: Request,
  onWaiting: OnWaiting | undefined,
  exchange: (request: Request) => Promise<T>,
): Promise<T> {
  const left = noticeAfter - (request.waitedBefore ?? 0);
  if (onWaiting === undefined || left <= 0) return exchange(request); // reported before
  const settled = new AbortController();
  systemClock.sleep(left, settled.signal).then(
    () => {
      onWaiting({ ...request.shown }, {});
    },
    () => undefined, // settled in time
  );
  try {
    return await exchange(request);
  } finally {
    settled.abort();
  }
}

/** A transport that rejects everything but GET before it is sent. */
export const readOnly = (transport: Transport): Transport => ({
  send: async (request) =>
    request.method === "GET"
      ? transport.send(request)
      : fail("read-only", `${request.shown.method} ${request.shown.path} was not sent. This client is read-only.`),
  close: () => transport.close(),
});
