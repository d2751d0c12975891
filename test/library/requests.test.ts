import { apply, type DesiredInput, type Journal, plan, ServiceClient } from "../../src/library";
import { accountId, canaryOfAll, otherAccountId, seedOf } from "../support/account";
import { startEmulator } from "../support/emulator";
import type { Emulator } from "../../src/emulator";

const desired: DesiredInput = {
  configurations: [
    { name: "first", settings: { comment: "enabled" } },
    { name: "second", settings: { comment: "silent" } },
  ],
};

let emulator: Emulator;
let client: ServiceClient;
beforeEach(async () => {
  emulator = await startEmulator({ seed: seedOf() });
  client = new ServiceClient({ baseUrl: emulator.url, apiKey: canaryOfAll });
});
afterEach(async () => {
  await client.close();
  await emulator.close();
});

test("of several accounts that the key reaches, the one that is named is planned and written", async () => {
  await expect(plan({ client, desired })).rejects.toThrow(otherAccountId);
  const made = await plan({ client, desired, accountId: otherAccountId });
  expect(made.account.id).toBe(otherAccountId);
  const before = emulator.store.configurations(accountId);
  expect(await apply(made, { client })).toMatchObject({ verified: true, sent: 2 });
  expect(emulator.store.configurations(accountId)).toEqual(before);
  expect(emulator.store.configurations(otherAccountId)).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: "first" }), expect.objectContaining({ name: "second" })]),
  );
});

test("after an abort no further write is started, and the journal has those that were, each with its result", async () => {
  const interrupt = new AbortController();
  const noted: string[] = [];
  const journal: Journal = {
    sending: () => {
      interrupt.abort();
      noted.push("sending");
    },
    settled: ({ status }) => noted.push(status),
  };
  const made = await plan({ client, desired, accountId });
  const applied = await apply(made, { client, signal: interrupt.signal, journal });
  expect(applied.outcomes.map(({ status }) => status)).toEqual(["succeeded", "skipped"]);
  expect(noted).toEqual(["sending", "succeeded"]);
});

test("a plan that changes nothing is applied without a request that writes", async () => {
  const made = await plan({ client, desired: {}, accountId });
  expect(await apply(made, { client })).toMatchObject({ sent: 0, outcomes: [] });
  expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
});
