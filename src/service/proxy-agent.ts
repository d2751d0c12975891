import { type Dispatcher, Pool, ProxyAgent } from "undici";
import { messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import { seconds } from "./clock";
import type { Proxy } from "./proxy";

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

export interface ProxyAgentOptions {
  /** The maximum number of connections. */
  readonly connections: number;
  /** For the connection to the proxy, its answer, and TLS through it: for each of them, in milliseconds. */
  readonly connectTimeout: number;
  /** Ends sockets that are not connected yet. */
  readonly signal: AbortSignal;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly maxResponseSize: number;
}

/**
 * Connects through a proxy with CONNECT, whatever the scheme: the proxy gets host and port, and what is sent then, with
 * TLS inside if the target is https. Failures of the proxy are a ProxyError.
 */
export function proxyAgent(proxy: Proxy, { connectTimeout, signal, ...options }: ProxyAgentOptions): ProxyAgent {
  const socket = { timeout: connectTimeout, signal };
  return new ProxyAgent({
    ...options,
    uri: proxy.origin,
    ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
    proxyTls: socket,
    requestTls: socket,
    clientFactory: (origin, given) => new Tunnels(proxy, origin, { ...given, headersTimeout: connectTimeout }),
  });
}

/** The connections to a proxy, each of which becomes a tunnel. */
class Tunnels extends Pool {
  readonly #proxy: Proxy;
  readonly #timeout: number;

  constructor(proxy: Proxy, origin: URL, options: Pool.Options & { readonly headersTimeout: number }) {
    super(origin, options);
    this.#proxy = proxy;
    this.#timeout = options.headersTimeout;
  }

  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const answer = await super.connect(options).catch((thrown: unknown) => {
      throw unreachableProxy(this.#proxy, this.#timeout, thrown);
    });
    const { statusCode, socket } = answer;
    if (statusCode >= 200 && statusCode < 300) return { ...answer, statusCode: 200 }; // the only one that undici takes
    socket.destroy();
    throw refusedByProxy(this.#proxy, statusCode, options.path);
  }
}

const problems: ReadonlyMap<unknown, string> = new Map([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "its name cannot be resolved"],
  ["EAI_AGAIN", "its name cannot be resolved"],
  ["ECONNRESET", "it closed the connection"],
  ["UND_ERR_SOCKET", "it closed the connection"],
  ["EPROTO", "it does not speak TLS. Is it http?"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "it does not speak TLS. Is it http?"],
]);

/** The proxy cannot be reached, or did not answer in time. */
export function unreachableProxy(proxy: Proxy, timeout: number, cause: unknown): ProxyError {
  const code = isObject(cause) ? cause["code"] : undefined;
  const message =
    code === "UND_ERR_CONNECT_TIMEOUT" || code === "UND_ERR_HEADERS_TIMEOUT"
      ? `no connection through the proxy ${String(proxy)} within ${seconds(timeout)}`
      : `the proxy ${String(proxy)} cannot be reached: ${problems.get(code) ?? messageOf(cause)}`;
  return new ProxyError(message, false, "", { cause });
}

/** The proxy refused the connection with this status. */
function refusedByProxy(proxy: Proxy, status: number, target: string): ProxyError {
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
