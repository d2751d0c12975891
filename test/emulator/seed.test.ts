import { acmeAccountId, acmeKey, allKey, builtinSeed, readSeed, scaleSeed, type Seed } from "../../src/emulator";
import type { ScanSeed } from "../../src/emulator/scans/scan-seed";
import { rebaseDates } from "../../src/emulator/scans/scan-store";
import { startEmulator } from "../support/emulator";
import { thrownBy } from "../support/thrown-by";
import { acme, emulator, sender, unknownId } from "./client";
import { apiId, idOf, longAgo, seedWith } from "./scans/desk";

const seedId = (n: number): string => `11111111-1111-4111-8111-${String(n).padStart(12, "0")}`;
const bareAccount = { account_id: seedId(1), active: true };
const bareRepository = { id: seedId(2), provider_repo_id: 7, enabled: true };
const astray = { ...bareRepository, configuration_id: unknownId };
const seedOf = (more: object, keys: object = { k: [seedId(1)] }): unknown => ({
  keys,
  accounts: [{ ...bareAccount, ...more }],
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
        configurations: [{ name: "a" }, { id: seedId(3), name: null, configuration: { comment: "silent" } }],
        repositories: [bareRepository, { ...bareRepository, id: seedId(4), name: null, configuration_id: seedId(3) }],
      }),
    ),
    "seed.json",
  );
  const { url, store } = await emulator({ seed });
  const send = sender(url, "k");
  const path = `/v1/accounts/${seedId(1)}`;
  expect((await send("GET", "/v1/accounts")).body).toEqual({ data: [{ ...bareAccount, org_name: null }] });
  expect((await send("GET", `${path}/repositories`)).body).toEqual({
    data: [
      { ...bareRepository, configuration_id: null },
      { ...bareRepository, id: seedId(4), name: null, configuration_id: seedId(3) },
    ],
  });
  expect((await send("GET", `${path}/analyzers`)).body).toEqual({ data: [] });
  expect((await send("GET", `${path}/configurations`)).body).toEqual({
    data: [
      { id: store.configurations(seedId(1))[0]?.id, name: "a", configuration: null, created_at: null },
      { id: seedId(3), name: null, configuration: { comment: "silent" }, created_at: null },
    ],
  });
});

const unknownConfiguration = `configuration_id: the account has no configuration ${unknownId}`;
const other = { ...bareAccount, account_id: seedId(9) };

test.each<[string, unknown]>([
  ["the seed: Invalid input", []],
  ["accounts: is required", { keys: {} }],
  ["accounts[0].colour: is not a known field", seedOf({ colour: 1 })],
  ["accounts[0].account_id: is required", { keys: {}, accounts: [{ active: true }] }],
  ["accounts[0].repositories[0].id: must be a UUID", seedOf({ repositories: [{ ...bareRepository, id: "x" }] })],
  ["accounts[0].configurations[0].name: is required", seedOf({ configurations: [{}] })],
  [
    "accounts[0].configurations[0].configuration.comment: Invalid option",
    seedOf({ configurations: [{ name: "a", configuration: { comment: "loud" } }] }),
  ],
  [
    `accounts[0].repositories[1].id: the id ${seedId(2)} is there twice`,
    seedOf({ repositories: [bareRepository, bareRepository] }),
  ],
  [`accounts[1].account_id: the id ${seedId(1)} is there twice`, { keys: {}, accounts: [bareAccount, bareAccount] }],
  [`accounts[0].repositories[0].${unknownConfiguration}`, seedOf({ repositories: [astray] })],
  [
    `accounts[1].repositories[0].${unknownConfiguration}`,
    { keys: {}, accounts: [bareAccount, { ...other, repositories: [astray] }] },
  ],
  [`keys[0][1]: there is no account ${unknownId}`, seedOf({}, { "k-secret": [seedId(1), unknownId] })],
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
  const configurations = [{ id: seedId(5), name: "a" }];
  const accounts = [bareAccount, other].map((each) => ({ ...each, configurations }));
  expect(readSeed(JSON.stringify({ keys: {}, accounts }), "seed.json").accounts).toHaveLength(2);
});

test("validates a seed written in code", async () => {
  await expect(
    startEmulator({ seed: seedOf({ repositories: [bareRepository, bareRepository] }) as Seed }),
  ).rejects.toThrow("the seed: accounts[0].repositories[1].id");
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

const finding = (n: number) => ({
  id: idOf(n),
  finding_type: "pullrequest",
  severity: "low",
  type: "T",
  description: "D",
  filename: "f",
  created_at: longAgo,
  result: "risky",
});
const scan = (n: number, more: object = {}) => ({
  id: idOf(n),
  repository_id: apiId,
  pull_request: { number: 1 },
  created_at: longAgo,
  completed_at: longAgo,
  ...more,
});
const result = (n: number) => ({ id: idOf(n), title: "T", description: "D", severity: "low", created_at: longAgo });
const deepscan = (n: number, more: object = {}) => ({
  id: idOf(n),
  repository_id: apiId,
  type: "full",
  retry_count: 0,
  created_at: longAgo,
  completed_at: longAgo,
  ...more,
});

const unknown = idOf(999);

test.each<[string, object]>([
  [`scans[1].id: the id ${idOf(1)} is there twice`, { scans: [scan(1), scan(1)] }],
  [`deepscans[1].id: the id ${idOf(1)} is there twice`, { deepscans: [deepscan(1), deepscan(1)] }],
  [
    `scans[0].repository_id: the account has no repository ${unknown}`,
    { scans: [scan(1, { repository_id: unknown })] },
  ],
  [
    `deepscans[0].repository_id: the account has no repository ${unknown}`,
    { deepscans: [deepscan(1, { repository_id: unknown })] },
  ],
  [
    `scans[0].findings[1].id: the id ${idOf(5)} is there twice`,
    { scans: [scan(1, { findings: [finding(5), finding(5)] })] },
  ],
  [
    `scans[1].findings[0].id: the id ${idOf(5)} is that of a finding elsewhere`,
    { scans: [scan(1, { findings: [finding(5)] }), scan(2, { pull_request: { number: 2 }, findings: [finding(5)] })] },
  ],
  [
    `deepscans[1].results[0].id: the id ${idOf(5)} is that of a finding elsewhere`,
    { deepscans: [deepscan(1, { results: [result(5)] }), deepscan(2, { branch: "b", results: [result(5)] })] },
  ],
  [
    "scans[0].findings: it has none before it is completed",
    { scans: [scan(1, { completed_at: null, findings: [finding(5)] })] },
  ],
  [
    "deepscans[0].results: it has none before it is completed",
    { deepscans: [deepscan(1, { completed_at: null, results: [result(5)] })] },
  ],
  [
    `triage[0].finding_id: the account has no finding ${unknown}`,
    { triage: [{ finding_id: unknown, category: "wont_fix" }] },
  ],
  [
    `triage[1].finding_id: the id ${idOf(5)} is there twice`,
    {
      scans: [scan(1, { findings: [finding(5)] })],
      triage: [1, 2].map(() => ({ finding_id: idOf(5), category: "wont_fix" })),
    },
  ],
  ["insights[1].date: ", { insights: [1, 2].map(() => ({ date: "2025-01-01", insights: [] })) }],
  ["insights[0].date: must be a date", { insights: [{ date: "2025/01/01", insights: [] }] }],
])("rejects a seed with wrong scans: %s", (expected, more) => {
  expect(() => readSeed(JSON.stringify(seedWith(more)), "seed.json")).toThrow(`accounts[0].${expected}`);
});

const at = (hour: number): string => `2020-01-01T0${String(hour)}:00:00.000Z`;
const deepscanFinding = { id: idOf(70), title: "T", description: "D", severity: "high" };
const sca = { ...deepscanFinding, id: idOf(71), package_name: "p", package_version: "1", package_ecosystem: "npm" };
const common = { repository_id: apiId, type: "full", retry_count: 0 };

/** A completed deepscan with findings, and a queued one, moved by hours. */
const deepscans = (by: number) => [
  {
    ...common,
    id: idOf(60),
    created_at: at(1 + by),
    completed_at: at(2 + by),
    results: [{ ...deepscanFinding, created_at: at(1 + by) }],
    sca_results: [{ ...sca, created_at: at(2 + by) }],
  },
  { ...common, id: idOf(61), created_at: at(3 + by), completed_at: null, results: [], sca_results: [] },
];

/** Scans, of which one is in progress, moved by hours. */
const scans = (by: number) =>
  [null, at(2 + by)].map((completed_at, nth) => ({
    id: idOf(80 + nth),
    repository_id: apiId,
    pull_request: { number: 1 },
    created_at: at(1 + by),
    completed_at,
    findings: completed_at === null ? [] : [{ ...finding(90), created_at: at(by) }],
  }));

test("moves every date by the same time with scans_as_of, and insights by whole days", () => {
  const insights = (day: string) => [{ date: `2020-01-${day}`, insights: [] }];
  const seed = { scans: scans(0), deepscans: deepscans(0), insights: insights("01"), scans_as_of: at(3) };
  const moved = rebaseDates(seed as ScanSeed, Date.parse(at(5)));
  expect(moved).toEqual({ scans: scans(2), deepscans: deepscans(2), insights: insights("01"), triage: undefined });
  expect(rebaseDates(seed as ScanSeed, Date.parse("2020-01-03T00:00:00Z")).insights).toEqual(insights("03"));
});

test("keeps all dates without scans_as_of", () => {
  const seed = { deepscans: deepscans(0) };
  expect(rebaseDates(seed, Date.parse(at(5)))).toEqual(seed);
});

test("the built-in seed has every kind of object, with recent findings at any start", async () => {
  const { send } = { send: sender((await emulator()).url, allKey) };
  // each exchange is checked by the OpenAPI document
  const list = async (path: string): Promise<readonly Record<string, unknown>[]> => {
    const { status, body } = await send("GET", path);
    expect([path, status]).toEqual([path, 200]);
    return (body as { data: Record<string, unknown>[] }).data;
  };
  const of = async (paths: readonly string[]) => (await Promise.all(paths.map(list))).flat();
  const accounts = builtinSeed.accounts.map((each) => `/v1/accounts/${each.account_id}`);
  const repositories = builtinSeed.accounts.flatMap((each) =>
    (each.repositories ?? []).map(({ id }) => `/v1/accounts/${each.account_id}/repositories/${id}`),
  );
  const inAll = (name: string, items: readonly Record<string, unknown>[]) => new Set(items.map((each) => each[name]));

  const findings = await of(accounts.map((path) => `${path}/all_findings?days=365&all_results=true`));
  expect(["finding_type", "state"].map((name) => inAll(name, findings).size)).toEqual([4, 3]);
  expect((await of(accounts.map((path) => `${path}/all_findings?days=7`))).length).toBeGreaterThan(0);
  expect(inAll("severity", await of(repositories.map((path) => `${path}/findings`)))).toContain("info");
  const scans = await of(repositories.map((path) => `${path}/scans`));
  expect(scans).toContainEqual(expect.objectContaining({ status: null, severity: null, scan_date: null }));

  const deepscans = accounts.map(async (path) =>
    (await list(`${path}/deepscans`)).map(
      (each) => `${path}/repositories/${String(each["repository_id"])}/deepscans/${String(each["id"])}`,
    ),
  );
  const paths = (await Promise.all(deepscans)).flat();
  for (const what of ["results", "sca_results"])
    expect((await of(paths.map((path) => `${path}/${what}`))).length).toBeGreaterThan(0);
  for (const path of paths) expect((await send("GET", `${path}/sbom`)).status).toBe(200);
  const { body } = await send("GET", `${accounts[0] ?? ""}/insights`);
  expect((body as { data: { insights: unknown } }).data.insights).toHaveLength(1);
});
