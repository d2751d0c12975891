import type { Socket } from "node:net";
import buildConnector from "undici/lib/core/connect.js";
import type { Proxy } from "./proxy";
import type { Connect } from "./tunnel";

export interface Connector {
  readonly connect: Connect;
  /** Ends connections that are not there yet, which would keep the process alive. */
  readonly abandon: () => void;
}

/** @param timeout of a connection, in milliseconds */
export function connector(timeout: number, proxy: Proxy | undefined): Connector {
  const opening = new Set<Socket>();
  const opened = (socket: Socket): void => {
    const done = (): void => {
      opening.delete(socket);
    };
    opening.add(socket);
    socket.once("close", done);
  };
  const connect = proxy === undefined ? direct(timeout, opened) : tunnel(proxy, timeout, opened);
  return {
    connect: (target, callback) => {
      connect(target, (...outcome) => {
        const [, socket] = outcome;
        if (socket !== null) opening.delete(socket);
        callback(...outcome);
      });
    },
    abandon: () => {
      for (const socket of opening) socket.destroy();
    },
  };
}

function direct(timeout: number, opened: (socket: Socket) => void): Connect {
  const connect = buildConnector({ timeout });
  return (target, callback) => {
    opened(connect(target, callback));
  };
}

function tunnel(proxy: Proxy, timeout: number, opened: (socket: Socket) => void): Connect {
  const loaded = import("./tunnel.js"); // loaded on demand: few have a proxy
  return (target, callback) => {
    loaded.then(
      ({ tunnelThrough }) => {
        tunnelThrough(proxy, timeout, opened)(target, callback);
      },
      (thrown: unknown) => {
        callback(thrown instanceof Error ? thrown : new Error(String(thrown)), null);
      },
    );
  };
}
