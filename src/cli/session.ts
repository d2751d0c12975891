import type { Reader, Writer } from "../reconcile/ports";
import { ServiceClient } from "../service/service-client";
import { proxyFor } from "../service/proxy";
import { clockThatSleeps } from "../service/clock";
import { refuseUncheckedTls } from "../service/endpoint";
import { type Credentials, type OriginOptions, urlText } from "./credentials/operator";
import type { Io } from "./io";
import { waitingLine } from "./waiting-line";

/** Options of every command that connects to the service. */
export interface ConnectionOptions extends OriginOptions {
  /** Seconds. */
  readonly timeout?: number;
  /** The maximum number of concurrent requests. */
  readonly concurrency?: number | undefined;
}

/** A connection to one service with one key. */
export interface Session {
  readonly url: string;
  /** Read-only: rejects everything but GET before it is sent. */
  readonly reader: Reader;
  /**
   * Created only for an apply or a probe. Ctrl-C cancels queued requests, except with `toTheEnd`, which completes
   * what was started.
   */
  writer(toTheEnd?: boolean): Writer;
  close(): Promise<void>;
}

/** Sends nothing yet. */
export function connect(io: Io, { url, key }: Credentials, options: ConnectionOptions): Session {
  refuseUncheckedTls(url, io.env, options.insecure === true, "say --insecure if you mean it");
  const common = {
    baseUrl: url.href,
    apiKey: key,
    insecure: options.insecure === true,
    clock: clockThatSleeps(io.sleep),
    onWaiting: waitingLine(io, url),
    proxy: proxyFor(url, io.env),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout * 1000 }),
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
  };
  const reader = new ServiceClient({ ...common, readOnly: true });
  let writer: ServiceClient | undefined;
  return {
    url: urlText(url),
    reader,
    writer: (toTheEnd = false) =>
      (writer ??= new ServiceClient({ ...common, ...(toTheEnd ? {} : { stop: io.signal }) })),
    close: async () => {
      await Promise.all([reader.close(), writer?.close()]);
    },
  };
}
