import type { FindingType, Severity } from "../../model/findings";
import type { pullRequestStates } from "../../model/scans";
import type { ActiveFaults } from "../profile/faults";
import type { ActiveProfile } from "../profile/profile";
import type { Seed } from "../seed/seed-schema";
import type { Clock } from "../support/deterministic";
import type { DeliveryQueue } from "../webhooks/delivery-queue";
import type { AccountStore, Store } from "./store";
import type { StoredRepository, WireSettings } from "./write-semantics";

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

/** A request and its response status. Headers are not recorded, since they contain the key. */
export interface ReceivedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** With the question mark; absent if there is none. */
  readonly query?: string;
  /** 0 if a fault reset the connection before a response. */
  readonly status: number;
  /** The fault that altered the response. */
  readonly fault?: string;
  /** The JSON body; absent if there was none or it was not JSON. */
  readonly body?: unknown;
}

const maxRequests = 10_000;
const maxBytes = 64 * 1024 * 1024;

/** The latest requests in order of their responses, limited in number and size. */
export class RequestLog {
  /** A live list: the same array for the whole lifetime. */
  readonly items: ReceivedRequest[] = [];
  readonly #sizes: number[] = [];
  #bytes = 0;

  /** @param bytes the size of the body */
  add(request: ReceivedRequest, bytes: number): void {
    this.items.push(request);
    this.#sizes.push(bytes);
    this.#bytes += bytes;
    while (this.items.length > maxRequests || this.#bytes > maxBytes) {
      this.items.shift();
      this.#bytes -= this.#sizes.shift() ?? 0;
    }
  }

  clear(): void {
    this.items.length = 0;
    this.#sizes.length = 0;
    this.#bytes = 0;
  }
}
