import type { ApiKey } from "../../diagnostics/api-key";
import { chooseAccount } from "../../reconcile/refresh/choose-account";
import { parseSemantics, refuseOthers } from "../../reconcile/probe/semantics-document";
import { baseUrl } from "../../service/base-url";
import type { ProxyOption } from "../../service/proxy";
import { ServiceClient } from "../../service/service-client";
import { insecureAdvice } from "../insecure";
import { listTriages } from "../../reconcile/refresh/observe";
import { Ledger } from "../ledger/ledger";
import type { Change, ChangeResult } from "./change";
import { Batcher } from "./batcher";
import { explainUnreachedAccount, Lists } from "./lists";
import { memoize } from "./memoize";
import { runBatch } from "./run-batch";
import type { Session } from "./session";
import { sleepUntil } from "./sleep-until";

/** The attributes of the provider block, combined with the environment. */
export interface SessionOptions {
  readonly baseUrl: string;
  readonly apiKey: string | ApiKey;
  /** Allows http to a host that is not this machine. */
  readonly insecure?: boolean;
  /** Not needed when the key reaches one account. */
  readonly accountId?: string;
  readonly maxConcurrency?: number;
  /** The text of a file that `scanform probe` wrote. */
  readonly semantics?: string;
  readonly dryRun?: boolean;
  readonly maxDeletes?: number;
  readonly proxy?: ProxyOption | undefined;
  readonly stop: AbortSignal;
  /** In milliseconds; for tests, whose time is not that of the system. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** In milliseconds since 1970; for the same tests. */
  readonly now?: () => number;
}

/** Sends a request only to find the account when none is named. @throws ScanformError that names the missing setting */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { apiKey, accountId, maxConcurrency, insecure = false, dryRun = false, stop: signal } = options;
  const { sleep = (milliseconds: number) => sleepUntil(signal, milliseconds) } = options;
  const url = baseUrl(options.baseUrl, insecure, insecureAdvice);
  const found = options.semantics === undefined ? undefined : parseSemantics(options.semantics, "semantics");
  const common = {
    baseUrl: url.href,
    apiKey,
    insecure,
    proxy: options.proxy,
    ...(maxConcurrency === undefined ? {} : { concurrency: maxConcurrency }),
  };
  const reader = new ServiceClient({ ...common, readOnly: true });
  try {
    const account = await chooseAccount(reader, accountId, signal);
    if (found !== undefined) refuseOthers(found, url.href.replace(/\/$/, ""), account.id);
    const writer = new ServiceClient({ ...common, readOnly: dryRun, stop: signal });
    const lists = new Lists(reader, account.id, signal);
    const ledger = new Ledger();
    const running = {
      account,
      reader,
      writer,
      lists,
      options: found === undefined ? {} : { semantics: found.semantics },
      dryRun,
      signal,
      sleep,
      ledger,
    };
    const batcher = new Batcher<Change, ChangeResult>((changes) => runBatch(changes, running));
    return {
      accountId: account.id,
      reader,
      writer,
      lists,
      maxDeletes: options.maxDeletes,
      deepscans: memoize(() => explainUnreachedAccount(lists, reader.deepscans(account.id, { signal }))),
      triages: memoize(async () => {
        const listed = await listTriages(reader, account.id, { signal });
        return new Map([...listed].map(([id, status]) => [id.toLowerCase(), status]));
      }),
      ledger,
      submit: (changes) => batcher.submit(changes),
      dryRun,
      signal,
      sleep,
      now: options.now ?? Date.now,
      close: async () => {
        await Promise.all([reader.close(), writer.close()]);
      },
    };
  } catch (thrown) {
    await reader.close();
    throw thrown;
  }
}
