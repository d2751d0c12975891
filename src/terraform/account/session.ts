import type { AccountId } from "../../model/ids";
import type { ServiceClient } from "../../service/service-client";
import type { Deepscan } from "../../model/scans";
import type { TriageStatus } from "../../model/triage-status";
import type { Ledger } from "../ledger/ledger";
import type { Change, ChangeResult } from "./change";
import type { Lists } from "./lists";

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
  /** The triage of each finding of the account by the id of the finding in lower case, read once. */
  readonly triages: () => Promise<ReadonlyMap<string, TriageStatus>>;
  /** What was planned and applied in this session. */
  readonly ledger: Ledger;
  /**
   * Applies changes, in one batch with those that are submitted at the same time. Throws for defects only.
   *
   * @returns the result of each change, in order
   */
  submit(changes: readonly Change[]): Promise<readonly ChangeResult[]>;
  /** Whether nothing may be written. */
  readonly dryRun: boolean;
  /** Aborted when Terraform is asked to stop: no further request is started. */
  readonly signal: AbortSignal;
  /** In milliseconds. Ends early when Terraform is asked to stop. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  close(): Promise<void>;
}
