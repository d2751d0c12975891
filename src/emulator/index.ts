import { createApp } from "./app";
import { listen } from "./listen";
import { checkSeed } from "./read-seed";
import type { ReceivedRequest } from "./record";
import { builtinSeed } from "./seed";
import type { Seed } from "./seed-schema";
import { Store, type StoreView } from "./store";
import { Clock, type World } from "./world";

export { readSeed } from "./read-seed";
export type { ReceivedRequest } from "./record";
export { acmeAccountId, acmeKey, allKey, builtinSeed, globexAccountId, globexKey } from "./seed";
export type { Seed, SeedAccount, SeedConfiguration, SeedRepository } from "./seed-schema";
export type { StoreView } from "./store";

export interface EmulatorOptions {
  /** What it begins with; the built-in seed when left out. */
  readonly seed?: Seed;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** 127.0.0.1 when left out. */
  readonly host?: string;
}

/** A running emulator of the service, in this process and in memory. */
export interface Emulator {
  /** The base URL, without /v1. */
  readonly url: string;
  readonly port: number;
  /** What was answered since the start or the last `clearRequests`, in that order. */
  readonly requests: readonly ReceivedRequest[];
  clearRequests(): void;
  readonly store: StoreView;
  /** Ends every connection at once, and is done when the port is free. May be called again. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the service: accounts, repositories, analyzers, custom policies and all
 * operations on configurations. What the specification leaves open is decided in `semantics.ts`.
 *
 * @throws ScanformError `usage` when the seed contradicts itself or the port cannot be had
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { seed = builtinSeed, port = 0, host = "127.0.0.1" } = options;
  const store = new Store(checkSeed(seed, "the seed"));
  const requests: ReceivedRequest[] = [];
  const hostname = host.includes(":") ? `[${host}]` : host;
  const world: World = {
    store,
    clock: new Clock(),
    url: () => `http://${hostname}:${String(listening.port)}`,
    scanCompleted: () => undefined,
  };
  const listening = await listen(createApp(world, requests).fetch, port, host);
  return {
    url: world.url(),
    port: listening.port,
    requests,
    clearRequests: () => {
      requests.length = 0;
    },
    store,
    close: () => listening.close(),
  };
}
