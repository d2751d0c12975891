import type { ApiKey } from "../diagnostics/api-key";
import { isObject } from "../model/json";
import { deepest, JsonLimitError, parseJson } from "../model/parse-json";
import type { Incoming } from "./exchange";
import { type RequestLine, ServiceError } from "./service-error";

export interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
  readonly requestId?: string | undefined;
}

/** An answer that has come whole. */
export interface Received extends Incoming {
  /** How long the exchange took, in milliseconds. */
  readonly waited: number;
}

interface Asked {
  readonly method: string;
  readonly shown: RequestLine;
  /** The specification shows no body for this answer, so any text is ignored. */
  readonly anyBody?: true | undefined;
}

/** @throws ServiceError for anything but a 2xx answer of the service */
export function readAnswer(received: Received, request: Asked, apiKey: ApiKey): Answer {
  const { status, headers, text, waited } = received;
  const header = one(headers["request_id"]);
  const requestId = header === undefined ? undefined : apiKey.redact(header);
  const facts: Facts = { ...request.shown, status, requestId, waited };
  if (status < 200 || status > 299) throw refusal(received, apiKey, facts);
  const isRead = request.method === "GET";
  // what is listed goes into plans and journals, where it must stay as it is
  if (isRead && apiKey.isIn(text)) {
    const detail = `the answer contains the API key, which is not shown or stored. Find where it is in the account, and make a new one for ${apiKey.source}: others may have seen it`;
    throw new ServiceError({ ...facts, code: "service-answer", detail });
  }
  // answers to writes are only reported
  const parsed = parse(isRead ? text : apiKey.redact(text));
  // the HTML page of a proxy is not an answer of the service, whatever its status
  if ("fault" in parsed && (request.anyBody !== true || /^\s*</.test(text))) {
    const kind = apiKey.redact(headers["content-type"] ?? "no content type");
    const detail = `${parsed.fault} (${kind}; status ${String(status)})`;
    const remedy = parsed.fault === notJson ? otherPage : undefined;
    throw new ServiceError({
      ...facts,
      code: "service-answer",
      detail,
      remedy,
      ...(parsed.cut ? { fault: "lost" } : {}),
    });
  }
  const body = "value" in parsed ? parsed.value : undefined;
  return { status, body, requestId };
}

const notJson = "the answer is not JSON";

/** What answers is not the service itself. */
const otherPage = ". Is the base URL that of the API? A dashboard, a log-in page or a proxy may have answered";

type Facts = RequestLine & {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly waited: number;
};

/** The error for an answer without success, with a remedy. */
function refusal({ status: code, headers, text }: Received, apiKey: ApiKey, facts: Facts): ServiceError {
  const status = String(code);
  if (code >= 300 && code < 400) {
    const { location } = headers;
    const to = location === undefined ? "" : ` to ${apiKey.redact(location).slice(0, 500)}`;
    const detail = `status ${status}, a redirect${to}, which is not followed with the key`;
    const remedy = ". If the service is there, set the base URL to it";
    return new ServiceError({ ...facts, code: "service-answer", detail, remedy });
  }
  const parsed = parse(text);
  const body = "value" in parsed ? parsed.value : undefined;
  // redacted before truncation, which could leave an unrecognizable part of the key
  const words =
    isObject(body) && typeof body["error"] === "string" ? `: ${apiKey.redact(body["error"]).slice(0, 2000)}` : "";
  if (code === 401) {
    const detail = `status 401${words}. Check ${apiKey.source}: the key may be wrong, revoked or of another service.`;
    return new ServiceError({ ...facts, code: "unauthorized", detail });
  }
  const wait = retryAfter(headers["retry-after"], headers.date);
  const remedy = adviceOn(code, words !== "", facts.path, apiKey);
  return new ServiceError({
    ...facts,
    code: "service-error",
    detail: `status ${status}${words}`,
    remedy,
    retryAfter: wait,
  });
}

/**
 * What can help where the service refuses a request. Each error of the service itself has text (specification, *Errors*),
 * and its list of accounts is always there.
 */
function adviceOn(status: number, hasText: boolean, path: string, { source }: ApiKey): string | undefined {
  if (status === 403)
    return `. The user who made the key may lack the right to this (${source}), or a proxy has refused it`;
  if (status === 404 && (!hasText || path === "/v1/accounts"))
    return ". Is the base URL right? The path before /v1 may be missing or wrong, such as that of https://example.com/findings";
  return undefined;
}

/**
 * The requested wait of an answer, in milliseconds: `Retry-After` in seconds or as an HTTP date. A date is compared
 * with the answer's own `Date`, so the local clock does not matter.
 *
 * @returns undefined when the header is absent or invalid
 */
export function retryAfter(header: string | undefined, date: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // a date contains the name of a month; Date.parse also accepts "-5" and "2.5"
  if (!/[a-z]{3}/i.test(text)) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const from = Date.parse(date ?? "");
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from));
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
    return { fault: cut && !whole ? "the answer is JSON that is cut off" : notJson, cut };
  }
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);
