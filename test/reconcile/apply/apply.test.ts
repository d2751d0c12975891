import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { Seed } from "../../../src/emulator";
import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { type AccountId, accountId } from "../../../src/model/ids";
import { settingsFields } from "../../../src/model/settings";
import { toWire } from "../../../src/model/to-wire";
import { type Applied, apply } from "../../../src/reconcile/apply/apply";
import { type Plan, plan } from "../../../src/reconcile/plan/plan";
import { ServiceClient } from "../../../src/service/service-client";
import { startEmulator } from "../../support/emulator";
import { desiredFor, observed, uuid } from "../arbitrary";
import { memory } from "../memory";
import { Account, readings } from "../readings";

const idOf = (at: number) => accountId(uuid("e", at));
const id = idOf(0);

/** The same accounts as a seed of the emulator. */
const seedOf = (...accounts: readonly Observed[]): Seed => ({
  keys: { key: accounts.map((_, at) => idOf(at)) },
  accounts: accounts.map(({ configurations, repositories, analyzers = [], policies = [] }, at) => ({
    account_id: idOf(at),
    active: true,
    analyzers,
    custom_policies: policies,
    repositories,
    configurations: configurations.map(({ settings, name = null, ...each }) => ({
      ...each,
      name,
      configuration: JSON.parse(JSON.stringify(toWire(settingsFields, settings))) as Record<string, never>,
    })),
  })),
});

/** Everything that a plan may be computed from. */
const read = async (eyes: ServiceClient, id: AccountId): Promise<Observed> => ({
  configurations: await eyes.configurations(id),
  repositories: await eyes.repositories(id),
  analyzers: await eyes.analyzers(id),
  policies: await eyes.customPolicies(id),
});

/** Applies to each account its declaration, on one emulator. */
async function onEmulator(cases: readonly (readonly [Observed, Desired])[]): Promise<readonly Done[]> {
  const emulator = await startEmulator({ seed: seedOf(...cases.map(([live]) => live)) });
  const eyes = new ServiceClient({ baseUrl: emulator.url, apiKey: "key", readOnly: true });
  const writer = new ServiceClient({ baseUrl: emulator.url, apiKey: "key" });
  try {
    return await Promise.all(
      cases.map(async ([, desired], at) => {
        const account = { id: idOf(at) };
        const first = plan(account, desired, await read(eyes, account.id));
        const applied = await apply(first, { reader: eyes, writer, grace: [0], sleep });
        const writes = emulator.requests.filter(
          (each) => each.method !== "GET" && each.path.includes(account.id),
        ).length;
        const second = plan(account, desired, await read(eyes, account.id));
        return { first, applied, writes, second };
      }),
    );
  } finally {
    await Promise.all([eyes.close(), writer.close()]);
    await emulator.close();
  }
}

interface Done {
  readonly first: Plan;
  readonly applied: Applied;
  /** How many requests to write came. */
  readonly writes: number;
  readonly second: Plan;
}

/** What was applied is there, with as many requests as were planned, and nothing is left to do. */
function expectDone({ first, applied, writes, second }: Done): void {
  expect(applied.diagnostics).toEqual([]);
  expect(applied.verified).toBe(true);
  expect(applied.outcomes.every(({ status }) => status === "succeeded")).toBe(true);
  expect([writes, applied.sent]).toEqual([first.requests.planned, first.requests.planned]);
  expect(first.requests.lowerBound).toBeLessThanOrEqual(first.requests.planned);
  expect(first.requests.planned).toBeLessThanOrEqual(first.requests.oneByOne);
  expect(second.writes).toEqual([]);
}

const cases = observed.chain((live) => fc.tuple(fc.constant(live), desiredFor(live)));

test("applying over HTTP sends the planned number of requests, and a second plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cases, { minLength: 8, maxLength: 8 }), async (all) => {
      for (const done of await onEmulator(all)) expectDone(done);
    }),
    { numRuns: 1 },
  );
});

test("applying converges under every open reading of the specification, and a second plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom(...readings), async ([live, desired], reading) => {
      const account = new Account(live, reading);
      const { reader, writer, sent } = memory(account);
      const first = plan({ id }, desired, live);
      const applied = await apply(first, { reader, writer, grace: [0], sleep });
      expectDone({
        first,
        applied,
        writes: sent.length,
        second: plan({ id }, desired, { ...live, ...account.observed }),
      });
    }),
    { numRuns: 60 },
  );
});
