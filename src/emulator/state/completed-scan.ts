import type { pullRequestStates } from "../../model/scans";
import type { FindingType, Severity } from "../../model/findings";
import type { AccountStore } from "./account-store";
import type { StoredRepository } from "./stored-objects";
import type { WireSettings } from "./write-semantics";

/** A completed PR scan, as webhooks need it: specification, *When a webhook fires*. */
export interface CompletedScan {
  readonly account: AccountStore;
  readonly repository: StoredRepository;
  /** The settings of the repository's configuration at the time of the scan; null if it has none. */
  readonly settings: WireSettings;
  readonly dashboardUrl: string;
  readonly completedAt: Date;
  readonly pullRequest: {
    readonly number: number;
    readonly title: string;
    readonly status: (typeof pullRequestStates)[number];
    readonly branch: string;
    readonly commitAuthor: string;
    readonly url: string;
  };
  readonly findings: readonly {
    readonly id: string;
    readonly findingType: Extract<FindingType, "pullrequest" | "code_policy">;
    readonly severity: Severity;
    readonly type: string;
    readonly description: string;
    readonly filename: string;
    readonly lineStart: number;
    readonly lineEnd: number;
  }[];
}
