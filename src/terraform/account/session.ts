import type { AccountId } from "../../model/ids";
import type { ServiceClient } from "../../service/service-client";
import type { Deepscan } from "../../model/scans";
import type { TriageStatus } from "../data-sources/triage-status";
import type { Ledger } from "../ledger/ledger";
import type { Change, ChangeResult } from "./change";
import type { Lists } from "./lists";

/** A configured provider: one account, reached with one key, for as long as this process lives. */
export interface Session {
  readonly accountId: AccountId;
  /** Cannot write. Lists that several resources need are read by way of `lists`. */
  readonly reader: ServiceClient;
  /** For what is neither a configuration nor an assignment. Cannot write in a dry run. */
  readonly writer: ServiceClient;
  readonly lists: Lists;
  /** The deepscans of the account, read once. */
  readonly deepscans: () => Promise<readonly Deepscan[]>;
  /** The triage of each finding of the account by the id of the finding, read once. */
  readonly triages: () => Promise<ReadonlyMap<string, TriageStatus>>;
  /** What was planned and applied in this session. */
  readonly ledger: Ledger;
  /**
   * Brings about changes, together with what others ask for at the same moment. Throws for defects only.
   *
   * @returns what became of each, in their order
   */
  submit(changes: readonly Change[]): Promise<readonly ChangeResult[]>;
  /** Nothing is written. */
  readonly dryRun: boolean;
  /** Aborted when terraform is asked to stop: nothing more is begun. */
  readonly signal: AbortSignal;
  close(): Promise<void>;
}
