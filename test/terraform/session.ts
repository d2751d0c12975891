import { acmeAccountId, acmeKey, type Emulator } from "../../src/emulator/index";
import { openSession, type Session } from "../../src/terraform/account/session";
import type { DataSourceType, StateResponse } from "../../src/terraform/provider-types";
import { diagnosticsOfError } from "../../src/terraform/common-diagnostics";
import type { Schema } from "../../src/terraform/schema/schema";
import { encodeObject } from "../../src/terraform/values/codec";
import type { ObjectValue } from "../../src/terraform/value";
import { type CheckedOptions, startEmulator } from "../support/emulator";
import { type Interference, proxy } from "../support/proxy";

/** A provider that is configured for acme, and the service that it talks to. */
export interface Configured {
  readonly emulator: Emulator;
  readonly session: Session;
  /** What was asked for, below the account. */
  readonly sent: () => readonly string[];
  /** Another process with the same provider block. */
  readonly again: (options?: { readonly dryRun?: boolean }) => Promise<Session>;
}

const open: { close(): Promise<void> }[] = [];
/** Of all tests of a file that leave its profile as it is: as at its start before each of them. */
let shared: Emulator | undefined;

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
  shared?.reset();
  shared?.setFaults([]);
  shared?.clearRequests();
});

afterAll(() => shared?.close());

export interface ConfiguredOptions extends CheckedOptions {
  readonly dryRun?: boolean;
  /** Stands between the provider and the service. */
  readonly interfere?: Interference;
}

export async function configured({
  dryRun = false,
  interfere,
  ...options
}: ConfiguredOptions = {}): Promise<Configured> {
  const emulator = await emulatorWith(options);
  const { url: baseUrl } = interfere === undefined ? emulator : await proxy(emulator.url, interfere);
  const again = async (more: { readonly dryRun?: boolean } = {}): Promise<Session> => {
    const stop = new AbortController().signal;
    const session = await openSession({
      baseUrl,
      apiKey: acmeKey,
      accountId: acmeAccountId,
      stop,
      batchWait: 0,
      ...more,
    });
    open.push(session);
    return session;
  };
  const below = `/v1/accounts/${acmeAccountId}`;
  const sent = () =>
    emulator.requests.map(({ method, path, query }) => `${method} ${path.replace(below, "")}${query ?? ""}`);
  return { emulator, session: await again({ dryRun }), sent, again };
}

async function emulatorWith({ faults = [], ...special }: CheckedOptions): Promise<Emulator> {
  if (Object.keys(special).length === 0) {
    shared ??= await startEmulator();
    shared.clearRequests();
    shared.setFaults(faults);
    return shared;
  }
  const own = await startEmulator({ faults, ...special });
  open.push(own);
  return own;
}

/** With all attributes of the schema, null where nothing is given. */
export const blank = ({ block }: Schema, given: ObjectValue): ObjectValue => ({
  ...Object.fromEntries(Object.keys(block.attributes).map((name) => [name, null])),
  ...given,
});

/** Reads as terraform does; what comes of it must be of the schema. */
export async function reading(
  session: Session,
  source: DataSourceType,
  given: ObjectValue = {},
): Promise<StateResponse> {
  try {
    const answered = await source.read(session, blank(source.schema, given));
    expectOfSchema(source.schema, answered.state ?? {});
    return answered;
  } catch (thrown) {
    return { state: null, diagnostics: diagnosticsOfError(thrown) };
  }
}

/** The same for what can be read, and of which there is nothing to say. */
export async function read(session: Session, source: DataSourceType, given: ObjectValue = {}): Promise<ObjectValue> {
  const { state, diagnostics } = await reading(session, source, given);
  expect(diagnostics).toEqual([]);
  if (state === null) throw new Error("nothing was read");
  return state;
}

/** All attributes are there, each of its type, and no others. */
export function expectOfSchema({ block }: Schema, state: ObjectValue): void {
  expect(Object.keys(state).sort()).toEqual(Object.keys(block.attributes).sort());
  expect(() => encodeObject(block.attributes, state)).not.toThrow();
}
