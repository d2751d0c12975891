import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import type { buildConnector as Undici } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import type { Proxy } from "./proxy";
import { refusedByProxy, slowProxy, unreachableProxy } from "./proxy-error";

/** How undici gets a connection. */
export type Connect = Undici.connector;

/**
 * Connects through a proxy with CONNECT, whatever the scheme: the proxy gets host and port, and what is sent then, with
 * TLS inside if the target is https.
 *
 * @param timeout for the whole of it, in milliseconds
 * @param opened called for each socket, which the caller may destroy
 */
export function tunnelThrough(proxy: Proxy, timeout: number, opened: (socket: Socket) => void): Connect {
  const secure = buildConnector({ timeout: 0 });
  return (target, callback) => {
    const sockets: Socket[] = [];
    const track = (socket: Socket): void => {
      sockets.push(socket);
      opened(socket);
    };
    let settled = false;
    const settle: typeof callback = (...outcome) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      callback(...outcome);
    };
    const timer = setTimeout(() => {
      settle(slowProxy(proxy, timeout), null);
      for (const socket of sockets) socket.destroy();
    }, timeout).unref();

    const port = target.port === "" ? (target.protocol === "https:" ? "443" : "80") : target.port;
    const host = target.hostname.includes(":") ? `[${target.hostname}]` : target.hostname;
    const authority = `${host}:${port}`;
    const asking = (proxy.isTls ? requestHttps : requestHttp)({
      host: proxy.hostname,
      port: proxy.port,
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...proxy.headers() },
      agent: false,
    });
    asking.on("socket", track);
    asking.on("error", (thrown) => {
      settle(unreachableProxy(proxy, thrown), null);
    });
    asking.on("connect", ({ statusCode = 0 }, socket: Socket, rest: Buffer) => {
      if (statusCode < 200 || statusCode > 299 || settled) {
        socket.destroy();
        settle(refusedByProxy(proxy, statusCode, authority), null);
        return;
      }
      if (rest.length > 0) socket.unshift(rest);
      if (target.protocol !== "https:") settle(null, socket);
      else track(secure({ ...target, httpSocket: socket }, settle));
    });
    asking.end();
  };
}
