import { ActiveFaults, type Fault, faultsInput } from "./profile/faults";
import { type OnExchange, type ReceivedRequest, RequestLog } from "./server/record-exchange";
import { notifyOfScan } from "./webhooks/notify";
import { defaultProfile, type Profile, profileInput } from "./profile/profile";
import { builtinSeed } from "./seed/builtin-seed";
import { seedInput } from "./seed/read-seed";
import type { Seed } from "./seed/seed-schema";
import { createApp } from "./server/app";
import { type Limits, listen, type ListeningServer } from "./server/listen";
import type { EmulatorContext } from "./state/context";
import { Store, type StoreView } from "./state/store";
import { Clock } from "./support/deterministic";
import { checkAllowedHosts } from "./webhooks/post";
import { DeliveryQueue } from "./webhooks/delivery-queue";

export { readSeed } from "./seed/read-seed";
export { combinedVariants, type Profile, profileOfPairs, readProfile, switches, variants } from "./profile/profile";
export { type Fault, readFaults } from "./profile/faults";
export type { Limits } from "./server/listen";
export type { Exchange, OnExchange, ReceivedRequest } from "./server/record-exchange";
export { scaleSeed } from "./seed/scale-seed";
export { acmeAccountId, acmeKey, allKey, builtinSeed, globexAccountId, globexKey } from "./seed/builtin-seed";
export type { Seed, SeedAccount, SeedConfiguration, SeedRepository } from "./seed/seed-schema";
export type { StoreView } from "./state/store";

export interface EmulatorOptions {
  /** The initial state; the built-in seed by default. Pass a function for a large seed: a reset calls it again. */
  readonly seed?: Seed | (() => Seed);
  /** Overrides of the default profile. */
  readonly profile?: Partial<Profile>;
  /** The faults that are active from the start. */
  readonly faults?: readonly Fault[];
  /** The time limits for clients. */
  readonly limits?: Partial<Limits>;
  /** Called with every request that names the emulator, and its response. Buffers response bodies in memory. */
  readonly onExchange?: OnExchange;
  /** The port to listen on; 0, the default, selects a free one. */
  readonly port?: number;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /** The hosts besides this machine that webhooks are delivered to: names or IP addresses, without a port. */
  readonly allowWebhooks?: readonly string[];
}

/** A running emulator of the service, in this process. */
export interface Emulator {
  /** The base URL, without /v1. */
  readonly url: string;
  /** The IP address that it listens on. */
  readonly address: string;
  /** The port that it listens on. */
  readonly port: number;
  /** The requests since the start or the last `clearRequests`, oldest first; the last 10,000 at most. */
  readonly requests: readonly ReceivedRequest[];
  clearRequests(): void;
  /** The objects as they are now, for tests to read. */
  readonly store: StoreView;
  /** Sets the given switches and leaves the others unchanged. */
  setProfile(profile: Partial<Profile>): void;
  /** Replaces all faults. */
  setFaults(faults: readonly Fault[]): void;
  /** Restores the seed; profile, faults and recorded requests are unchanged. */
  reset(): void;
  /** The current state, as a seed. */
  snapshot(): Seed;
  /** Ends every connection at once and resolves when the port is free. Idempotent. */
  close(): Promise<void>;
  /** Closes it where the block of an `await using` ends. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an emulator of the service: every operation of the API and the actions of its dashboard. The profile
 * decides what the specification leaves open; `state/write-semantics.ts` names the remaining decisions.
 *
 * @example
 * ```ts
 * await using emulator = await startEmulator({ profile: { patch_merge: "deep" } });
 * await using client = new ServiceClient({ baseUrl: emulator.url, apiKey: acmeKey });
 * console.log(await client.configurations(acmeAccountId), emulator.requests);
 * ```
 *
 * @throws ScanformError `usage` when the seed, the profile, the faults or a host is invalid or the port is not available
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, host = "127.0.0.1" } = options;
  const profile = { current: { ...defaultProfile, ...profileInput.check(options.profile ?? {}, "the profile") } };
  const faults = new ActiveFaults(faultsInput.check(options.faults ?? [], "the faults"));
  const allowed = checkAllowedHosts(options.allowWebhooks ?? []);
  const initial = startSeed(options);
  const clock = new Clock(initial.clock_ahead_ms);
  const timing = { now: () => clock.now().getTime(), lag: () => profile.current.read_lag_ms };
  const store = new Store(initial, timing);
  const context: EmulatorContext = {
    store,
    clock,
    profile,
    faults,
    requests: new RequestLog(),
    reset: () => {
      store.reset(startSeed(options));
    },
    snapshot: () => ({ ...store.snapshot(), ...(clock.offset === 0 ? {} : { clock_ahead_ms: clock.offset }) }),
    deliveryQueue: new DeliveryQueue({ allowed }),
    onScanCompleted: (scan) => void notifyOfScan(context, scan),
  };
  const app = createApp(context, () => listening, options.onExchange);
  const listening: ListeningServer = await listen(app.fetch, port, host, options.limits);
  const named = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host; // a client names one address
  const hostname = named.includes(":") ? `[${named}]` : named;
  return emulatorHandle(context, `http://${hostname}:${String(listening.port)}`, listening);
}

/** The seed of the caller, validated. The built-in one is constant and valid: its validation would be most of a start. */
const startSeed = ({ seed = builtinSeed }: EmulatorOptions): Seed =>
  seed === builtinSeed ? builtinSeed : seedInput.check(typeof seed === "function" ? seed() : seed, "the seed");

function emulatorHandle(context: EmulatorContext, url: string, listening: ListeningServer): Emulator {
  const { store, profile, faults, requests, deliveryQueue } = context;
  const closing = async (): Promise<void> => {
    await Promise.all([listening.close(), deliveryQueue.close()]);
  };
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= closing());
  return {
    url,
    address: listening.address,
    port: listening.port,
    requests: requests.items,
    clearRequests: () => {
      requests.clear();
    },
    store,
    setProfile: (given) => {
      profile.current = { ...profile.current, ...profileInput.check(given, "the profile") };
    },
    setFaults: (given) => {
      faults.set(faultsInput.check(given, "the faults"));
    },
    reset: context.reset,
    snapshot: context.snapshot,
    close,
    [Symbol.asyncDispose]: close,
  };
}
