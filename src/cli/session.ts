import type { ProviderSettings } from "../declaration/provider";
import { fail } from "../diagnostics/error";
import type { Reader, Writer } from "../reconcile/ports";
import { baseUrl } from "../service/base-url";
import { ServiceClient } from "../service/service-client";
import { proxyFor } from "../service/proxy";
import { clockThatSleeps } from "../service/clock";
import { refuseUncheckedTls } from "../service/unchecked-tls";
import { apiKey } from "./api-key";
import type { Io } from "./io";
import { waitingLine } from "./waiting-line";

/** Options of every command that connects to the service. */
export interface ConnectionOptions {
  readonly insecure?: boolean;
  /** Seconds. */
  readonly timeout?: number;
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

const sameService = (left: string, right: string): boolean =>
  left === right || (URL.canParse(left) && URL.canParse(right) && new URL(left).href === new URL(right).href);

/** @throws ScanformError that says what to change, also on the command line */
export const checkedUrl = (text: string, { insecure }: ConnectionOptions): URL =>
  baseUrl(text, insecure, "say --insecure if you mean it");

type Where = Pick<ProviderSettings, "baseUrl" | "aliases">;

/** @param provider the declaration's settings, which take precedence over the environment */
export function connect(io: Io, provider: Where, options: ConnectionOptions): Session {
  const text = provider.baseUrl ?? io.env["SCANFORM_BASE_URL"] ?? "";
  const ours = io.env["SCANFORM_BASE_URL"] ?? "";
  const key = apiKey(io.env, provider.aliases, provider.baseUrl !== undefined && !sameService(provider.baseUrl, ours));
  if (text === "") fail("base-url-missing", "Set SCANFORM_BASE_URL, or base_url in the provider block, without /v1.");
  const url = checkedUrl(text, options);
  refuseUncheckedTls(url, io.env, options.insecure === true, "say --insecure if you mean it");
  const common = {
    baseUrl: url.href,
    apiKey: key,
    insecure: options.insecure === true,
    clock: clockThatSleeps(io.sleep),
    onWaiting: waitingLine(io, url),
    proxy: proxyFor(url, io.env),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout * 1000 }),
  };
  const reader = new ServiceClient({ ...common, readOnly: true });
  let writer: ServiceClient | undefined;
  return {
    url: url.href.replace(/\/$/, ""),
    reader,
    writer: (toTheEnd = false) =>
      (writer ??= new ServiceClient({ ...common, ...(toTheEnd ? {} : { stop: io.signal }) })),
    close: async () => {
      await Promise.all([reader.close(), writer?.close()]);
    },
  };
}
