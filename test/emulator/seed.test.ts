import { acmeAccountId, acmeKey, builtinSeed, readSeed, scaleSeed, type Seed } from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import { thrownBy } from "../support/thrown-by";
import { acme, emulator, sender, unknownId } from "./client";

const idOf = (n: number): string => `11111111-1111-4111-8111-${String(n).padStart(12, "0")}`;
const account = { account_id: idOf(1), active: true };
const repository = { id: idOf(2), provider_repo_id: 7, enabled: true };
const astray = { ...repository, configuration_id: unknownId };
const seedOf = (more: object, keys: object = { k: [idOf(1)] }): unknown => ({
  keys,
  accounts: [{ ...account, ...more }],
});

function refusalOf(text: string): { code: string | undefined; detail: string } {
  const [first] = thrownBy(() => readSeed(text, "seed.json")).diagnostics;
  return { code: first?.code, detail: first?.detail ?? "" };
}

test("round-trips the built-in seed through its text", () => {
  expect(readSeed(JSON.stringify(builtinSeed), "seed.json")).toEqual(builtinSeed);
});

test("refuses a seed that is nested too deep", () => {
  const { code, detail } = refusalOf("[".repeat(20_000));
  expect([code, detail]).toEqual([
    "usage",
    "seed.json is not JSON: nested more than 150 levels deep at position 150 (line 1, column 151)",
  ]);
});

test("serves a small seed with null and absent fields unchanged, and adds missing configuration ids", async () => {
  const seed = readSeed(
    JSON.stringify(
      seedOf({
        org_name: null,
        configurations: [{ name: "a" }, { id: idOf(3), name: null, configuration: { comment: "silent" } }],
        repositories: [repository, { ...repository, id: idOf(4), name: null, configuration_id: idOf(3) }],
      }),
    ),
    "seed.json",
  );
  const { url, store } = await emulator({ seed });
  const send = sender(url, "k");
  const path = `/v1/accounts/${idOf(1)}`;
  expect((await send("GET", "/v1/accounts")).body).toEqual({ data: [{ ...account, org_name: null }] });
  expect((await send("GET", `${path}/repositories`)).body).toEqual({
    data: [
      { ...repository, configuration_id: null },
      { ...repository, id: idOf(4), name: null, configuration_id: idOf(3) },
    ],
  });
  expect((await send("GET", `${path}/analyzers`)).body).toEqual({ data: [] });
  expect((await send("GET", `${path}/configurations`)).body).toEqual({
    data: [
      { id: store.configurations(idOf(1))[0]?.id, name: "a", configuration: null, created_at: null },
      { id: idOf(3), name: null, configuration: { comment: "silent" }, created_at: null },
    ],
  });
});

const unknownConfiguration = `configuration_id: the account has no configuration ${unknownId}`;
const other = { ...account, account_id: idOf(9) };

test.each<[string, unknown]>([
  ["the seed: Invalid input", []],
  ["accounts: is required", { keys: {} }],
  ["accounts[0].colour: is not a known field", seedOf({ colour: 1 })],
  ["accounts[0].account_id: is required", { keys: {}, accounts: [{ active: true }] }],
  ["accounts[0].repositories[0].id: must be a UUID", seedOf({ repositories: [{ ...repository, id: "x" }] })],
  ["accounts[0].configurations[0].name: is required", seedOf({ configurations: [{}] })],
  [
    "accounts[0].configurations[0].configuration.comment: Invalid option",
    seedOf({ configurations: [{ name: "a", configuration: { comment: "loud" } }] }),
  ],
  [
    `accounts[0].repositories[1].id: the id ${idOf(2)} is there twice`,
    seedOf({ repositories: [repository, repository] }),
  ],
  [`accounts[1].account_id: the id ${idOf(1)} is there twice`, { keys: {}, accounts: [account, account] }],
  [`accounts[0].repositories[0].${unknownConfiguration}`, seedOf({ repositories: [astray] })],
  [
    `accounts[1].repositories[0].${unknownConfiguration}`,
    { keys: {}, accounts: [account, { ...other, repositories: [astray] }] },
  ],
  [`keys[0][1]: there is no account ${unknownId}`, seedOf({}, { "k-secret": [idOf(1), unknownId] })],
  ["keys[0][0]: must be a UUID", seedOf({}, { "k-secret": ["x"] })],
])("rejects a seed, without quoting a key: %s", (expected, seed) => {
  const { code, detail } = refusalOf(JSON.stringify(seed));
  expect(code).toBe("usage");
  const start = `seed.json: ${expected}`;
  expect(detail.slice(0, start.length)).toBe(start);
  expect(detail).not.toContain("k-secret");
});

test.each(["", "{", '{"keys":{"sk-1":oops}}', '{"keys":{"sk-1":[]}', "{sk-1}", '{"sk-1":\n]}'])(
  "rejects %j, which is not JSON, without quoting it",
  (text) => {
    const { code, detail } = refusalOf(text);
    expect(code).toBe("usage");
    expect(detail.startsWith("seed.json is not JSON: ")).toBe(true);
    expect(detail).not.toContain("sk-1");
  },
);

test("accepts the same configuration id in two accounts", () => {
  const configurations = [{ id: idOf(5), name: "a" }];
  const accounts = [account, other].map((each) => ({ ...each, configurations }));
  expect(readSeed(JSON.stringify({ keys: {}, accounts }), "seed.json").accounts).toHaveLength(2);
});

test("validates a seed written in code", async () => {
  await expect(startEmulator({ seed: seedOf({ repositories: [repository, repository] }) as Seed })).rejects.toThrow(
    "the seed: accounts[0].repositories[1].id",
  );
});

const authorization = `Bearer ${acmeKey}`;

async function listed(url: string, list: string): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${url}${acme}/${list}`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
}

test("a seed of any size is the same on every run", () => {
  expect(scaleSeed(50, 500)).toEqual(scaleSeed(50, 500));
});

test("a seed of any size is valid and survives serialization", () => {
  const seed = scaleSeed(200, 2000);
  expect(readSeed(JSON.stringify(seed), "the seed")).toEqual(seed);
});

test("a seed of any size has different settings, and repositories spread over the configurations", () => {
  const [account] = scaleSeed(200, 2000).accounts;
  const settings = (account?.configurations ?? []).map(({ configuration }) => JSON.stringify(configuration));
  expect(new Set(settings).size).toBeGreaterThan(190);
  const spread = new Set((account?.repositories ?? []).map(({ configuration_id: id }) => id));
  expect(spread.size).toBeGreaterThan(190);
  expect(spread).toContain(null);
});

test.each([
  [0, 0],
  [0, 10],
  [10, 0],
  [1, 1],
])("a seed of any size may have only %i and %i objects", async (some, others) => {
  const { store } = await emulator({ seed: () => scaleSeed(some, others) });
  expect(store.configurations(acmeAccountId)).toHaveLength(some);
  expect(store.repositories(acmeAccountId)).toHaveLength(others);
});

test("a streamed list has the same text as a serialized one", async () => {
  const { url, store } = await emulator({ seed: () => scaleSeed(500, 1000) });
  for (const [list, live] of [
    ["configurations", store.configurations(acmeAccountId)],
    ["repositories", store.repositories(acmeAccountId)],
  ] as const) {
    const answer = await fetch(`${url}${acme}/${list}`, { headers: { authorization } });
    expect(await answer.text()).toBe(JSON.stringify({ data: live }));
  }
});

test("a client that disconnects during a list does not affect others", async () => {
  const { url } = await emulator({ seed: () => scaleSeed(10, 5000) });
  for (let n = 0; n < 3; n += 1) {
    const stop = new AbortController();
    const answer = await fetch(`${url}${acme}/repositories`, { headers: { authorization }, signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
  }
  expect(await listed(url, "repositories")).toHaveLength(5000);
});
