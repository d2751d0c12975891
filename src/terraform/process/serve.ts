import { temporaryFolder } from "../../diagnostics/temporary-folder";
import { makeIdentity } from "./certificate";
import { handshakeLine, type Log, type Endpoint, reattachment, type Start } from "./handshake";
import {
  debugLifetime,
  type Lifetime,
  type LoadHandlers,
  type MutualTls,
  pluginLifetime,
  pluginServer,
} from "./plugin-server";
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface ServeOptions {
  readonly start: Exclude<Start, { readonly kind: "refused" }>;
  /** Of one connection: called for each. */
  readonly connected: () => LoadHandlers;
  /** As in `required_providers`, with the registry before it. */
  readonly providerAddress: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
}

export interface Serving {
  readonly place: Endpoint;
  /** The line for stdout that tells Terraform, or the developer, the address. */
  readonly announcement: string;
  /** Done when terraform has shut the provider down or has gone, or `close` was called; nothing is left then. */
  readonly closed: Promise<void>;
  /** Closes immediately; requests in progress are cancelled. */
  readonly close: () => void;
}

export async function serve({ start, connected, providerAddress, env, platform, log }: ServeOptions): Promise<Serving> {
  const life = start.kind === "plugin" ? pluginLifetime() : debugLifetime();
  const tls = tlsFor(start);
  const { server, close } = pluginServer(connected, life, log, tls);
  const listening = platform === "win32" ? await listenOnPort(server, env) : await listenOnSocket(server);
  const announcement =
    start.kind === "plugin"
      ? `${handshakeLine(listening.place, tls?.identity.certificate)}\n`
      : debugText(reattachment(providerAddress, listening.place, process.pid));
  return { place: listening.place, announcement, ...endingWith(life, [close, listening.close]) };
}

/** Closes everything exactly once, however the process ends. */
function endingWith(life: Lifetime, closing: readonly (() => void)[]): Pick<Serving, "closed" | "close"> {
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    life.end();
    for (const each of closing) each();
  };
  return { closed: life.ended.then(close), close };
}

const tlsFor = (start: ServeOptions["start"]): MutualTls | undefined =>
  start.kind === "plugin" && start.clientCertificate !== undefined
    ? { identity: makeIdentity(new Date()), clientCertificate: start.clientCertificate }
    : undefined;

const debugText = (reattach: string): string =>
  `export TF_REATTACH_PROVIDERS='${reattach}'\n\n` +
  "Run that line where terraform is started, and terraform uses this process until Ctrl-C ends it.\n";

interface Listening {
  readonly place: Endpoint;
  /** Accepts no more connections, and removes the socket and its folder. */
  readonly close: () => void;
}

/** Linux silently cuts a longer path at 107 bytes, macOS at 103. */
const longestPath = 100;

/**
 * Listens on a socket in a folder that only the user can access.
 *
 * @param folder where to make it; /tmp when it is too long
 * @throws ScanformError where it cannot be made
 */
export async function listenOnSocket(server: Server, folder = tmpdir()): Promise<Listening> {
  const inside = (parent: string): string => join(parent, "scanform-XXXXXX", "socket");
  const parent = Buffer.byteLength(inside(folder)) > longestPath ? "/tmp" : folder;
  const own = temporaryFolder(parent);
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

/** @throws Error of the system */
const listening = (server: Server, where: { path: string } | { port: number; host: string }): Promise<unknown> =>
  once(server.listen(where), "listening");
