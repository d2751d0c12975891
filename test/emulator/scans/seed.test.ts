import { allKey, builtinSeed, readSeed } from "../../../src/emulator";
import type { ScanSeed } from "../../../src/emulator/scans/scan-seed";
import { rebaseDates } from "../../../src/emulator/scans/scan-store";
import { emulator, sender } from "../client";
import { apiId, idOf, longAgo, seedWith } from "./desk";

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
