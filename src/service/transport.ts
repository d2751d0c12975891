import { type Dispatcher, errors, Pool } from "undici";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import type { ApiKey } from "../diagnostics/api-key";
import { type RequestLine, ServiceError } from "./error";

export interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined where there was no body. */
  readonly body: unknown;
  readonly requestId?: string;
}

export interface Request extends RequestLine {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The specification shows no body for this answer: whatever comes is passed over. */
  readonly anyBody?: true;
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
}

const standardTimeout = 30_000;

/** HTTP over one pool of kept-alive connections. Redirects are not followed: the key stays here. */
export function httpTransport(options: TransportOptions): Transport {
  const { baseUrl, apiKey, timeout = standardTimeout, connections = 10 } = options;
  const longest = 4 * timeout + 2000; // the parts of it are timed with a grain of a second
  const connectTimeout = Math.min(timeout, 10_000);
  const pool = new Pool(baseUrl.origin, {
    connections,
    connect: { timeout: connectTimeout },
    headersTimeout: timeout,
    bodyTimeout: timeout,
  });
  const prefix = baseUrl.pathname === "/" ? "" : baseUrl.pathname;

  async function exchange(request: Request): Promise<{ head: Dispatcher.ResponseData; text: string }> {
    const { method, path, body, signal } = request;
    const deadline = AbortSignal.timeout(longest);
    try {
      const head = await pool.request({
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
      const why = deadline.aborted
        ? `no complete answer within ${seconds(longest)}; --timeout allows more`
        : failure(thrown, options, connectTimeout);
      throw new ServiceError({
        ...request,
        path: apiKey.redact(path),
        code: "service-unreachable",
        detail: signal?.aborted === true ? "interrupted" : why,
        cause: thrown,
      });
    }
  }

  return {
    async send(request) {
      const { head, text } = await exchange(request);
      const header = one(head.headers["request_id"]);
      const requestId = header === undefined ? undefined : apiKey.redact(header);
      const facts = {
        ...request,
        path: apiKey.redact(request.path),
        status: head.statusCode,
        ...(requestId === undefined ? {} : { requestId }),
      };
      const say = (code: ServiceErrorCode, detail: string, cause?: unknown): never => {
        throw new ServiceError({ ...facts, code, detail, cause });
      };
      if (head.statusCode < 200 || head.statusCode > 299) refuse(head, text, apiKey, say);
      // what a write answers is only ever reported, in part perhaps; what is listed must stay as it is
      const parsed = parse(request.method === "GET" ? text : apiKey.redact(text));
      if ("fault" in parsed && request.anyBody !== true)
        say("service-answer", `${parsed.fault} (${apiKey.redact(kindOf(head))}; status ${String(head.statusCode)})`);
      return {
        status: head.statusCode,
        body: "value" in parsed ? parsed.value : undefined,
        ...(requestId === undefined ? {} : { requestId }),
      };
    },
    close: () => pool.close(),
  };
}

/** The same transport, which throws before it sends anything but GET. */
export const readOnly = (transport: Transport): Transport => ({
  send: async (request) =>
    request.method === "GET"
      ? transport.send(request)
      : fail(
          "read-only",
          `${request.method} ${request.path} was not sent. This is a defect of scanform; please report it.`,
        ),
  close: () => transport.close(),
});

type ServiceErrorCode = "service-error" | "service-answer" | "unauthorized";

function refuse(
  head: Dispatcher.ResponseData,
  text: string,
  apiKey: ApiKey,
  say: (code: ServiceErrorCode, detail: string) => never,
): never {
  const status = String(head.statusCode);
  if (head.statusCode >= 300 && head.statusCode < 400)
    say(
      "service-answer",
      `status ${status}, a redirect, which is not followed with the key. Set the base URL to where it leads.`,
    );
  const parsed = parse(text);
  const body = "value" in parsed ? parsed.value : undefined;
  // redacted before it is cut: half a key is no longer found
  const words =
    isObject(body) && typeof body["error"] === "string" ? `: ${apiKey.redact(body["error"]).slice(0, 2000)}` : "";
  if (head.statusCode === 401)
    say(
      "unauthorized",
      `status 401${words}. Check SCANFORM_API_KEY: the key may be wrong, revoked or of another service.`,
    );
  say("service-error", `status ${status}${words}`);
}

function parse(text: string): { value: unknown } | { fault: string } {
  if (text === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) {
      const whole = /[}\]]\s*$/.test(text) || !/^\s*[{[]/.test(text);
      return { fault: whole ? "the answer is not JSON" : "the answer is JSON that is cut off" };
    }
    throw thrown;
  }
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

const kindOf = (head: Dispatcher.ResponseData): string => one(head.headers["content-type"]) ?? "no content type";

const seconds = (milliseconds: number): string => `${String(milliseconds / 1000)} s`;

/** What went wrong on the way, in words that say what to look at. */
function failure(thrown: unknown, options: TransportOptions, connectTimeout: number): string {
  const { baseUrl: url, apiKey, timeout = standardTimeout } = options;
  if (thrown instanceof errors.ConnectTimeoutError)
    return `no connection to ${url.origin} within ${seconds(connectTimeout)}`;
  if (thrown instanceof errors.HeadersTimeoutError)
    return `no answer within ${seconds(timeout)}; --timeout allows more`;
  if (thrown instanceof errors.BodyTimeoutError)
    return `the answer began and then stopped for ${seconds(timeout)}; --timeout allows more`;
  const code = isObject(thrown) ? thrown["code"] : undefined;
  if (code === "ECONNREFUSED") return `nothing listens at ${url.origin}. Is the base URL right, and the service up?`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `the host name ${url.hostname} cannot be resolved`;
  if (thrown instanceof errors.SocketError || code === "ECONNRESET" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return "the connection was closed before the whole answer had come";
  return apiKey.redact(messageOf(thrown));
}
