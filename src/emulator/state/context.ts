import type { Clock } from "../deterministic/clock";
import type { ActiveFaults } from "../faults/active-faults";
import type { ActiveProfile } from "../profile/profile";
import type { Seed } from "../seed/seed-schema";
import type { DeliveryQueue } from "../webhooks/delivery-queue";
import type { CompletedScan } from "./completed-scan";
import type { RequestLog } from "./request-log";
import type { Store } from "./store";

/** The parts of one running emulator, shared by all requests. */
export interface EmulatorContext {
  readonly store: Store;
  readonly clock: Clock;
  /** The behaviour where the specification is silent; read on every request. */
  readonly profile: ActiveProfile;
  /** The active faults. */
  readonly faults: ActiveFaults;
  /** The recorded requests. */
  readonly requests: RequestLog;
  /** Restores the seed. */
  readonly reset: () => void;
  /** The current state as a seed. */
  readonly snapshot: () => Seed;
  /**
   * Resolves when the current state is on disk; at once if it is kept in memory only. The response to a
   * write waits for it; code that changes the state outside of a request calls it without waiting.
   */
  readonly persist: () => Promise<void>;
  /** Delivers webhooks. */
  readonly deliveryQueue: DeliveryQueue;
  /** Called after a scan. Never throws and never waits. */
  readonly onScanCompleted: (scan: CompletedScan) => void;
}
