import { type DataFile, openDataFile } from "./data-file/data-file";
import { Clock } from "./deterministic/clock";
import { ActiveFaults } from "./faults/active-faults";
import { checkFaults, type Fault } from "./faults/fault";
import type { OnExchange } from "./middleware/record-exchange";
import { notifyOfScan } from "./notifications/notify";
import { checkProfile, ActiveProfile, type Profile } from "./profile/profile";
import { builtinSeed } from "./seed/builtin-seed";
import { checkSeed } from "./seed/read-seed";
import type { Seed } from "./seed/seed-schema";
import { createApp } from "./server/app";
import { type Limits, listen, type ListeningServer } from "./server/listen";
import type { EmulatorContext } from "./state/context";
import { type ReceivedRequest, RequestLog } from "./state/request-log";
import { Store, type StoreView } from "./state/store";
import { DeliveryQueue } from "./webhooks/delivery-queue";

export { readSeed } from "./seed/read-seed";
export type { Profile } from "./profile/profile";
export { readProfile, profileOfPairs } from "./profile/profile";
export { switches } from "./profile/switches";
export { combinedVariants, variants } from "./profile/variants";
export { type Fault, readFaults } from "./faults/fault";
export type { Limits } from "./server/listen";
export type { Exchange, OnExchange } from "./middleware/record-exchange";
export type { ReceivedRequest } from "./state/request-log";
export { scaleSeed } from "./seed/scale-seed";
export { acmeAccountId, acmeKey, allKey, builtinSeed, globexAccountId, globexKey } from "./seed/builtin-seed";
export type { Seed, SeedAccount, SeedConfiguration, SeedRepository } from "./seed/seed-schema";
export type { StoreView } from "./state/store";

export interface EmulatorOptions {
  /** What it begins with; the built-in seed when left out. A function when it is large: it is called again for a reset. */
  readonly seed?: Seed | (() => Seed);
  /** What differs from the default profile. */
  readonly profile?: Partial<Profile>;
  /** What goes wrong from the start. */
  readonly faults?: readonly Fault[];
  /**
   * A file that keeps the state across restarts. When it exists, what it holds goes before the seed.
   * An answer to a write is sent once its state is on disk.
   */
  readonly data?: string;
  /** How long clients may take. */
  readonly limits?: Partial<Limits>;
  /** Is told of every request with its answer; answers are kept in memory for it. */
  readonly onExchange?: OnExchange;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** 127.0.0.1 when left out. */
  readonly host?: string;
}

/** A running emulator of the service, in this process. */
export interface Emulator {
  /** The base URL, without /v1. */
  readonly url: string;
  readonly port: number;
  /** What was asked for since the start or the last `clearRequests`, in that order; the last 10,000 at most. */
  readonly requests: readonly ReceivedRequest[];
  clearRequests(): void;
  readonly store: StoreView;
  /** Whether the state is that of the data file, and not the seed. */
  readonly resumed: boolean;
  /** Sets what is given and leaves the other switches as they are. */
  setProfile(profile: Partial<Profile>): void;
  /** In the place of all that there were. */
  setFaults(faults: readonly Fault[]): void;
  /** Begins anew with the seed; profile, faults and requests stay as they are. */
  reset(): void;
  /** What it holds, in the form of a seed. */
  snapshot(): Seed;
  /** Ends every connection at once, and is done when the port is free. May be called again. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the service: every operation, and what its dashboard does. What the
 * specification leaves open is decided by the profile; `semantics.ts` says where the rest is decided.
 *
 * @throws ScanformError `usage` when the seed, the profile or the faults are not valid or the port cannot be
 *   had, `data-file` when the data file is in use, damaged or cannot be written
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, host = "127.0.0.1" } = options;
  const profile = new ActiveProfile(checkProfile(options.profile ?? {}, "the profile"));
  const faults = new ActiveFaults(checkFaults(options.faults ?? [], "the faults"));
  const data = options.data === undefined ? undefined : openDataFile(options.data);
  try {
    const seed = data?.stored ?? startSeed(options);
    const clock = new Clock(seed.clock_ahead_ms);
    const timing = { now: () => clock.now().getTime(), lag: () => profile.current.read_lag_ms };
    const store = new Store(seed, timing);
    const snapshot = (): Seed => ({
      ...store.snapshot(),
      ...(clock.offset === 0 ? {} : { clock_ahead_ms: clock.offset }),
    });
    await data?.start(snapshot);
    const context: EmulatorContext = {
      store,
      clock,
      profile,
      faults,
      requests: new RequestLog(),
      reset: () => {
        store.reset(startSeed(options));
      },
      snapshot,
      persist: () => data?.persist() ?? Promise.resolve(),
      deliveryQueue: new DeliveryQueue(),
      onScanCompleted: (scan) => void notifyOfScan(context, scan),
    };
    const listening = await listen(createApp(context, options.onExchange).fetch, port, host, options.limits);
    const hostname = host.includes(":") ? `[${host}]` : host;
    return emulatorHandle(context, `http://${hostname}:${String(listening.port)}`, listening, data);
  } catch (thrown) {
    await data?.close();
    throw thrown;
  }
}

const startSeed = ({ seed = builtinSeed }: EmulatorOptions): Seed =>
  checkSeed(typeof seed === "function" ? seed() : seed, "the seed");

function emulatorHandle(
  context: EmulatorContext,
  url: string,
  listening: ListeningServer,
  data: DataFile | undefined,
): Emulator {
  const { store, profile, faults, requests, deliveryQueue } = context;
  const closing = async (): Promise<void> => {
    await Promise.all([listening.close(), deliveryQueue.close()]);
    await data?.close();
  };
  let closed: Promise<void> | undefined;
  return {
    url,
    port: listening.port,
    requests: requests.items,
    clearRequests: () => {
      requests.clear();
    },
    store,
    resumed: data?.stored !== undefined,
    setProfile: (given) => {
      profile.change(checkProfile(given, "the profile"));
    },
    setFaults: (given) => {
      faults.set(checkFaults(given, "the faults"));
    },
    reset: () => {
      context.reset();
      void context.persist();
    },
    snapshot: context.snapshot,
    close: () => (closed ??= closing()),
  };
}
