import { Script } from "node:vm";
import type { Candidate } from "../../../src/emulator/scans/assumptions";
import { compileGlobs, createJudge, settingsOf } from "../../../src/emulator/scans/judge";
import type { WireSettings } from "../../../src/emulator/state/write-semantics";
import { prScanFields } from "../../../src/model/scans";
import { isUuid } from "../../../src/model/uuid";
import { account, allFindings, api, desk, expectFields, idOf, policyId, scansOfApi, secret, seedWith } from "./desk";

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
