import { messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import type { Proxy } from "./proxy";
import { seconds } from "./seconds";

/** A connection through a proxy that failed before anything was sent through it. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";

  /**
   * @param lasting another attempt would fail in the same way
   * @param remedy what to do about it, after a full stop
   */
  constructor(
    message: string,
    readonly lasting: boolean,
    readonly remedy = "",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const problems: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "its name cannot be resolved"],
  ["EAI_AGAIN", "its name cannot be resolved"],
  ["ECONNRESET", "it closed the connection"],
  ["EPROTO", "it does not speak TLS. Is it http?"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "it does not speak TLS. Is it http?"],
]);

/** The proxy cannot be reached. */
export function unreachableProxy(proxy: Proxy, thrown: unknown): ProxyError {
  const code = isObject(thrown) ? String(thrown["code"]) : "";
  const problem = problems.get(code) ?? messageOf(thrown);
  return new ProxyError(`the proxy ${String(proxy)} cannot be reached: ${problem}`, false, "", { cause: thrown });
}

/** The proxy refused the connection with this status. */
export function refusedByProxy(proxy: Proxy, status: number, target: string): ProxyError {
  const shown = String(status);
  if (status === 407)
    return new ProxyError(
      `the proxy ${String(proxy)} does not accept the user and password (status ${shown})`,
      true,
      ". Set them there, before the host: user:password@",
    );
  return new ProxyError(
    `the proxy ${String(proxy)} refused the connection (status ${shown})`,
    status >= 400 && status < 500,
    `. Does it allow ${target}? NO_PROXY lists hosts that need no proxy`,
  );
}

/** The connection was not there in time. */
export const slowProxy = (proxy: Proxy, milliseconds: number): ProxyError =>
  new ProxyError(`no connection through the proxy ${String(proxy)} within ${seconds(milliseconds)}`, false);
