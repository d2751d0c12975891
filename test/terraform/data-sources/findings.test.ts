import { builtinSeed } from "../../../src/emulator/index";
import { operations } from "../../../src/api/operations";
import { dataSources } from "../../../src/terraform/scanform-provider";
import { type ObjectValue, Unknown, textIn } from "../../../src/terraform/value";
import { forward } from "../../support/proxy";
import { blank, configured, read, reading } from "../session";
import type { Json } from "../../../src/model/json";
import { triageStatus } from "../../../src/model/triage";

const [acme] = builtinSeed.accounts;
const [scan] = acme?.scans?.filter(({ pull_request }) => pull_request.number === 412) ?? [];
const repository_id = scan?.repository_id ?? "";
const unknownId = "00000000-0000-4000-8000-000000000000";
const { scanform_scans, scanform_scan, scanform_findings, scanform_all_findings } = dataSources;
const items = (value: unknown): readonly ObjectValue[] => value as readonly ObjectValue[];

test("returns the scans of a repository, with the filters of the service", async () => {
  const { session, emulator } = await configured();
  const { scans } = await read(session, scanform_scans, { repository_id });
  expect(items(scans).map(({ pr_number }) => pr_number)).toEqual([412, 412]);
  const filters = {
    date_from: "2020-01-01",
    date_to: "2100-01-01T00:00:00Z",
    initiated_by: "nobody",
    result: ["failing", "pass"],
    severity: ["high", "none"],
    pr_number: 412,
    pr_status: ["open", "merged"],
  };
  expect(Object.keys(filters).sort()).toEqual(Object.keys(operations.listScans.query).sort());
  expect(await read(session, scanform_scans, { repository_id, ...filters })).toMatchObject({ scans: [], ...filters });
  expect(Object.fromEntries(new URLSearchParams(emulator.requests.at(-1)?.query))).toEqual({
    ...filters,
    result: "failing,pass",
    severity: "high,none",
    pr_number: "412",
    pr_status: "open,merged",
  });
});

test("a scan in progress has null for missing values, and counts are JSON", async () => {
  const { session } = await configured();
  const running = acme?.scans?.find((each) => each.completed_at === null);
  const { scans } = await read(session, scanform_scans, { repository_id: running?.repository_id ?? "" });
  expect(scans).toMatchObject([{ scan_id: running?.id, severity: null, scan_date: null }]);
  const done = items((await read(session, scanform_scans, { repository_id })).scans);
  expect(done.every(({ vulnerability_summary: counts }) => counts === null || typeof counts === "string")).toBe(true);
});

test("returns a scan with its findings as JSON", async () => {
  const { session } = await configured();
  const state = await read(session, scanform_scan, { repository_id, scan_id: scan?.id ?? "" });
  expect(state).toMatchObject({ scan_id: scan?.id, repository_id, pr_number: 412, findings_result: null });
  const findings = JSON.parse(textIn(state["findings_json"])) as readonly { id: string; result: string }[];
  expect(findings.map(({ id }) => id).sort()).toEqual(scan?.findings?.map(({ id }) => id).sort());
  const only = await read(session, scanform_scan, {
    repository_id,
    scan_id: scan?.id ?? "",
    findings_result: ["failing"],
  });
  expect(JSON.parse(textIn(only["findings_json"]))).toEqual(findings.filter(({ result }) => result === "failing"));
});

test("a scan has the id that was asked for, however the service spells it", async () => {
  const { session } = await configured({
    interfere: ({ pass }, outgoing) =>
      pass().then(async (passed) => {
        const answer = (await passed.json()) as { readonly scan_id: string };
        await forward(Response.json({ ...answer, scan_id: answer.scan_id.toUpperCase() }), outgoing);
      }),
  });
  const scan_id = scan?.id ?? "";
  expect(scan_id).toMatch(/[a-f]/);
  expect(await read(session, scanform_scan, { repository_id, scan_id })).toMatchObject({ scan_id, pr_number: 412 });
});

test("a missing object is an error at the attribute that names it", async () => {
  const { session } = await configured();
  const unknown = { repository_id: unknownId };
  const atRepository = { state: null, diagnostics: [{ severity: "error", attribute: ["repository_id"] }] };
  expect(await reading(session, scanform_scans, unknown)).toMatchObject(atRepository);
  expect(await reading(session, scanform_findings, unknown)).toMatchObject(atRepository);
  expect(await reading(session, scanform_scan, { ...unknown, scan_id: scan?.id ?? "" })).toMatchObject(atRepository);
  expect(await reading(session, scanform_all_findings, { ...unknown, days: 365 })).toMatchObject(atRepository);
  expect(await reading(session, scanform_scan, { repository_id, scan_id: unknownId })).toMatchObject({
    state: null,
    diagnostics: [{ severity: "error", attribute: ["scan_id"] }],
  });
});

test("where the service finds no scans of a repository that is there, its own words are the error", async () => {
  const { session } = await configured({ faults: [{ fault: "status", status: 404, operation: "listScans" }] });
  const { state, diagnostics } = await reading(session, scanform_scans, { repository_id });
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("404") as string }]);
});

test("returns the findings in the pull requests of a repository", async () => {
  const { session } = await configured();
  const { findings } = await read(session, scanform_findings, { repository_id });
  expect(items(findings).length).toBeGreaterThan(0);
  expect(items(findings).every((each) => typeof each["filename"] === "string")).toBe(true);
});

describe("all findings", () => {
  const allOf = async (given: ObjectValue, diagnostics = 0) => {
    const { session, emulator } = await configured();
    const answered = await reading(session, scanform_all_findings, { days: 365, all_results: true, ...given });
    expect(answered.diagnostics).toHaveLength(diagnostics);
    const asked = emulator.requests.filter(({ path }) => path.endsWith("/all_findings")).map(({ query }) => query);
    return { ...answered, asked, found: items(answered.state?.["findings"]) };
  };

  test("all findings are complete when they are few, each with its triage", async () => {
    const { state, found } = await allOf({});
    expect(state).toMatchObject({ total: found.length, complete: true, limit: null });
    expect(found.map(({ triage }) => triage)).toContainEqual(null);
    const triaged = acme?.triage?.find(({ finding_id }) => found.some(({ id }) => id === finding_id));
    expect(found.find(({ id }) => id === triaged?.finding_id)).toMatchObject({
      state: "dismissed",
      triage: { category: triaged?.category },
    });
  });

  test("all findings are the newest matches when there are more, with a warning, in one request", async () => {
    const all = await allOf({});
    const { state, diagnostics, found, asked } = await allOf({ limit: 2 }, 1);
    expect(found.map(({ id }) => id)).toEqual(all.found.slice(0, 2).map(({ id }) => id));
    expect(state).toMatchObject({ total: all.found.length, complete: false });
    expect(diagnostics).toMatchObject([{ severity: "warning", attribute: ["limit"] }]);
    expect(asked).toHaveLength(1);
  });

  test("all findings are only counted with a limit of 0", async () => {
    const all = await allOf({});
    const { state, asked } = await allOf({ limit: 0 });
    expect(state).toMatchObject({ findings: [], total: all.found.length, complete: false });
    expect(asked).toHaveLength(1);
  });

  test("all findings are read from several pages up to the limit", async () => {
    const findings = Array.from({ length: 230 }, (_, at) => ({
      id: `33333333-3333-4333-8333-${String(at).padStart(12, "0")}`,
      title: "A",
      description: "D",
      severity: "low",
      created_at: new Date(Date.now() - at * 1000).toISOString(),
    }));
    const long = {
      id: "44444444-4444-4444-8444-000000000000",
      repository_id,
      type: "full",
      retry_count: 0,
      created_at: new Date(Date.now() - 600_000).toISOString(),
      completed_at: new Date(Date.now() - 300_000).toISOString(),
      results: findings,
    };
    const accounts = builtinSeed.accounts.map(({ scans_as_of, ...each }, at) =>
      at === 0 ? { ...each, scans: [], insights: [], triage: [], deepscans: [long] } : each,
    );
    const { session } = await configured({ seed: { ...builtinSeed, accounts } });
    const ids = async (most: number, diagnostics: number) => {
      const answered = await reading(session, scanform_all_findings, { days: 365, limit: most });
      expect([answered.diagnostics.length, answered.state?.["total"]]).toEqual([diagnostics, 230]);
      return items(answered.state?.["findings"]).map(({ id }) => id);
    };
    expect(await ids(1000, 0)).toEqual(findings.map(({ id }) => id));
    expect(await ids(230, 0)).toHaveLength(230);
    expect(await ids(150, 1)).toEqual(findings.slice(0, 150).map(({ id }) => id));
  });

  test("accept every filter of the service", async () => {
    const filters = { finding_type: "sca", severity: ["low", "high"], repository_id, branch: "b", all_results: false };
    const { asked } = await allOf(filters);
    expect(Object.fromEntries(new URLSearchParams(asked[0]))).toEqual({
      days: "365",
      finding_type: "sca",
      severity: "low,high",
      repository_id,
      branch: "b",
      all_results: "false",
      page: "1",
      per_page: "100",
    });
  });
});

test.each([
  [scanform_all_findings, { days: 0 }, "days"],
  [scanform_all_findings, { days: 366 }, "days"],
  [scanform_all_findings, { days: 1.5 }, "days"],
  [scanform_all_findings, { days: 1, limit: -1 }, "limit"],
  [scanform_all_findings, { days: 1, limit: 0.5 }, "limit"],
  [scanform_all_findings, { days: 1, finding_type: "other" }, "finding_type"],
  [scanform_all_findings, { days: 1, severity: [] }, "severity"],
  [scanform_all_findings, { days: 1, severity: ["low", new Unknown(), "worst"] }, "severity"],
  [scanform_scans, { repository_id, date_from: "yesterday" }, "date_from"],
  [scanform_scans, { repository_id, pr_status: ["gone"] }, "pr_status"],
  [scanform_scan, { repository_id, scan_id: unknownId, findings_result: ["fail"] }, "findings_result"],
  [dataSources.scanform_insights, { date: "2026-02-30" }, "date"],
  [dataSources.scanform_sca_results, { repository_id, severity: ["none"] }, "severity"],
] as const)("an invalid filter is an error at the filter, without a request (case %#)", async (source, given, at) => {
  expect(source.validate(blank(source.schema, given))).toMatchObject([{ severity: "error", attribute: [at] }]);
  const { session, sent } = await configured();
  expect(await reading(session, source, given)).toMatchObject({
    state: null,
    diagnostics: [{ attribute: [at] }],
  });
  expect(sent()).toEqual([]);
});

test("unknown values are not validated", () => {
  const unknown = new Unknown();
  for (const [source, given] of [
    [scanform_all_findings, { days: unknown, limit: unknown, severity: [unknown], finding_type: unknown }],
    [scanform_scans, { repository_id: unknown, date_from: unknown, result: unknown }],
  ] as const)
    expect(source.validate(blank(source.schema, given))).toEqual([]);
});

const { scanform_finding_triage } = dataSources;

test("returns the triage of a finding, with the whole answer", async () => {
  const { session } = await configured();
  const [triaged] = acme?.triage ?? [];
  const state = await read(session, scanform_finding_triage, { finding_id: triaged?.finding_id ?? "" });
  expect(state).toMatchObject({ category: triaged?.category, category_name: expect.any(String) as string });
  expect(JSON.parse(textIn(state["answer_json"]))).toMatchObject({ data: { finding_id: triaged?.finding_id } });
});

test("a finding without triage has a null category, and a missing finding is an error", async () => {
  const { session } = await configured();
  const triaged = new Set(acme?.triage?.map(({ finding_id }) => finding_id));
  const open = acme?.scans?.flatMap(({ findings = [] }) => findings).find(({ id }) => !triaged.has(id));
  const state = await read(session, scanform_finding_triage, { finding_id: open?.id ?? "" });
  expect(state).toMatchObject({ category: null, category_name: null });
  const missing = await reading(session, scanform_finding_triage, { finding_id: "nothing" });
  expect(missing).toMatchObject({ state: null, diagnostics: [{ severity: "error", attribute: ["finding_id"] }] });
});

test("a refusal is not taken for a finding that is missing", async () => {
  const { session } = await configured({ faults: [{ fault: "status", status: 403, operation: "getTriage" }] });
  const { finding_id = "" } = acme?.triage?.[0] ?? {};
  const { diagnostics } = await reading(session, scanform_finding_triage, { finding_id });
  expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("403") as string }]);
});

const set = { is: "set", category: "wont_fix" };
test.each<readonly [Json | undefined, unknown]>([
  [{ data: { triage: { category: "wont_fix", category_name: "Won't fix" } } }, { ...set, name: "Won't fix" }],
  [{ data: { category: "wont_fix" } }, set],
  [{ triage: { category: "wont_fix" } }, set],
  [{ category: "wont_fix" }, set],
  [{ data: { triage_category: "wont_fix" } }, set],
  [{ triage_category: "wont_fix", data: null }, set],
  [{ category: "later" }, { is: "set", category: "later" }],
  [{ data: { id: "x", triage: null } }, { is: "none" }],
  [{ data: null }, { is: "none" }],
  [{ triage: null }, { is: "none" }],
  [{ category: null }, { is: "none" }],
  [null, { is: "none" }],
  [undefined, { is: "unclear" }],
  [{}, { is: "unclear" }],
  [{ data: {} }, { is: "unclear" }],
  ["wont_fix", { is: "unclear" }],
  [[{ category: "wont_fix" }], { is: "unclear" }],
  [{ data: { category: { id: 3 } } }, { is: "unclear" }],
])("the answer %j is read as %j", (answer, expected) => {
  expect(triageStatus(answer)).toEqual(expected);
});
