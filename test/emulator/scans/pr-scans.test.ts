import { Script } from "node:vm";
import fc from "fast-check";
import type { Candidate } from "../../../src/emulator/scans/assumptions";
import { compileGlobs, createJudge, settingsOf } from "../../../src/emulator/scans/judge";
import type { SeedPrFinding, SeedScan } from "../../../src/emulator/scans/scan-seed";
import type { WireSettings } from "../../../src/emulator/state/write-semantics";
import { prFindingFields } from "../../../src/model/findings";
import { prScanFields } from "../../../src/model/scans";
import { isUuid } from "../../../src/model/uuid";
import { unknownId } from "../client";
import {
  account,
  allFindings,
  api,
  apiId,
  desk,
  expectFields,
  idOf,
  policyId,
  scansOfApi,
  secret,
  seedWith,
  webId,
} from "./desk";

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

const [listed] = seedWith().accounts;
const listings = { analyzers: listed?.analyzers ?? [], policies: listed?.custom_policies ?? [] };

/** What a scan makes of one candidate with given settings. */
const verdictOf = (settings: object | null, candidate: object) =>
  createJudge(listings, settingsOf(settings as WireSettings))(candidate as Candidate, false);

const xss = secret({ analyzer: "xss" });
const violation = (({ analyzer: _, ...rest }) => ({ ...rest, policy: policyId }))(secret());
const secrets = (setting: object, more: object = {}) => ({ analyzers: { secrets: setting }, ...more });
const policies = (setting: object, more: object = {}) => ({ code_policies: [{ id: policyId, ...setting }], ...more });

test.each<[string, object | null, object, string]>([
  ["an analyzer that is off", secrets({ enabled: false }), secret(), "analyzers.secrets.enabled is false"],
  ["an undeclared analyzer that the account lists as disabled", {}, xss, "analyzers.xss is not declared"],
  ["the same without a configuration", null, xss, "analyzers.xss is not declared"],
  ["an analyzer declared without enabled", { analyzers: { xss: {} } }, xss, "analyzers.xss.enabled is not declared"],
  ["an unknown analyzer", {}, secret({ analyzer: "no-such" }), 'analyzers["no-such"] is not declared'],
  ["an excluded file", secrets({ excludes: ["b", "src/**"] }), secret(), 'analyzers.secrets.excludes has "src/**"'],
  [
    "a file that is not included",
    secrets({ includes: ["lib/**"] }),
    secret(),
    "analyzers.secrets.includes has nothing",
  ],
  [
    "a file that is included and excluded",
    secrets({ includes: ["src/*"], excludes: ["**/a.ts"] }),
    secret(),
    'analyzers.secrets.excludes has "**/a.ts"',
  ],
  ["a policy that is not declared", {}, violation, `code_policies["${policyId}"] is not declared`],
  ["a policy that is off", policies({ enabled: false }), violation, `code_policies["${policyId}"].enabled is false`],
])("%s finds nothing and names the setting", (_, settings, candidate, why) => {
  expect(verdictOf(settings, candidate)).toEqual({ appears: false, why: expect.stringContaining(why) as string });
});

test("a candidate that is found by nothing has no id, no result and no comment", async () => {
  const { scan } = await desk(seedWith({}, secrets({ enabled: false })));
  const { scan: answer, candidates } = await scan({ findings: [secret()] });
  expect(answer.status).toBe("pass");
  expect(candidates).toMatchObject([{ appears: false, finding_id: null, result: null, commented: false }]);
});

test.each<[string, object | null, object, string]>([
  ["no configuration", null, secret(), "risky"],
  ["nothing declared", {}, secret(), "risky"],
  ["a declared analyzer that the account lists as disabled", { analyzers: { xss: { enabled: true } } }, xss, "risky"],
  ["blocking", secrets({ blocking: true }), secret(), "failing"],
  ["blocking, a low severity", secrets({ blocking: true }), secret({ severity: "low" }), "failing"],
  ["blocking, a severity of its own", secrets({ blocking: true }), secret({ severity: "info" }), "info"],
  ["blocking and silent", secrets({ blocking: true, silent: true }), secret(), "info"],
  ["at the threshold", secrets({ blocking: true }, { risk_threshold: 3 }), secret(), "failing"],
  ["below the threshold", secrets({ blocking: true }, { risk_threshold: 4 }), secret(), "risky"],
  [
    "above the analyzer's own",
    secrets({ blocking: true, risk_level: "low" }, { risk_threshold: 4 }),
    secret(),
    "failing",
  ],
  ["below the analyzer's own", secrets({ blocking: true, risk_level: "critical" }), secret(), "risky"],
  ["risk level fail", secrets({ blocking: true, risk_level: "fail" }), secret({ severity: "note" }), "failing"],
  ["risk level risky", secrets({ blocking: true, risk_level: "risky" }), secret(), "risky"],
  ["risk level info", secrets({ blocking: true, risk_level: "info" }), secret(), "info"],
  ["an included file", secrets({ includes: ["lib/**", "**/*.{ts,js}"] }), secret(), "risky"],
  ["another file excluded", secrets({ excludes: ["test/**"] }), secret(), "risky"],
  ["an excluded folder, hidden", secrets({ excludes: ["!src/**"] }), secret(), "risky"],
  ["a declared policy", policies({}), violation, "risky"],
  ["a blocking policy", policies({ enabled: true, blocking: true }), violation, "failing"],
  ["a silent policy", policies({ silent: true, blocking: true }), violation, "info"],
  ["a policy below the threshold", policies({ blocking: true }, { risk_threshold: 4 }), violation, "risky"],
])("records a candidate as a finding with %s", (_, settings, candidate, result) => {
  expect(verdictOf(settings, candidate)).toMatchObject({ appears: true, result });
});

test.each<[string, object]>([
  ["high is below risk_threshold", secrets({ blocking: true }, { risk_threshold: 4 })],
  ["high is below analyzers.secrets.risk_level", secrets({ blocking: true, risk_level: "critical" })],
  ["analyzers.secrets.risk_level is risky", secrets({ blocking: true, risk_level: "risky" })],
  ["analyzers.secrets.blocking is not true", secrets({})],
])("says of a finding that does not fail the scan: %s", (why, settings) => {
  expect(verdictOf(settings, secret())).toMatchObject({ appears: true, result: "risky", why });
});

test.each<[object, boolean]>([
  [{}, true],
  [{ comment: "enabled" }, true],
  [{ comment: "silent" }, false],
  [{ comment: "disabled" }, false],
  [secrets({ silent: true }, { comment: "enabled" }), false],
])("returns, with %j, that a comment is posted: %s", async (settings, commented) => {
  const { scan } = await desk(seedWith({}, settings));
  expect((await scan({ findings: [secret()] })).candidates).toMatchObject([{ appears: true, commented }]);
});

test.each(["", "(a+)+$", "[", "a".repeat(70_000), "\u0000"])("the invalid pattern %# has no effect", (pattern) => {
  const candidate = secret({ filename: `${"a".repeat(200)}/c` });
  expect(verdictOf(secrets({ excludes: [pattern] }), candidate)).toMatchObject({ appears: true });
});

test("lists a scan with its outcome", async () => {
  const { scan, get } = await desk(seedWith({}, secrets({ blocking: true })));
  const pull_request = { number: 7, title: "T", status: "draft", branch: "b", commit_author: "c" };
  const { scan: answer, candidates } = await scan({
    pull_request,
    initiated_by: "ana@x.example",
    findings: [secret(), secret({ line_start: 9, line_end: 9, severity: "medium" })],
  });
  expectFields(prScanFields, [answer]);
  expect(candidates.every(({ finding_id: id }) => isUuid(id ?? ""))).toBe(true);
  expect(answer).toMatchObject({
    pr_number: 7,
    pr_title: "T",
    pr_status: "draft",
    initiated_by: "ana@x.example",
    status: "fail",
    risk_threshold: "fail",
    severity: "high",
    vulnerability_summary: { critical: 0, high: 1, medium: 1, low: 0 },
    summary: "2 findings, 2 of them failing",
  });
  expect(await get(`${api}/scans`)).toEqual({ data: [answer] });
});

test("finds a reproducible sample by default", async () => {
  const { scan, running } = await desk();
  const first = await scan();
  await running.close();
  const second = await (await desk()).scan({});
  expect(first.candidates).toEqual(second.candidates);
  expect(first.candidates.map(({ appears }) => appears)).toEqual([true, false, false]);
});

test("a later scan of the same pull request keeps the ids and dates of repeated findings and resolves the others", async () => {
  const { scan, ...rest } = await desk();
  const [kept, gone] = [secret(), secret({ type: "Other", severity: "low" })];
  const { candidates: before } = await scan({ findings: [kept, gone] });
  const { data: first } = await allFindings({ scan, ...rest });
  await rest.advance(60);
  const { candidates: after } = await scan({ findings: [kept] });
  expect(after[0]?.finding_id).toBe(before[0]?.finding_id);
  const { data } = await allFindings({ scan, ...rest }, "&all_results=true");
  expect(new Map(data.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [before[0]?.finding_id, "open"],
      [before[1]?.finding_id, "resolved"],
    ]),
  );
  expect((await allFindings({ scan, ...rest })).data.map(({ id }) => id)).toEqual([before[0]?.finding_id]);
  expect(await rest.get(`${api}/findings`)).toMatchObject({
    data: [{ id: before[0]?.finding_id, created_at: first[0]?.created_at }],
  });
});

test("a later scan of the same pull request updates the pull request in all of its scans and keeps omitted fields", async () => {
  const { scan, get } = await desk();
  await scan({ pull_request: { number: 5, title: "T", status: "open", branch: "b" } });
  await scan({ pull_request: { number: 5, status: "merged" } });
  const { data } = await get<{ data: unknown[] }>(`${api}/scans?pr_status=merged`);
  expect(data).toEqual([
    expect.objectContaining({ pr_title: "T", pr_status: "merged" }),
    expect.objectContaining({ pr_title: "T", pr_status: "merged" }),
  ]);
});

test("a later scan of the same pull request does not fail because of triaged findings", async () => {
  const { scan, send } = await desk(seedWith({}, secrets({ blocking: true })));
  const { scan: before, candidates } = await scan({ findings: [secret()] });
  expect(before.status).toBe("fail");
  const triage = `${account}/findings/${candidates[0]?.finding_id ?? ""}/triage`;
  await send("POST", triage, { triage_category: "wont_fix" });
  const { scan: after, candidates: judged } = await scan({ findings: [secret()] });
  expect(after.status).toBe("pass");
  expect(judged[0]).toMatchObject({ appears: true, result: "info", commented: false });
});

test("a later scan of the same pull request has separate findings from those of another pull request", async () => {
  const { scan } = await desk();
  const first = await scan({ pull_request: { number: 1 }, findings: [secret(), secret()] });
  const second = await scan({ pull_request: { number: 2 }, findings: [secret()] });
  const ids = [...first.candidates, ...second.candidates].map((each) => each.finding_id);
  expect(new Set(ids).size).toBe(3);
});

test.each<[string, unknown]>([
  ["colour: is not a known field", { colour: 1 }],
  ["findings[0]: needs either analyzer or policy", { findings: [{ ...secret(), analyzer: undefined }] }],
  ["findings[0]: needs either analyzer or policy", { findings: [secret({ policy: policyId })] }],
  ["findings[0].policy: must be a UUID", { findings: [{ ...violation, policy: "x" }] }],
  ["findings[0].line_end: must not be before", { findings: [secret({ line_end: 1 })] }],
  ["findings[0].severity: ", { findings: [secret({ severity: "" })] }],
  ["findings: must be 1000 at most", { findings: Array.from({ length: 1001 }, () => secret()) }],
  ["pull_request.number: ", { pull_request: { title: "T" } }],
  ["pull_request.status: ", { pull_request: { number: 1, status: "gone" } }],
  ["the body: ", []],
])("responds 422 to a wrong scan: %s", async (expected, body) => {
  const { control } = await desk();
  const answer = await control(scansOfApi, body);
  expect(answer.status).toBe(422);
  expect((answer.body as { error: string }).error).toContain(expected);
});

test("rejects an unreadable body as the API does", async () => {
  const { send, get } = await desk();
  const statuses = [
    await send("POST", scansOfApi, "{"),
    await send("POST", scansOfApi, "{}", { "content-type": "text/plain" }),
    await send("POST", scansOfApi, "x".repeat(6_000_000)),
    await send("GET", scansOfApi),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 415, 413, 405]);
  expect(await get(`${api}/scans`)).toEqual({ data: [] });
});

test("scans enabled repositories of the account only", async () => {
  const { control, get } = await desk();
  const repository = (n: number) => scansOfApi.replace(/0010\/scans/, `00${String(n)}/scans`);
  expect((await control(repository(12))).status).toBe(409);
  expect(await get(`/repositories/${idOf(12)}/scans`)).toEqual({ data: [] });
  expect((await control(repository(99))).status).toBe(404);
  expect((await control(scansOfApi.replace("0001/", "0009/"))).status).toBe(404);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** What a script throws that has run out of time. */
const outOfTime = (): never => {
  throw Object.assign(new Error("Script execution timed out"), { code: "ERR_SCRIPT_EXECUTION_TIMEOUT" });
};

/** The process has worked so many milliseconds in each turn. */
function working(milliseconds: number): void {
  jest.spyOn(process, "cpuUsage").mockReturnValue({ user: milliseconds * 1000, system: 0 });
}

test("the first pattern that matches a file is named", () => {
  const matching = compileGlobs(["*.md", "src/**", "**/*.ts"]);
  expect(["a.md", "/src/a.ts", "./lib/a.ts", "lib/a.js"].map(matching)).toEqual([
    "*.md",
    "src/**",
    "**/*.ts",
    undefined,
  ]);
});

test("a list that only waited for the processor is tried again", () => {
  working(1);
  jest.spyOn(Script.prototype, "runInContext").mockImplementationOnce(outOfTime).mockImplementationOnce(outOfTime);
  expect(compileGlobs(["src/**"])("src/a.ts")).toBe("src/**");
});

test("a list that takes too long matches nothing from then on", () => {
  working(250);
  const run = jest.spyOn(Script.prototype, "runInContext").mockImplementationOnce(outOfTime);
  const matching = compileGlobs(["src/**"]);
  expect([matching("src/a.ts"), matching("src/a.ts")]).toEqual([undefined, undefined]);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a list that never gets the processor is given up", () => {
  working(1);
  const run = jest.spyOn(Script.prototype, "runInContext").mockImplementation(outOfTime);
  expect(compileGlobs(["src/**"])("src/a.ts")).toBeUndefined();
  expect(run).toHaveBeenCalledTimes(20);
});
