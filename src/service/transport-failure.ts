import type { ApiKey } from "../diagnostics/api-key";
import { messageOf } from "../diagnostics/error";
import { ProxyError } from "./proxy-agent";
import { isObject } from "../model/json";
import type { Fault } from "../reconcile/ports";
import type { Proxy } from "./proxy";
import type { Facts } from "./service-error";
import { seconds } from "./clock";
import { ExchangeEnded, type EndReason, type ExchangeLimits } from "./exchange";

/** The limits of an exchange; times are in milliseconds. */
export interface Limits extends ExchangeLimits {
  readonly baseUrl: URL;
  readonly apiKey: ApiKey;
  readonly proxy?: Proxy | undefined;
  /** What allows more time. */
  readonly timeoutSetting?: string | undefined;
  /** For the whole exchange. */
  readonly longest: number;
}

type Failure = Pick<Facts, "code" | "detail" | "remedy" | "overall" | "fault" | "lasting">;

const unreachable = (detail: string, fault?: Fault): Failure => ({
  code: "service-unreachable",
  detail,
  fault,
});

/** Something that was not there in time. */
const late = (what: string, milliseconds: number, fault: Fault, remedy: string): Failure => ({
  ...unreachable(`${what} within ${seconds(milliseconds)}`, fault),
  overall: what,
  remedy,
});

/** The advice to allow more time; "" where no setting does. */
export const moreTime = (setting: string | undefined): string =>
  setting === undefined ? "" : `; ${setting} allows more`;

/**
 * Explains a connection error, and says what to check.
 *
 * @param isUnconnected there was no connection, so nothing was sent
 */
export function transportFailure(thrown: unknown, isUnconnected: boolean, limits: Limits): Failure {
  if (thrown instanceof ExchangeEnded) return endFailure(thrown.why, isUnconnected, limits);
  const { baseUrl: url, apiKey } = limits;
  if (thrown instanceof ProxyError) {
    const { message, lasting, remedy } = thrown;
    const more = { ...(lasting ? { lasting } : {}), ...(remedy === "" ? {} : { remedy }) } as const;
    return { ...unreachable(message, "not-sent"), ...more };
  }
  const { code, syscall } = isObject(thrown) ? thrown : {};
  if (/CERT|UNABLE_TO_/.test(String(code))) {
    const words = apiKey.redact(messageOf(thrown));
    const detail = `the certificate of ${url.origin} is not accepted: ${words}`;
    return { ...unreachable(detail, "not-sent"), remedy: certificateAdvice(String(code)), lasting: true };
  }
  if (/EPROTO|ERR_SSL_/.test(String(code)) && /wrong version number|packet length too long/i.test(messageOf(thrown)))
    return {
      ...unreachable(`${url.origin} does not speak TLS`, isUnconnected ? "not-sent" : "lost"),
      remedy: ". Is its port right, and is it https?",
      ...(isUnconnected ? { lasting: true } : {}),
    };
  if (code === "ECONNREFUSED")
    return {
      ...unreachable(`nothing listens at ${url.origin}`, "not-sent"),
      remedy: ". Is the base URL right, and the service up?",
    };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return {
      ...unreachable(`the host name ${url.hostname} cannot be resolved`, "not-sent"),
      remedy:
        code === "ENOTFOUND"
          ? ". Is the base URL right, and is this machine online?"
          : ". The name server does not answer: is this machine online?",
    };
  if (syscall === "connect") return unreachable(apiKey.redact(messageOf(thrown)), "not-sent");
  if (code === "ECONNRESET" || code === "EPIPE")
    return unreachable("the connection was closed before the whole answer had come", "lost");
  return unreachable(apiKey.redact(messageOf(thrown)));
}

/** Explains why the client itself has ended the exchange. */
function endFailure(why: EndReason, isUnconnected: boolean, limits: Limits): Failure {
  const { baseUrl: url, proxy, timeout, timeoutSetting, connectTimeout, longest, maxResponseBytes } = limits;
  const longer = moreTime(timeoutSetting);
  const connection =
    proxy === undefined ? `no connection to ${url.origin}` : `no connection through the proxy ${String(proxy)}`;
  const way = proxy === undefined ? ". Does this network need a proxy (HTTPS_PROXY) or a VPN to get there?" : "";
  switch (why) {
    case "closed":
      return unreachable("the client is closed", "not-tried");
    case "no connection":
      return late(connection, connectTimeout, "not-sent", way);
    case "no answer":
      return late("no answer", timeout, "lost", longer);
    case "stalled":
      return {
        ...unreachable(`the answer began and then stopped for ${seconds(timeout)}`, "lost"),
        remedy: longer,
      };
    case "too long": {
      const detail = `the answer is longer than ${String(maxResponseBytes)} bytes, which is more than scanform reads`;
      return { code: "service-answer", detail };
    }
    case "too late":
      return isUnconnected
        ? late(connection, longest, "not-sent", way)
        : late("no complete answer", longest, "lost", longer);
  }
}

/** What can help against a certificate that is not accepted: a further authority vouches for no other name or time. */
function certificateAdvice(code: string): string {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return ". Is the host name of the base URL right?";
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return ". Is the clock of this machine right? If it is, the service needs another certificate";
  return ". NODE_EXTRA_CA_CERTS names a certificate authority of your own";
}
