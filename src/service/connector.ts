import type { Socket } from "node:net";
import buildConnector from "undici/lib/core/connect.js";
import type { Proxy } from "./proxy";
import type { Connect } from "./tunnel";

export interface Connector {
  readonly connect: Connect;
  /** Ends connections that are not there yet, which would keep the process alive. */
  readonly abandon: () => void;
  /** Begins to watch. @returns whether there has been a connection since then, even for a moment */
  readonly watch: () => () => boolean;
}

/** Connects, and calls `opened` for each socket that it opens on the way. */
type Opening = (...given: [...Parameters<Connect>, opened: (socket: Socket) => void]) => void;

/** @param timeout of a connection, in milliseconds */
export function connector(timeout: number, proxy: Proxy | undefined): Connector {
  const opening = new Set<Socket>();
  const connected = { now: 0, ever: 0 };
  const open: Opening = proxy === undefined ? direct(timeout) : tunnel(proxy, timeout);
  return {
    connect: (target, callback) => {
      const own: Socket[] = [];
      const settled: typeof callback = (...outcome) => {
        const [failed, socket] = outcome; // undici gives no socket with an error
        if (failed === null) {
          for (const each of own) opening.delete(each);
          connected.now += 1;
          connected.ever += 1;
          socket.once("close", () => (connected.now -= 1));
        }
        callback(...outcome);
      };
      open(target, settled, (socket) => {
        own.push(socket);
        opening.add(socket);
        socket.once("close", () => opening.delete(socket));
      });
    },
    abandon: () => {
      for (const socket of opening) socket.destroy();
    },
    watch: () => {
      const { now, ever } = connected;
      return () => now > 0 || connected.ever > ever;
    },
  };
}

function direct(timeout: number): Opening {
  const connect = buildConnector({ timeout });
  return (target, callback, opened) => {
    opened(connect(target, callback));
  };
}

function tunnel(proxy: Proxy, timeout: number): Opening {
  const loaded = import("./tunnel.js"); // loaded on demand: few have a proxy
  return (target, callback, opened) => {
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
