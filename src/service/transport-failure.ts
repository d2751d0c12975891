import { errors } from "undici";
import type { ApiKey } from "../diagnostics/api-key";
import { messageOf } from "../diagnostics/error";
import { ProxyError } from "./proxy-agent";
import { isObject } from "../model/json";
import type { Fault } from "../reconcile/ports";
import type { Proxy } from "./proxy";
import { seconds } from "./clock";

/** The limits of an exchange; times are in milliseconds. */
export interface Limits {
  readonly baseUrl: URL;
  readonly apiKey: ApiKey;
  readonly proxy?: Proxy | undefined;
  readonly timeout: number;
  readonly connectTimeout: number;
  /** For the whole exchange. */
  readonly longest: number;
  readonly maxResponseBytes: number;
}

interface Failure {
  readonly code: "service-unreachable" | "service-answer";
  readonly detail: string;
  readonly remedy?: string;
  readonly overall?: string;
  readonly fault?: Fault;
  readonly lasting?: true;
}

const unreachable = (detail: string, fault?: Fault): Failure => ({
  code: "service-unreachable",
  detail,
  ...(fault === undefined ? {} : { fault }),
});

/** Something that was not there in time. @param remedy --timeout, as a rule */
const late = (what: string, milliseconds: number, fault: Fault, remedy = "; --timeout allows more"): Failure => ({
  ...unreachable(`${what} within ${seconds(milliseconds)}`, fault),
  overall: what,
  remedy,
});

/** What is known of the exchange that failed. */
export interface Failed {
  /** The time for the whole exchange has expired. */
  readonly isLate: boolean;
  /** There was no connection, so nothing was sent. */
  readonly isUnconnected: boolean;
}

/** Explains a connection error, and says what to check. */
export function transportFailure(thrown: unknown, { isLate, isUnconnected }: Failed, limits: Limits): Failure {
  const { baseUrl: url, apiKey, proxy, timeout, connectTimeout, longest, maxResponseBytes } = limits;
  if (thrown instanceof errors.ClientClosedError || thrown instanceof errors.ClientDestroyedError)
    return unreachable("the client is closed", "not-tried");
  if (thrown instanceof ProxyError) {
    const { message, lasting, remedy } = thrown;
    const more = { ...(lasting ? { lasting } : {}), ...(remedy === "" ? {} : { remedy }) } as const;
    return { ...unreachable(message, "not-sent"), ...more };
  }
  const connection =
    proxy === undefined ? `no connection to ${url.origin}` : `no connection through the proxy ${String(proxy)}`;
  if (thrown instanceof errors.ConnectTimeoutError) return late(connection, connectTimeout, "not-sent", "");
  if (isLate && isUnconnected) return late(connection, longest, "not-sent", "");
  if (isLate) return late("no complete answer", longest, "lost");
  if (thrown instanceof errors.HeadersTimeoutError) return late("no answer", timeout, "lost");
  if (thrown instanceof errors.BodyTimeoutError)
    return {
      ...unreachable(`the answer began and then stopped for ${seconds(timeout)}`, "lost"),
      remedy: "; --timeout allows more",
    };
  if (thrown instanceof errors.ResponseExceededMaxSizeError) {
    const detail = `the answer is longer than ${String(maxResponseBytes)} bytes, which is more than is taken`;
    return { code: "service-answer", detail };
  }
  const { code, syscall } = isObject(thrown) ? thrown : {};
  if (/CERT|UNABLE_TO_/.test(String(code))) {
    const words = apiKey.redact(messageOf(thrown));
    const detail = `the certificate of ${url.origin} is not accepted: ${words}. NODE_EXTRA_CA_CERTS names a certificate authority of your own`;
    return { ...unreachable(detail, "not-sent"), lasting: true };
  }
  if (/EPROTO|ERR_SSL_/.test(String(code)) && /wrong version number|packet length too long/i.test(messageOf(thrown)))
    return {
      ...unreachable(`${url.origin} does not speak TLS`, isUnconnected ? "not-sent" : "lost"),
      remedy: ". Is it http?",
      ...(isUnconnected ? { lasting: true } : {}),
    };
  if (code === "ECONNREFUSED")
    return {
      ...unreachable(`nothing listens at ${url.origin}`, "not-sent"),
      remedy: ". Is the base URL right, and the service up?",
    };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return unreachable(`the host name ${url.hostname} cannot be resolved`, "not-sent");
  if (syscall === "connect") return unreachable(apiKey.redact(messageOf(thrown)), "not-sent");
  const closed = thrown instanceof errors.SocketError || code === "ECONNRESET" || code === "EPIPE";
  if (closed || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return unreachable("the connection was closed before the whole answer had come", "lost");
  return unreachable(apiKey.redact(messageOf(thrown)));
}
