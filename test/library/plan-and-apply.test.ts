import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  accountId,
  baselineId,
  canary,
  canaryOfAll,
  otherAccountId,
  policyId,
  relaxedId,
  repositoryId,
  seedOf,
} from "../support/account";
import { startEmulator } from "../support/emulator";
import type { Emulator } from "../../src/emulator";
import { apply, type DesiredInput, type Journal, plan, ScanformError, ServiceClient } from "../../src/library";

const root = join(__dirname, "../..");
const desired: DesiredInput = {
  configurations: [
    { name: "baseline", settings: { comment: "enabled" } },
    { name: "strict", settings: { analyzers: { secrets: { enabled: true, blocking: true } } } },
  ],
  rules: [
    { repositoryNames: ["legacy"], leave: true },
    { configuration: "strict", repositoryPattern: "payments-%" },
    { configuration: { id: baselineId }, repositoryPattern: "%" },
  ],
};

const two: DesiredInput = {
  configurations: [
    { name: "first", settings: { comment: "enabled" } },
    { name: "second", settings: { comment: "silent" } },
  ],
};

let emulator: Emulator;
let client: ServiceClient;
/** Reaches two accounts. */
let ofAll: ServiceClient;
beforeEach(async () => {
  emulator = await startEmulator({ seed: seedOf() });
  client = new ServiceClient({ baseUrl: emulator.url, apiKey: canary });
  ofAll = new ServiceClient({ baseUrl: emulator.url, apiKey: canaryOfAll });
});
afterEach(async () => {
  await client.close();
  await ofAll.close();
  await emulator.close();
});

test("plans, applies and verifies plain objects, and then plans no change", async () => {
  const made = await plan({ client, desired });
  expect(made.writes.map(({ kind }) => kind)).toEqual(["patch", "create"]);
  const seen: string[] = [];
  const applied = await apply(made, {
    client,
    onProgress: (done, total) => seen.push(`${String(done)} of ${String(total)}`),
  });
  expect(applied).toMatchObject({ verified: true, sent: 2, diagnostics: [] });
  expect(seen).toEqual(["1 of 2", "2 of 2"]);
  expect((await plan({ client, desired })).writes).toEqual([]);
});

test("plans with a read-only client", async () => {
  const looking = new ServiceClient({ baseUrl: emulator.url, apiKey: canary, readOnly: true });
  expect((await plan({ client: looking, desired, accountId })).writes).toHaveLength(2);
  expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
  await looking.close();
});

test("refuses a plan that has already been applied", async () => {
  const made = await plan({ client, desired });
  await apply(made, { client });
  await expect(apply(made, { client })).rejects.toMatchObject({ diagnostics: [{ code: "plan-stale" }] });
});

test("an abort during planning is reported as interrupted", async () => {
  const interrupt = new AbortController();
  const planning = plan({ client, desired, accountId, signal: interrupt.signal });
  interrupt.abort();
  await expect(planning).rejects.toMatchObject({ diagnostics: [{ code: "interrupted" }] });
});

test("waits for reads that lag behind writes", async () => {
  const lagging = await startEmulator({ seed: seedOf(), profile: { read_lag_ms: 400 } });
  const late = new ServiceClient({ baseUrl: lagging.url, apiKey: canary });
  try {
    const applied = await apply(await plan({ client: late, desired }), { client: late });
    expect(applied).toMatchObject({ verified: true, sent: 2, diagnostics: [] });
  } finally {
    await late.close();
    await lagging.close();
  }
});

test("of several accounts that the key reaches, the one that is named is planned and written", async () => {
  await expect(plan({ client: ofAll, desired: two })).rejects.toThrow(otherAccountId);
  const made = await plan({ client: ofAll, desired: two, accountId: otherAccountId });
  expect(made.account.id).toBe(otherAccountId);
  const before = emulator.store.configurations(accountId);
  expect(await apply(made, { client: ofAll })).toMatchObject({ verified: true, sent: 2 });
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
  const made = await plan({ client: ofAll, desired: two, accountId });
  const applied = await apply(made, { client: ofAll, signal: interrupt.signal, journal });
  expect(applied.outcomes.map(({ status }) => status)).toEqual(["succeeded", "skipped"]);
  expect(noted).toEqual(["sending", "succeeded"]);
});

test("a plan that changes nothing is applied without a request that writes", async () => {
  const made = await plan({ client: ofAll, desired: {}, accountId });
  expect(await apply(made, { client: ofAll })).toMatchObject({ sent: 0, outcomes: [] });
  expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
});

test("writes nothing after an abort", async () => {
  const made = await plan({ client, desired });
  const signal = AbortSignal.abort();
  await expect(apply(made, { client, signal })).rejects.toThrow(ScanformError);
  expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
});

test("refuses to apply a plan that a safety limit forbids", async () => {
  const made = await plan({ client, desired: { managedScope: { all: true } }, prune: true });
  await expect(apply(made, { client })).rejects.toMatchObject({
    diagnostics: [{ code: "declaration-empty" }, { code: "delete-in-use" }, { code: "delete-too-many" }],
  });
});

test.each<[string, unknown, string]>([
  ["an unknown field", { configuration: [] }, 'configuration cannot be set here. Did you mean "configurations"?'],
  [
    "an unknown setting",
    { configurations: [{ name: "a", settings: { coment: "enabled" } }] },
    "configurations[0].settings",
  ],
  [
    "a wrong value",
    { configurations: [{ name: "a", settings: { comment: "loud" } }] },
    "configurations[0].settings.comment",
  ],
  [
    "a policy twice",
    {
      configurations: [{ name: "a", settings: { code_policies: [{ id: policyId }, { id: policyId.toUpperCase() }] } }],
    },
    "configurations[0].settings.code_policies has",
  ],
  ["no name", { configurations: [{ name: "" }] }, "configurations[0].name is empty"],
  ["a rule that does nothing", { rules: [{ repositoryPattern: "%" }] }, "rules[0] neither assigns"],
  ["a rule that selects nothing", { rules: [{ leave: true }] }, "rules[0] selects no repository"],
  ["a name that is not declared", { rules: [{ configuration: "x", repositoryPattern: "%" }] }, '"x" is not declared'],
])("refuses %s with its path, before any request", async (_what, input, words) => {
  await expect(plan({ client, desired: input as DesiredInput })).rejects.toThrow(words);
  expect(emulator.requests).toEqual([]);
});

test("later changes to the input change neither the plan nor the apply", async () => {
  const repositoryNames = ["web"];
  const repositoryIds = [repositoryId(1)];
  const renamedFrom = ["baseline"];
  const excludes = ["test/**"];
  const integrations = ["chat"];
  const settings = {
    comment: "enabled" as string,
    analyzers: { secrets: { excludes } },
    notifications: { integration_names: integrations },
  };
  const configurations = [{ name: "main", renamedFrom, settings }];
  const rules = [{ configuration: { id: relaxedId }, repositoryNames, repositoryIds }];
  const managedScope = { names: "main", maxDeletes: 0 };
  const made = await plan({ client, desired: { configurations, rules, managedScope } as DesiredInput });
  const before = JSON.stringify(made);

  for (const list of [repositoryNames, repositoryIds, excludes, integrations]) list[0] = "other";
  renamedFrom.length = 0;
  settings.comment = "disabled";
  managedScope.maxDeletes = 9;
  configurations.pop();
  rules.pop();
  expect(JSON.stringify(made)).toBe(before);

  expect(await apply(made, { client })).toMatchObject({ verified: true });
  expect(emulator.store.configurations(accountId)).toMatchObject([
    {
      id: baselineId,
      name: "main",
      configuration: { comment: "enabled", analyzers: { secrets: { excludes: ["test/**"] } } },
    },
    { id: relaxedId },
  ]);
});

test("accepts ids in upper case", async () => {
  const up = (id: string): string => id.toUpperCase();
  const declared = (spell: (id: string) => string): DesiredInput => ({
    configurations: [
      { name: "b", id: spell(baselineId), settings: { code_policies: [{ id: spell(policyId), blocking: true }] } },
    ],
    rules: [{ configuration: { id: spell(relaxedId) }, repositoryIds: [spell(repositoryId(1))] }],
  });
  const same = await plan({ client, desired: declared((id) => id) });
  expect(same.writes).toHaveLength(2);
  const made = await plan({ client, desired: declared(up) });
  expect([made.writes, made.digest]).toEqual([same.writes, same.digest]);
});

test("the example runs with the built package", async () => {
  const own = await startEmulator();
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", require.resolve("tsx"), join(root, "examples/library/main.ts")],
      { env: { ...process.env, SCANFORM_BASE_URL: own.url, SCANFORM_API_KEY: "emulator-acme-key" } },
    );
    expect(stdout).toBe("1 requests, 5 repositories move\nthe service holds it\n");
  } finally {
    await own.close();
  }
}, 30_000);
