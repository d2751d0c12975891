import type { Severity } from "../../model/findings";
import type { ActiveFaults } from "../profile/faults";
import type { Profile } from "../profile/profile";
import type { SeedPrFinding, SeedPullRequest } from "../scans/scan-seed";
import type { Seed } from "../seed/seed-schema";
import type { RequestLog } from "../server/record-exchange";
import type { Clock } from "../support/deterministic";
import type { DeliveryQueue } from "../webhooks/delivery-queue";
import type { AccountStore, Store } from "./store";
import type { StoredRepository, WireSettings } from "./write-semantics";

/** The parts of one running emulator, shared by all requests. */
export interface EmulatorContext {
  readonly store: Store;
  readonly clock: Clock;
  /** The behaviour where the specification is silent. It may change at any time: read on every use. */
  readonly profile: { current: Profile };
  readonly faults: ActiveFaults;
  readonly requests: RequestLog;
  /** Restores the seed. */
  readonly reset: () => void;
  /** The current state as a seed. */
  readonly snapshot: () => Seed;
  readonly deliveryQueue: DeliveryQueue;
  /** Called after a scan. Never throws and never waits. */
  readonly onScanCompleted: (scan: CompletedScan) => void;
}

/** A pull request with a value for every field. */
export type CompletePullRequest = { readonly [K in keyof SeedPullRequest]-?: NonNullable<SeedPullRequest[K]> };

/** A completed PR scan, as webhooks need it: specification, *When a webhook fires*. */
export interface CompletedScan {
  readonly account: AccountStore;
  readonly repository: StoredRepository;
  /** The settings of the repository's configuration at the time of the scan; null if it has none. */
  readonly settings: WireSettings;
  readonly completedAt: string;
  readonly pullRequest: CompletePullRequest;
  /** The findings that are reported, of the four severities. */
  readonly findings: readonly (SeedPrFinding & { readonly severity: Severity })[];
}
