import type { FindingsReader, Reader, Writer } from "../reconcile/ports";
import { clockThatSleeps } from "../service/clock";
import { refuseUncheckedTls } from "../service/endpoint";
import { proxyFor } from "../service/proxy";
import { ServiceClient } from "../service/service-client";
import { type OnWaiting, waitingText } from "../service/client-options";
import { type Credentials, credentialsOf, type OriginOptions, urlText } from "./credentials/operator";
import type { Io } from "./io";

/** Options of every command that connects to the service. */
export interface ConnectionOptions extends OriginOptions {
  /** Seconds. */
  readonly timeout?: number;
  /** The maximum number of concurrent requests. */
  readonly concurrency?: number | undefined;
}

/** Options of every command that asks for the accounts of a key, whatever is declared. */
export interface AliasOptions extends ConnectionOptions {
  /** The alias of the provider block whose key is used. */
  readonly alias?: string;
}

/** A connection to one service with one key. */
export interface Session {
  readonly url: string;
  /** Read-only: rejects everything but GET before it is sent. */
  readonly reader: Reader & FindingsReader;
  /** Created only for an apply. Ctrl-C cancels queued requests. */
  writer(): Writer;
  close(): Promise<void>;
}

/** Sends nothing yet. */
export function connect(io: Io, { url, key }: Credentials, options: ConnectionOptions): Session {
  refuseUncheckedTls(url, io.env, options.insecure === true, "pass --insecure to allow it");
  const common = {
    baseUrl: url.href,
    apiKey: key,
    insecure: options.insecure === true,
    clock: clockThatSleeps(io.sleep),
    onWaiting: waitingLine(io, url),
    proxy: proxyFor(url, io.env),
    timeoutSetting: "--timeout",
    ...(options.timeout === undefined ? {} : { timeout: options.timeout * 1000 }),
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
  };
  const reader = new ServiceClient({ ...common, readOnly: true });
  let writer: ServiceClient | undefined;
  return {
    url: urlText(url),
    reader,
    writer: () => (writer ??= new ServiceClient({ ...common, stop: io.signal }, reader)),
    close: async () => {
      await Promise.all([reader.close(), writer?.close()]);
    },
  };
}

/** Connects with the key of an alias. Sends nothing yet. */
export const connectByAlias = (io: Io, options: AliasOptions): Session =>
  connect(io, credentialsOf(io, options, { aliases: [options.alias ?? ""] }), options);

/** The commands that have said it. */
const said = new WeakSet<Io>();

/** Says on stderr, once per command, why a request takes long. */
export const waitingLine =
  (io: Io, url: URL): OnWaiting =>
  (request, why) => {
    if (said.has(io)) return;
    said.add(io);
    // on a terminal the cursor may be at the end of the progress, which is shorter
    const start = io.interactive ? "\r" : "";
    io.err(`${start}${waitingText(url.host, request, why)}\n`);
  };

/** Milliseconds of waiting after which a notice is printed. */
const noticeAfter = 1000;

/** Sleeps, and says once on stderr what is waited for, before the waits add up to a second. @param end such as `until it ends` */
export function sleepWithNotice(io: Io, end: string): (milliseconds: number) => Promise<unknown> {
  let waited = 0;
  return (milliseconds) => {
    if (waited < noticeAfter && waited + milliseconds >= noticeAfter) io.err(`Waiting ${end}.\n`);
    waited += milliseconds;
    return io.sleep(milliseconds);
  };
}
