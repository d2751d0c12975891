import { setTimeout as sleep } from "node:timers/promises";
import { fingerprint } from "../src/model/fingerprint";
import type { Desired } from "../src/model/desired";
import { accountId, address, type RepositoryId, repositoryId } from "../src/model/ids";
import type { Settings } from "../src/model/settings";
import { type Emulator, type Profile, type Seed, startEmulator } from "../src/emulator";
import { apply } from "../src/reconcile/apply/apply";
import { refreshAndPlan } from "../src/reconcile/refresh/refresh";
import type { PlanOptions } from "../src/reconcile/plan/plan";
import { ServiceClient } from "../src/service/service-client";

export const account = accountId(uuid("account"));
export const key = "bench-key";

/** An id that is equal on every run. */
export function uuid(text: string): string {
  const hex = fingerprint(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const repository = (index: number): RepositoryId => repositoryId(uuid(`repository ${String(index)}`));

export const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** The initial account: the number of configurations, and of repositories spread over them. */
export interface Shape {
  readonly configurations: number;
  readonly repositories: number;
  readonly settings: (index: number) => Settings;
}

export function seedOf({ configurations, repositories, settings }: Shape): Seed {
  return {
    keys: { [key]: [account] },
    accounts: [
      {
        account_id: account,
        active: true,
        analyzers: numbers(8).map((index) => ({
          id: uuid(`analyzer ${String(index)}`),
          name: `a${String(index)}`,
          slug: `a${String(index)}`,
          enabled: true,
        })),
        configurations: numbers(configurations).map((index) => ({
          id: uuid(`configuration ${String(index)}`),
          name: `team-${String(index)}`,
          configuration: JSON.parse(JSON.stringify(settings(index))) as Record<string, never>,
        })),
        repositories: numbers(repositories).map((index) => ({
          id: repository(index),
          name: `repository-${String(index)}`,
          provider_repo_id: index,
          enabled: true,
          configuration_id: configurations === 0 ? null : uuid(`configuration ${String(index % configurations)}`),
        })),
      },
    ],
  };
}

export interface Counted {
  /** Requests for the plan. */
  readonly gets: number;
  /** Reads of the apply: the look before each write, and the read-back. */
  readonly looks: number;
  /** Writes by kind, such as `POST bulk_update`. */
  readonly writes: ReadonlyMap<string, number>;
  readonly planned: number;
  readonly oneByOne: number;
  readonly lowerBound: number;
  readonly verified: boolean;
}

/** The behaviour of the service, and what is known of it. */
export interface Circumstances {
  readonly profile?: Partial<Profile>;
  readonly options?: PlanOptions;
}

/** Plans and applies over HTTP against an emulator, and counts the requests that arrive. */
export async function count(
  shape: Shape,
  desired: Desired,
  { profile = {}, options = {} }: Circumstances = {},
): Promise<Counted> {
  const emulator = await startEmulator({ seed: seedOf(shape), profile });
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey: key });
  try {
    const made = await refreshAndPlan(client, { id: account }, desired, options);
    const gets = emulator.requests.length;
    const applied = await apply(made, { reader: client, writer: client, sleep });
    const looks = emulator.requests.filter(({ method }) => method === "GET").length - gets;
    return {
      gets,
      looks,
      writes: writesOf(emulator),
      ...made.requests,
      verified: made.writes.length === 0 || applied.verified,
    };
  } finally {
    await client.close();
    await emulator.close();
  }
}

function writesOf({ requests }: Emulator): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  for (const { method, path } of requests) {
    if (method === "GET") continue;
    const last = path.split("/").pop() ?? "";
    const kind = method === "POST" && last !== "configurations" ? `POST ${last}` : method;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}

/** One declared configuration of `team-N`, with its address. */
export const declared = (index: number, settings: Settings): Desired["configurations"][number] => ({
  address: address(`scanform_configuration.team-${String(index)}`),
  name: `team-${String(index)}`,
  settings,
});
