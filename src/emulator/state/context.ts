import type { Clock } from "../deterministic/clock";
import type { ActiveFaults } from "../faults/active-faults";
import type { ActiveProfile } from "../profile/profile";
import type { Seed } from "../seed/seed-schema";
import type { DeliveryQueue } from "../webhooks/delivery-queue";
import type { CompletedScan } from "./completed-scan";
import type { RequestLog } from "./request-log";
import type { Store } from "./store";

/** Everything that one running emulator consists of. */
export interface EmulatorContext {
  readonly store: Store;
  readonly clock: Clock;
  /** What is decided where the specification is silent; read anew at every request. */
  readonly profile: ActiveProfile;
  /** What goes wrong. */
  readonly faults: ActiveFaults;
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
  readonly persist: () => Promise<void>;
  /** Delivers webhooks. */
  readonly deliveryQueue: DeliveryQueue;
  /** Tells whoever wants to know; never throws and never waits. */
  readonly onScanCompleted: (scan: CompletedScan) => void;
}
