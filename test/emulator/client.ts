import { acmeAccountId, acmeKey, builtinSeed, type Emulator, type SeedAccount } from "../../src/emulator";
import { type CheckedOptions, startEmulator } from "../support/emulator";

/** A response with its parsed body. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Seen>;

/** Creates a function that sends requests with a key. A string body is sent unchanged. */
export const sender =
  (url: string, key: string = acmeKey): Send =>
  async (method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
  };

export const acme = `/v1/accounts/${acmeAccountId}`;
export const configurations = `${acme}/configurations`;
export const bulk = `${configurations}/bulk_update`;
export const assign = `${configurations}/assign_repositories`;
export const [acmeSeed, globexSeed] = builtinSeed.accounts as readonly [SeedAccount, SeedAccount];
export const unknownId = "00000000-0000-4000-8000-000000000000";

const running: Emulator[] = [];

/** Starts an emulator that is closed after the test. */
export async function emulator(options?: CheckedOptions): Promise<Emulator> {
  const started = await startEmulator(options);
  running.push(started);
  return started;
}

/** The same, with a function that sends requests with the key of acme. */
export async function open(options?: CheckedOptions): Promise<{ readonly running: Emulator; readonly send: Send }> {
  const running = await emulator(options);
  return { running, send: sender(running.url) };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});

/** The configuration of acme with a name. */
export function named({ store }: Emulator, name: string) {
  const live = store.configurations(acmeAccountId).find((each) => each.name === name);
  if (live === undefined) throw new Error(`no configuration ${name}`);
  return live;
}

/** The repository of acme with a name. */
export function repository({ store }: Emulator, name: string) {
  const found = store.repositories(acmeAccountId).find((each) => each.name === name);
  if (found === undefined) throw new Error(`no repository ${name}`);
  return found;
}

/** The names of the repositories of acme that are assigned to a configuration. */
export const members = ({ store }: Emulator, id: string | null): readonly string[] =>
  store
    .repositories(acmeAccountId)
    .filter((each) => each.configuration_id === id)
    .map((each) => each.name ?? "");
