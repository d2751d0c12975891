import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { Seed } from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import type { Desired } from "../../src/model/desired";
import type { Observed } from "../../src/model/entities";
import { accountId, address, configurationId, repositoryId } from "../../src/model/ids";
import { toWire } from "../../src/model/normalize";
import { settingsFields } from "../../src/model/settings";
import { apply } from "../../src/reconcile/apply";
import { observe } from "../../src/reconcile/observe";
import { plan } from "../../src/reconcile/plan";
import { ServiceClient } from "../../src/service/client";
import { desiredFor, observed, uuid } from "./arbitrary";

const id = accountId(uuid("e", 0));

/** The same account as a seed of the emulator. */
const seedOf = ({ configurations, repositories, analyzers = [], policies = [] }: Observed): Seed => ({
  keys: { key: [id] },
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

async function onEmulator(live: Observed, desired: Desired) {
  const emulator = await startEmulator({ seed: seedOf(live) });
  const eyes = new ServiceClient({ baseUrl: emulator.url, apiKey: "key", readOnly: true });
  const writer = new ServiceClient({ baseUrl: emulator.url, apiKey: "key" });
  try {
    const first = plan({ id }, desired, await observe(eyes, id, desired));
    const applied = await apply(first, { reader: eyes, writer, grace: [0], sleep });
    const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
    const second = plan({ id }, desired, await observe(eyes, id, desired));
    return { first, applied, writes, second };
  } finally {
    await Promise.all([eyes.close(), writer.close()]);
    await emulator.close();
  }
}

test("over HTTP, what was applied is there, with as many requests as were planned, and nothing is left to do", async () => {
  const cases = observed.chain((live) => fc.tuple(fc.constant(live), desiredFor(live)));
  await fc.assert(
    fc.asyncProperty(cases, async ([live, desired]) => {
      const { first, applied, writes, second } = await onEmulator(live, desired);
      expect(applied.diagnostics).toEqual([]);
      expect(applied.verified).toBe(true);
      expect(applied.outcomes.every(({ status }) => status === "succeeded")).toBe(true);
      expect(writes).toBe(first.requests.planned);
      expect(first.requests.lowerBound).toBeLessThanOrEqual(first.requests.planned);
      expect(first.requests.planned).toBeLessThanOrEqual(first.requests.oneByOne);
      expect(second.writes).toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 30_000);

test("when it cannot be read back, that is said, and nothing is claimed of what the service holds", async () => {
  const live: Observed = { configurations: [], repositories: [] };
  const desired: Desired = {
    configurations: [{ address: address("scanform_configuration.new"), name: "new", settings: {} }],
    assignments: [],
  };
  const emulator = await startEmulator({ seed: seedOf(live) });
  const blind = new ServiceClient({ baseUrl: emulator.url, apiKey: "another" });
  const writer = new ServiceClient({ baseUrl: emulator.url, apiKey: "key" });
  try {
    const applied = await apply(plan({ id }, desired, live), { reader: blind, writer, grace: [0], sleep });
    expect(applied).toMatchObject({ verified: false, unread: true, wrote: true, outcomes: [{ status: "succeeded" }] });
    expect(applied.diagnostics.map(({ code }) => code)).toEqual(["unauthorized"]);
  } finally {
    await Promise.all([blind.close(), writer.close()]);
    await emulator.close();
  }
});

test("what a list shows twice is one thing", () => {
  const once: Observed = {
    configurations: [{ id: configurationId("one"), name: "one", settings: {} }],
    repositories: [{ id: repositoryId("r"), name: "r", provider_repo_id: 1, enabled: true }],
  };
  const twice = {
    configurations: [...once.configurations, ...once.configurations],
    repositories: [...once.repositories, ...once.repositories],
  };
  const to = address("scanform_configuration.one");
  const desired: Desired = {
    configurations: [{ address: to, name: "one", settings: {} }],
    assignments: [
      {
        address: address("scanform_repository_assignments.routing"),
        rules: [{ target: { configuration: { address: to } }, repositoryPattern: "%" }],
      },
    ],
  };
  expect(plan({ id }, desired, twice).writes).toEqual(plan({ id }, desired, once).writes);
});
