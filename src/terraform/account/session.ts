import type { AccountId, ConfigurationId } from "../../model/ids";
import { ServiceClient } from "../../service/service-client";
import type { Deepscan } from "../../model/scans";
import type { Change, ChangeResult } from "./requested-change";
import { Lists } from "./lists";
import type { ApiKey } from "../../diagnostics/api-key";
import { chooseAccount } from "../../reconcile/refresh/choose-account";
import { baseUrl } from "../../service/endpoint";
import { type OnWaiting, waitingText } from "../../service/client-options";
import { clockThatSleeps, systemClock } from "../../service/clock";
import type { ProxyOption } from "../../service/proxy";
import { insecureAdvice } from "../common-diagnostics";
import { type FindingList, listFindings } from "../../reconcile/refresh/observe";
import { Batcher } from "./batcher";
import { TriageTurns } from "./triage-turns";
import { runBatch } from "./run-batch";

/** A configured provider: one account and one key, until the process ends or is configured again. */
export interface Session {
  readonly accountId: AccountId;
  /** Cannot write. `lists` caches the lists that several resources need. */
  readonly reader: ServiceClient;
  /** Writes everything but configurations and assignments, which `submit` writes. Cannot write in a dry run. */
  readonly writer: ServiceClient;
  readonly lists: Lists;
  /** The most configurations that a plan may delete; undefined without a limit. */
  readonly maxDeletes: number | undefined;
  /** The deepscans of the account, read once. */
  readonly deepscans: () => Promise<readonly Deepscan[]>;
  /** All findings of the account with their triages, read once. */
  readonly findings: () => Promise<FindingList>;
  /**
   * The configurations that this process has created or taken over, each with the change that did: no other has or
   * deletes them.
   */
  readonly ours: Map<ConfigurationId, Change>;
  /** The configurations that resources have, as far as this process has refreshed them. */
  readonly refreshed: Set<ConfigurationId>;
  /** The names of the configurations that this process deletes, or plans to delete, by id. */
  readonly deletions: Map<ConfigurationId, string>;
  readonly triages: TriageTurns;
  /**
   * Terraform does not say whether it plans or applies. It refreshes only where it plans, and plans again in the
   * process that applies.
   */
  phase: "unknown" | "plan" | "apply";
  /** Applies a change, in one batch with those that are submitted at the same time. Throws for defects only. */
  submit(change: Change): Promise<ChangeResult>;
  /** Whether nothing may be written. */
  readonly dryRun: boolean;
  /** Aborted when Terraform is asked to stop: no further request is started. */
  readonly signal: AbortSignal;
  /** In milliseconds. Ends early when Terraform is asked to stop. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly baseUrl: string;
  readonly apiKey: string | ApiKey;
  /** Allows http to a host that is not this machine. */
  readonly insecure?: boolean;
  /** Not needed when the key reaches one account. */
  readonly accountId?: string;
  readonly maxConcurrency?: number;
  readonly dryRun?: boolean;
  readonly maxDeletes?: number;
  readonly proxy?: ProxyOption | undefined;
  readonly stop: AbortSignal;
  /** Takes why a request takes long, as one line. */
  readonly warn?: (text: string) => void;
  /** In milliseconds; for tests, whose time is not that of the system. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** The most milliseconds that a change waits for others; for tests that make one change at a time. */
  readonly batchWait?: number;
}

/** Sends a request only to find the account when none is named. @throws ScanformError that names the missing setting */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { apiKey, accountId, maxConcurrency, insecure = false, dryRun = false, stop: signal, warn } = options;
  // a sleep is rejected only by the stop, which ends it early
  const { sleep = (milliseconds: number) => systemClock.sleep(milliseconds, signal).catch(() => undefined) } = options;
  const url = baseUrl(options.baseUrl, insecure, insecureAdvice);
  const common = {
    baseUrl: url.href,
    apiKey,
    insecure,
    proxy: options.proxy,
    clock: options.sleep && clockThatSleeps(options.sleep),
    onWaiting: (...why: Parameters<OnWaiting>) => warn?.(waitingText(url.host, ...why)),
    concurrency: maxConcurrency,
  };
  const reader = new ServiceClient({ ...common, readOnly: true });
  try {
    const account = await chooseAccount(reader, accountId, signal);
    const writer = new ServiceClient({ ...common, readOnly: dryRun, stop: signal }, reader);
    const lists = new Lists(reader, account.id, signal);
    const shared = { reader, writer, lists, dryRun, signal, sleep, ours: new Map<ConfigurationId, Change>() };
    const batcher = new Batcher<Change, ChangeResult>(
      (changes) => runBatch(changes, { account, ...shared }),
      options.batchWait,
    );
    return {
      ...shared,
      accountId: account.id,
      maxDeletes: options.maxDeletes,
      deepscans: () => lists.cached("deepscans", () => reader.deepscans(account.id, { signal })),
      findings: () => lists.cached("findings", () => listFindings(reader, account.id, { signal })),
      refreshed: new Set(),
      deletions: new Map(),
      triages: new TriageTurns(),
      phase: "unknown",
      submit: (change) => batcher.submit(change),
      close: async () => {
        await Promise.all([reader.close(), writer.close()]);
      },
    };
  } catch (thrown) {
    await reader.close();
    throw thrown;
  }
}
