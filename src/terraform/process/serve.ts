import { makeIdentity } from "./certificate";
import { handshakeLine, type Place, reattachment, type Start } from "./handshake";
import { debugLifetime, type Lifetime, pluginLifetime } from "./lifetime";
import { listenOnPort, listenOnSocket } from "./listen";
import type { Log } from "./log";
import type { LoadHandlers } from "./provider-service";
import { type MutualTls, pluginServer } from "./plugin-server";

export interface ServeOptions {
  readonly start: Exclude<Start, { readonly kind: "refused" }>;
  /** Of one connection: called for each. */
  readonly connected: () => LoadHandlers;
  /** As in `required_providers`, with the registry before it. */
  readonly providerAddress: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
}

/** A provider that listens. */
export interface Serving {
  readonly place: Place;
  /** The line for stdout that tells Terraform, or the developer, the address. */
  readonly announcement: string;
  /** Done when terraform has shut the provider down or has gone, or `close` was called; nothing is left then. */
  readonly closed: Promise<void>;
  /** Closes immediately; requests in progress are cancelled. */
  readonly close: () => void;
}

/** Listens and answers until the lifetime ends. */
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
