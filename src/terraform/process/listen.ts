import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Place } from "./handshake";

export interface Listening {
  readonly place: Place;
  /** Takes no more connections and leaves nothing behind on the disk. */
  readonly close: () => void;
}

/** Linux cuts a longer path at 107 bytes without a word, macOS at 103. */
const longestPath = 100;

/** Listens in a folder of its own, which nobody else may enter. @param folder where to make it; /tmp when it is too long */
export async function listenOnSocket(server: Server, folder = tmpdir()): Promise<Listening> {
  const inside = (parent: string): string => join(parent, "scanform-XXXXXX", "socket");
  const parent = Buffer.byteLength(inside(folder)) > longestPath ? "/tmp" : folder;
  const own = mkdtempSync(join(parent, "scanform-"));
  const path = join(own, "socket");
  await listening(server, { path });
  const close = (): void => {
    server.close();
    rmSync(own, { recursive: true, force: true });
  };
  return { place: { network: "unix", text: path }, close };
}

/** Listens on the first free port of those that terraform allows; on any when it names none. For Windows. */
export async function listenOnPort(server: Server, env: NodeJS.ProcessEnv): Promise<Listening> {
  const first = Number(env["PLUGIN_MIN_PORT"] ?? 0);
  const last = Number(env["PLUGIN_MAX_PORT"] ?? 0);
  for (let port = first; port <= last; port += 1)
    if (await isFree(server, port)) {
      const close = (): void => {
        server.close();
      };
      return { place: { network: "tcp", text: `127.0.0.1:${String(portOf(server))}` }, close };
    }
  throw new Error(`no free port from PLUGIN_MIN_PORT ${String(first)} to PLUGIN_MAX_PORT ${String(last)}`);
}

async function isFree(server: Server, port: number): Promise<boolean> {
  try {
    await listening(server, { port, host: "127.0.0.1" });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw thrown;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return address.port;
}

const listening = (server: Server, where: { path: string } | { port: number; host: string }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      resolve();
    });
  });
