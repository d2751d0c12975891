import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Emulator, Profile, Seed } from "../../src/emulator";
import type { Observed } from "../../src/model/observed";
import { accountId } from "../../src/model/ids";
import { toWire } from "../../src/model/to-wire";
import { settingsFields } from "../../src/model/settings";
import { ServiceClient } from "../../src/service/service-client";
import { type Clock, clockThatSleeps } from "../../src/service/clock";
import { uuid } from "../reconcile/arbitrary";
import { startEmulator } from "../support/emulator";

export const id = accountId(uuid("e", 0));
export const key = "key";

/** An account as a seed of the emulator. */
const seedOf = ({ configurations, repositories, analyzers = [], policies = [] }: Observed): Seed => ({
  keys: { [key]: [id] },
  accounts: [
    {
      account_id: id,
      active: true,
      analyzers,
      custom_policies: policies,
      repositories,
      configurations: configurations.map(({ settings, name = null, ...each }) => ({
        ...each,
        name,
        configuration: JSON.parse(JSON.stringify(toWire(settingsFields, settings))) as Record<string, never>,
      })),
    },
  ],
});

/** A service, and a client whose waits take no time. */
export interface Service {
  readonly emulator: Emulator;
  readonly client: ServiceClient;
  /** Moves the service's time on instead of waiting. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** That of the client. */
  readonly clock: Clock;
  /** Everything that there is, as it is: nothing lags, is cut or is refused while it is looked at. */
  look(): Promise<Observed>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly live: Observed;
  readonly profile?: Partial<Profile>;
  readonly concurrency?: number;
}

export async function serviceOf({ live, profile = {}, concurrency = 10 }: ServiceOptions): Promise<Service> {
  const emulator = await startEmulator({ seed: seedOf(live), profile });
  const sleep = (milliseconds: number): Promise<void> => advance(emulator, milliseconds);
  const at = { baseUrl: emulator.url, apiKey: key };
  const clock = clockThatSleeps(sleep);
  const client = new ServiceClient({ ...at, concurrency, clock, random: () => 0.5 });
  const eyes = new ServiceClient({ ...at, readOnly: true });
  return {
    emulator,
    client,
    sleep,
    clock,
    look: async () => {
      emulator.setProfile(plain);
      const [configurations, repositories] = await Promise.all([eyes.configurations(id), eyes.repositories(id)]);
      emulator.setProfile({ ...plain, ...profile });
      return { ...live, configurations, repositories };
    },
    close: async () => {
      await Promise.all([client.close(), eyes.close()]);
      await emulator.close();
    },
  };
}

const plain = { page_size: 0, rate_limit: 0, read_lag_ms: 0, order: "created" } as const;

async function advance({ url }: Emulator, milliseconds: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: milliseconds / 1000 });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/control/clock`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
}

type Started = (request: IncomingMessage, response: ServerResponse) => void;

/** Calls `begun` whenever a request has reached the service. @returns ends it */
export function onRequest({ port }: Emulator, begun: Started): () => void {
  const started = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort === port) begun(request, response);
  };
  subscribe("http.server.request.start", started);
  return () => {
    unsubscribe("http.server.request.start", started);
  };
}
