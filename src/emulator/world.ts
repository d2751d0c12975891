import type { FindingType, Severity } from "../model/findings";
import type { pullRequestStates } from "../model/scans";
import type { AccountStore, LiveRepository } from "./account-store";
import type { WireSettings } from "./semantics";
import type { Store } from "./store";

/** The time in the emulator, which a test may move on. */
export class Clock {
  #ahead = 0;

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  /** @param milliseconds how far, and never back */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

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
  /** The base URL that it is reached at, without /v1. */
  readonly url: () => string;
  /** Tells whoever wants to know; never throws and never waits. */
  readonly scanCompleted: (scan: CompletedScan) => void;
}
