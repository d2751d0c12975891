import fc from "fast-check";
import type { SeedPrFinding, SeedScan } from "../../../src/emulator/scans/scan-seed";
import { prFindingFields } from "../../../src/model/findings";
import { unknownId } from "../client";
import { account, api, apiId, desk, expectFields, idOf, seedWith, webId } from "./desk";

const finding = (n: number, severity: string, result: SeedPrFinding["result"]): SeedPrFinding => ({
  id: idOf(1000 + n),
  finding_type: "pullrequest",
  severity,
  type: "T",
  description: "D",
  filename: "f",
  created_at: "2025-03-01T00:00:00Z",
  result,
});

const ana = { id: idOf(500), name: "ana", email: "ana@x.example" };

/** A scan at noon of a day in March 2025. */
const scanOf = (n: number, day: number, more: Partial<SeedScan> = {}): SeedScan => ({
  id: idOf(100 + n),
  repository_id: apiId,
  pull_request: { number: n, status: "open" },
  created_at: `2025-03-0${String(day)}T11:00:00Z`,
  completed_at: `2025-03-0${String(day)}T12:00:00Z`,
  ...more,
});

const scans: readonly SeedScan[] = [
  scanOf(1, 1, { findings: [finding(1, "high", "failing"), finding(2, "low", "risky"), finding(3, "info", "info")] }),
  scanOf(2, 2, { findings: [finding(4, "medium", "risky")], initiated_by: ana }),
  scanOf(3, 3, { pull_request: { number: 3, status: "draft" }, initiated_by: { name: "ben" } }),
  scanOf(4, 4, { findings: [finding(5, "info", "info")], pull_request: { number: 4, status: "merged" } }),
  scanOf(5, 5, { completed_at: null, pull_request: { number: 5, status: "closed" } }),
  scanOf(6, 6, { repository_id: webId }),
];
const seed = seedWith({ scans });

interface List {
  readonly data: readonly { readonly pr_number: number }[];
}

const filtered: readonly (readonly [query: string, expected: readonly number[]])[] = [
  ["", [5, 4, 3, 2, 1]],
  ["result=failing", [1]],
  ["result=risky", [2]],
  ["result=info", [4]],
  ["result=failing,info", [4, 1]],
  ["result=fail", [1]],
  ["result=pass", [4, 3, 2]],
  ["result=failing,pass", [4, 3, 2, 1]],
  ["severity=high", [1]],
  ["severity=low", []],
  ["severity=none", [4, 3]],
  ["severity=critical,high,medium,low", [2, 1]],
  ["initiated_by=ana", [2]],
  ["initiated_by=ana%40x.example", [2]],
  [`initiated_by=${idOf(500)}`, [2]],
  ["initiated_by=ben", [3]],
  ["initiated_by=nobody", []],
  ["pr_number=3", [3]],
  ["pr_number=33", []],
  ["pr_status=open", [2, 1]],
  ["pr_status=draft,closed,merged", [5, 4, 3]],
  ["date_from=2025-03-03", [5, 4, 3]],
  ["date_from=2025-03-03T12:00:00Z", [5, 4, 3]],
  ["date_from=2025-03-03T12:00:01Z", [5, 4]],
  ["date_to=2025-03-02", [2, 1]],
  ["date_to=2025-03-02T12:00:00Z", [2, 1]],
  ["date_to=2025-03-02T11:59:59Z", [1]],
  ["date_to=2025-03-02T13:00:00%2B02:00", [1]],
  ["date_from=2025-03-02&date_to=2025-03-03", [3, 2]],
  ["pr_status=open&result=fail", [1]],
];

test("the scans of a repository are narrowed down by each parameter, and by several together", async () => {
  const { get } = await desk(seed);
  for (const [query, expected] of filtered) {
    const { data } = await get<List>(`${api}/scans?${query}`);
    expect([query, data.map((each) => each.pr_number)]).toEqual([query, expected]);
  }
});

test("combines filters as the intersection of their results", async () => {
  const { get } = await desk(seed);
  const numbers = async (query: string) =>
    (await get<List>(`${api}/scans?${query}`)).data.map((each) => each.pr_number);
  const filters = [
    "result=pass,failing",
    "severity=none,high",
    "pr_status=open,draft",
    "date_from=2025-03-02",
    "pr_number=3",
  ];
  await fc.assert(
    fc.asyncProperty(fc.subarray(filters), async (chosen) => {
      const each = await Promise.all(chosen.map(numbers));
      const all = await numbers("");
      expect(await numbers(chosen.join("&"))).toEqual(all.filter((n) => each.every((list) => list.includes(n))));
    }),
    { numRuns: 8, examples: [[filters]] },
  );
});

test.each<[string, readonly number[]]>([
  ["", [1, 2, 3]],
  ["?findings_result=failing", [1]],
  ["?findings_result=risky,info", [2, 3]],
])("returns the scan with its findings%s", async (query, expected) => {
  const { get } = await desk(seed);
  const { findings, ...scan } = await get<{
    findings: readonly { id: string; result: string; finding_type: string }[];
  }>(`${api}/scans/${idOf(101)}${query}`);
  expect(findings.map(({ id }) => id)).toEqual(expected.map((n) => idOf(1000 + n)));
  expectFields(
    prFindingFields,
    findings.map(({ result: _, finding_type: __, ...rest }) => rest),
  );
  const { data } = await get<List>(`${api}/scans?pr_number=1`);
  expect([scan]).toEqual(data);
});

test("returns no results for a scan in progress", async () => {
  const { get } = await desk(seed);
  expect(await get(`${api}/scans/${idOf(105)}`)).toMatchObject({
    scan_date: null,
    status: null,
    severity: null,
    risk_threshold: null,
    summary: null,
    vulnerability_summary: null,
    findings: [],
  });
});

test.each([`${api}/scans/${unknownId}`, `${api}/scans/${idOf(106)}`, `/repositories/${unknownId}/scans`])(
  "responds 404 to %s",
  async (path) => {
    const { send } = await desk(seed);
    expect(await send("GET", account + path)).toMatchObject({ status: 404, body: { error: "not found" } });
  },
);

test("lists the PR findings of the latest scan of each pull request", async () => {
  const again = scanOf(9, 8, { pull_request: { number: 1 }, findings: [finding(2, "low", "risky")] });
  const { get } = await desk(seedWith({ scans: [again, ...scans] }));
  const { data } = await get<{ data: readonly { id: string }[] }>(`${api}/findings`);
  expect(data.map(({ id }) => id)).toEqual([2, 4, 5].map((n) => idOf(1000 + n)));
  expectFields(prFindingFields, data);
});
