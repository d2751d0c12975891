import http from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import { urlToHttpOptions } from "node:url";
import { messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import { ExchangeEnded } from "./exchange";
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

interface ProxyAgentOptions extends http.AgentOptions {
  /** For the answer of the proxy, in milliseconds. */
  readonly connectTimeout: number;
  /** Ends connections to the proxy that it has not answered. */
  readonly signal: AbortSignal;
}

/**
 * Connects through a proxy with CONNECT, whatever the scheme: the proxy gets host and port, and what is sent then, with
 * TLS inside if the target is https. Failures of the proxy are a ProxyError.
 */
export class ProxyAgent extends http.Agent {
  /** Node compares it with the scheme of a request. */
  readonly protocol: string;
  readonly #proxy: Proxy;
  readonly #target: string;
  readonly #options: ProxyAgentOptions;

  constructor(proxy: Proxy, target: URL, options: ProxyAgentOptions) {
    super(options);
    this.protocol = target.protocol;
    this.#proxy = proxy;
    this.#target = `${target.hostname}:${target.port || (target.protocol === "https:" ? "443" : "80")}`;
    this.#options = options;
  }

  override createConnection(
    options: tls.ConnectionOptions,
    created: (error: Error | null, socket?: Duplex) => void,
  ): undefined {
    this.#tunnel().then((socket) => {
      created(null, this.protocol === "https:" ? tls.connect({ ...options, socket }) : socket);
    }, created);
  }

  /** A connection to the target. */
  #tunnel(): Promise<Duplex> {
    const { origin, authorization } = this.#proxy;
    const { connectTimeout, signal } = this.#options;
    const proxy = new URL(origin);
    const ended = AbortSignal.any([signal, AbortSignal.timeout(connectTimeout)]);
    const request = (proxy.protocol === "https:" ? https : http).request({
      ...urlToHttpOptions(proxy),
      method: "CONNECT",
      path: this.#target,
      agent: false,
      signal: ended,
    });
    request.setHeader("host", this.#target);
    if (authorization !== undefined) request.setHeader("proxy-authorization", authorization);
    return new Promise((resolve, reject) => {
      request.on("error", (thrown) => {
        reject(ended.aborted ? new ExchangeEnded("no connection") : unreachableProxy(this.#proxy, thrown));
      });
      request.on("connect", ({ statusCode: status = 0 }, socket, head) => {
        if (status < 200 || status > 299) {
          socket.destroy();
          reject(refusedByProxy(this.#proxy, status, this.#target));
        } else {
          socket.unshift(head);
          resolve(socket);
        }
      });
      request.end();
    });
  }
}

const problems: ReadonlyMap<unknown, string> = new Map([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "its name cannot be resolved"],
  ["EAI_AGAIN", "its name cannot be resolved"],
  ["ECONNRESET", "it closed the connection"],
  ["EPROTO", "it does not speak TLS. Is it http?"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "it does not speak TLS. Is it http?"],
]);

/** The proxy cannot be reached. */
export function unreachableProxy(proxy: Proxy, cause: unknown): ProxyError {
  const code = isObject(cause) ? cause["code"] : undefined;
  const message = `the proxy ${String(proxy)} cannot be reached: ${problems.get(code) ?? messageOf(cause)}`;
  return new ProxyError(message, false, "", { cause });
}

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
