import http from "node:http";
import https from "node:https";
import { urlToHttpOptions } from "node:url";
import type { ApiKey } from "../diagnostics/api-key";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";
import { type Answer, readAnswer, type Received } from "./answer";
import type { OnWaiting, ServiceClientOptions } from "./client-options";
import { derived, systemClock } from "./clock";
import { exchange, ExchangeEnded } from "./exchange";
import { Proxy } from "./proxy";
import { ProxyAgent } from "./proxy-agent";
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
}

export const standardTimeout = 30_000;
const standardMaxResponseBytes = 256 * 2 ** 20;

/** How long a connection is kept for another request, in milliseconds, unless the service asks for less. */
const idleTimeout = 4000;

/** HTTP over persistent connections, as many as there are concurrent requests. Redirects are not followed, to protect the key. */
export function httpTransport(options: TransportOptions): Transport {
  const { baseUrl, apiKey, timeout = standardTimeout, clock = systemClock, onWaiting } = options;
  const { maxResponseBytes = standardMaxResponseBytes } = options;
  const longest = 4 * timeout + 2000;
  const connectTimeout = Math.min(timeout, 10_000);
  const proxy = options.proxy === undefined ? undefined : new Proxy(options.proxy);
  /** Ends what is in flight, and connections that are not there yet. */
  const closing = new AbortController();
  const kept = { keepAlive: true, timeout: idleTimeout };
  const agent =
    proxy === undefined
      ? new (baseUrl.protocol === "https:" ? https : http).Agent(kept)
      : new ProxyAgent(proxy, baseUrl, { ...kept, connectTimeout, signal: closing.signal });
  const { timeoutSetting } = options;
  const limits = { baseUrl, apiKey, proxy, timeout, timeoutSetting, connectTimeout, maxResponseBytes };
  const { protocol, hostname, port } = urlToHttpOptions(baseUrl);
  const prefix = baseUrl.pathname === "/" ? "" : baseUrl.pathname;
  const inFlight = new Set<Promise<Received>>();
  let closed: Promise<void> | undefined;

  async function received(request: Request): Promise<Received> {
    const { method, path, body, signal, shown, within = longest } = request;
    const began = clock.now();
    const allowed = Math.ceil(Math.min(longest, within));
    const deadline = AbortSignal.timeout(allowed);
    let isUnconnected = true;
    try {
      if (closed !== undefined) throw new ExchangeEnded("closed");
      const ended = derived(deadline, closing.signal, signal);
      ended.throwIfAborted();
      const answer = await exchange(
        {
          target: { protocol, hostname, port, method, path: prefix + path, agent },
          headers: {
            authorization: apiKey.authorization(),
            accept: "application/json",
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
          signal: ended,
          onConnected: () => (isUnconnected = false),
        },
        limits,
      );
      return { ...answer, waited: clock.now() - began };
    } catch (thrown) {
      if (signal?.aborted === true) throw interrupted(shown, thrown);
      // such an error holds the received data, which may repeat the key
      if (isObject(thrown)) Reflect.deleteProperty(thrown, "rawPacket");
      const late = deadline.aborted ? new ExchangeEnded("too late") : thrown;
      const why = closing.signal.aborted ? new ExchangeEnded("closed") : late;
      const failure = transportFailure(why, isUnconnected, { ...limits, longest: allowed });
      throw new ServiceError({ ...shown, ...failure, waited: clock.now() - began, cause: thrown });
    }
  }

  /** Remembers what is in flight. */
  async function tracked(request: Request): Promise<Received> {
    const answer = received(request);
    inFlight.add(answer);
    return answer.finally(() => inFlight.delete(answer));
  }

  async function end(): Promise<void> {
    // abandoning a GET has no effect
    if (options.readOnly !== true) await Promise.allSettled(inFlight);
    closing.abort();
    await Promise.allSettled(inFlight);
    agent.destroy();
  }

  return {
    send: async (request) => readAnswer(await noticed(request, onWaiting, tracked), request, apiKey),
    close: () => (closed ??= end()),
  };
}

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
