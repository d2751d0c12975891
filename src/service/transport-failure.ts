import errors from "undici/lib/core/errors.js";
import type { ApiKey } from "../diagnostics/api-key";
import { messageOf } from "../diagnostics/error";
import { ProxyError } from "./proxy-error";
import { isObject } from "../model/json";
import type { Fault } from "../reconcile/ports";

/** The limits of an exchange; times are in milliseconds. */
export interface Limits {
  readonly baseUrl: URL;
  readonly apiKey: ApiKey;
  readonly timeout: number;
  readonly connectTimeout: number;
  /** For the whole exchange. */
  readonly longest: number;
  readonly maxResponseBytes: number;
}

interface Failure {
  readonly code: "service-unreachable" | "service-answer";
  readonly detail: string;
  readonly fault?: Fault;
  readonly lasting?: true;
}

const unreachable = (detail: string, fault?: Fault): Failure => ({
  code: "service-unreachable",
  detail,
  ...(fault === undefined ? {} : { fault }),
});

/**
 * Explains a connection error, and says what to check.
 *
 * @param late the time for the whole exchange has expired
 */
export function transportFailure(thrown: unknown, late: boolean, limits: Limits): Failure {
  const { baseUrl: url, apiKey, timeout, connectTimeout, longest, maxResponseBytes } = limits;
  if (thrown instanceof errors.ClientClosedError || thrown instanceof errors.ClientDestroyedError)
    return unreachable("the client is closed", "not-tried");
  if (late) return unreachable(`no complete answer within ${seconds(longest)}; --timeout allows more`, "lost");
  if (thrown instanceof ProxyError)
    return { ...unreachable(thrown.message, "not-sent"), ...(thrown.lasting ? { lasting: true } : {}) };
  if (thrown instanceof errors.ConnectTimeoutError)
    return unreachable(`no connection to ${url.origin} within ${seconds(connectTimeout)}`, "not-sent");
  if (thrown instanceof errors.HeadersTimeoutError)
    return unreachable(`no answer within ${seconds(timeout)}; --timeout allows more`, "lost");
  if (thrown instanceof errors.BodyTimeoutError)
    return unreachable(`the answer began and then stopped for ${seconds(timeout)}; --timeout allows more`, "lost");
  if (thrown instanceof errors.ResponseExceededMaxSizeError) {
    const detail = `the answer is longer than ${String(maxResponseBytes)} bytes, which is more than is taken`;
    return { code: "service-answer", detail };
  }
  const { code, syscall } = isObject(thrown) ? thrown : {};
  if (/CERT|^UNABLE_TO_|^ERR_TLS_/.test(String(code))) {
    const words = apiKey.redact(messageOf(thrown));
    const detail = `the certificate of ${url.origin} is not accepted: ${words}. NODE_EXTRA_CA_CERTS names a certificate authority of your own`;
    return { ...unreachable(detail, "not-sent"), lasting: true };
  }
  if (code === "ECONNREFUSED")
    return unreachable(`nothing listens at ${url.origin}. Is the base URL right, and the service up?`, "not-sent");
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return unreachable(`the host name ${url.hostname} cannot be resolved`, "not-sent");
  if (syscall === "connect") return unreachable(apiKey.redact(messageOf(thrown)), "not-sent");
  const closed = thrown instanceof errors.SocketError || code === "ECONNRESET" || code === "EPIPE";
  if (closed || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return unreachable("the connection was closed before the whole answer had come", "lost");
  return unreachable(apiKey.redact(messageOf(thrown)));
}

/** Whole tenths of a second, or less of a second as it is. */
const seconds = (milliseconds: number): string =>
  `${String(milliseconds < 1000 ? milliseconds / 1000 : Math.round(milliseconds / 100) / 10)} s`;
