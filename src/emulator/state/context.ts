import type { FindingType, Severity } from "../../model/findings";
import type { pullRequestStates } from "../../model/scans";
import type { AccountStore, LiveRepository } from "./account-store";
import type { Clock } from "../deterministic/clock";
import type { LiveFaults } from "../faults/active-faults";
import type { LiveProfile } from "../profile/profile";
import type { RequestLog } from "./request-log";
import type { Seed } from "../seed/seed-schema";
import type { WireSettings } from "./write-semantics";
import type { Store } from "./store";
import type { Courier } from "../webhooks/delivery-queue";

/** A PR scan that has just completed: specification, *When a webhook fires*. */
export interface CompletedScan {
  readonly account: AccountStore;
  readonly repository: LiveRepository;
  /** Of the repository's configuration when it was scanned; null when it has none. */
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

/** Everything that one running emulator consists of. */
export interface World {
  readonly store: Store;
  readonly clock: Clock;
  /** What is decided where the specification is silent; read anew at every request. */
  readonly profile: LiveProfile;
  /** What goes wrong. */
  readonly faults: LiveFaults;
  /** What was asked for. */
  readonly requests: RequestLog;
  /** Begins anew with the seed. */
  readonly reset: () => void;
  /** All of it as it is now, in the form of a seed. */
  readonly snapshot: () => Seed;
  /**
   * Is done when the state is on disk as it is now; at once when it is kept in memory only. Every answer
   * to a write waits for it; whatever changes the state by itself calls it too, and need not wait.
   */
  readonly keep: () => Promise<void>;
  /** Delivers webhooks. */
  readonly courier: Courier;
  /** Tells whoever wants to know; never throws and never waits. */
  readonly scanCompleted: (scan: CompletedScan) => void;
}
