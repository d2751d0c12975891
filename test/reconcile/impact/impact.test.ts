import type { DesiredTriage } from "../../../src/model/desired";
import type { CombinedFinding } from "../../../src/model/findings";
import type { PrScan } from "../../../src/model/scans";
import type { Settings } from "../../../src/model/settings";
import { impactOf, type ImpactOptions } from "../../../src/reconcile/impact/impact";
import type { Plan } from "../../../src/reconcile/plan/plan";
import type { FindingsReader } from "../../../src/reconcile/ports";
import { decide, declare, desired, live, planned, triaged } from "../account";
import { refusal } from "../service";
import { finding, serving } from "./findings";

const now = Date.parse("2026-03-31T00:00:00Z");
const impact = (reader: FindingsReader, plan: Plan, more: Partial<ImpactOptions> = {}) =>
  impactOf(reader, plan, { days: 30, limit: 1000, now: () => now, ...more });

const switchedOff = (repositories: readonly string[], before: Settings, after: Settings) =>
  planned(desired([declare("c", after)]), live({ c: { settings: before, has: repositories } }, ["other"]));

const running = { analyzers: { a: { enabled: true, blocking: true } } };
const off = { analyzers: { a: { enabled: false, blocking: true } } };

test("An analyzer that is switched off may hide its findings and let them pass.", async () => {
  const { reader, asked } = serving([
    finding(1, "one"),
    finding(2, "one", { severity: "critical" }),
    finding(3, "one", { finding_type: "code_policy" }),
    finding(4, "other"),
  ]);
  const found = await impact(reader, switchedOff(["one", "two"], running, off));
  expect(found).toMatchObject({
    since: "2026-03-01T00:00:00.000Z",
    until: "2026-03-31T00:00:00.000Z",
    findings: 3,
    noLongerReported: [0, 2],
    noLongerBlocking: [0, 2],
    newlyBlocking: [0, 0],
    requests: 3,
  });
  expect(found.effects).toMatchObject([{ findings: 3, examples: [{ id: "2" }, { id: "1" }] }]);
  expect(asked.map((each) => each.repository)).toEqual(["id of one", "id of two", "id of one"]);
});

test("A plan that touches no finding takes no request.", async () => {
  const { reader, asked } = serving([finding(1, "one")]);
  const after = { ...running, show_scan_confirmation: false };
  const found = await impact(reader, switchedOff(["one"], { ...running, show_scan_confirmation: true }, after));
  expect(found).toMatchObject({ findings: 0, noLongerReported: [0, 0], requests: 0, effects: [{ findings: 0 }] });
  expect(asked).toEqual([]);
});

test("With a limit of 0 nothing is read, and there is no figure.", async () => {
  const { reader, asked } = serving([finding(1, "one")]);
  const found = await impact(reader, switchedOff(["one"], running, off), { limit: 0 });
  expect(asked).toEqual([]);
  expect(found).toMatchObject({ requests: 0, isCut: true });
  expect(Object.keys(found)).not.toContain("noLongerReported");
});

test("What a limit leaves unread counts in each figure that may count it.", async () => {
  const findings = Array.from({ length: 250 }, (_, at) => finding(at, "one"));
  const found = await impact(serving(findings).reader, switchedOff(["one"], running, off), { limit: 2 });
  expect(found).toMatchObject({
    findings: 250,
    noLongerReported: [0, 250],
    newlyBlocking: [0, 0],
    requests: 2,
    isCut: true,
    effects: [{ findings: 250, unread: 50 }],
  });
});

test("The examples are the worst, also where the service writes severities in capital letters.", async () => {
  const findings = Array.from({ length: 9 }, (_, at) =>
    finding(at, "one", { severity: (at === 0 ? "CRITICAL" : "LOW") as "low" }),
  );
  const { effects } = await impact(serving(findings).reader, switchedOff(["one"], running, off));
  expect(effects[0]?.examples.map(({ id }) => id)).toEqual(["0", "8", "7", "6", "5"]);
});

test("Findings that cannot be read are a warning, and there is no figure.", async () => {
  const reader = { ...serving([]).reader, allFindingsPage: () => Promise.reject(refusal(500)) };
  const found = await impact(reader, switchedOff(["one"], running, off));
  expect(found.warnings).toMatchObject([{ code: "impact-unread", severity: "warning" }]);
  expect(Object.keys(found)).not.toContain("noLongerReported");
});

test("An impact that is interrupted is thrown.", async () => {
  const abort = new AbortController();
  const reader = {
    ...serving([]).reader,
    allFindingsPage: () => {
      abort.abort();
      return Promise.reject(refusal(500, { fault: "interrupted" }));
    },
  };
  await expect(impact(reader, switchedOff(["one"], running, off), { signal: abort.signal })).rejects.toMatchObject({
    diagnostics: [{ code: "interrupted" }],
  });
});

const many = Array.from({ length: 90 }, (_, at) => `repository ${String(at)}`);
const nameOf = (at: number): string => many[at % many.length] ?? "";

/** No scans are asked for where nothing ceases to block. */
const neverBlocked = { analyzers: { a: { enabled: true, blocking: false } } };
const silenced = { analyzers: { a: { enabled: true, blocking: false, silent: true } } };

describe("The requests are at most one for each hundred findings and three for each repository:", () => {
  test("the account's list is read for 90 repositories with 2,000 findings", async () => {
    const { reader, asked } = serving(Array.from({ length: 2_000 }, (_, at) => finding(at, nameOf(at))));
    const found = await impact(reader, switchedOff(many, neverBlocked, silenced), { limit: 10_000 });
    expect(found).toMatchObject({ findings: 2_000, noLongerReported: [0, 2_000], noLongerBlocking: [0, 0] });
    expect(found.requests).toBe(20);
    expect(asked).toHaveLength(20);
    expect(new Set(asked.map(({ page }) => page)).size).toBe(20);
  });

  test("each of 12 repositories among many is read by itself", async () => {
    const { reader, asked } = serving(Array.from({ length: 2_000 }, (_, at) => finding(at, nameOf(at))));
    const found = await impact(reader, switchedOff(many.slice(0, 12), neverBlocked, silenced), { limit: 10_000 });
    expect(found.findings).toBe(12 * 23);
    expect(asked).toHaveLength(found.requests);
    expect(found.requests).toBe(1 + 12);
  });

  test("a service with shorter pages is not read to its end.", async () => {
    const { reader } = serving(
      Array.from({ length: 400 }, (_, at) => finding(at, "one")),
      {},
      10,
    );
    const found = await impact(reader, switchedOff(["one"], neverBlocked, silenced), { limit: 10_000 });
    expect(found).toMatchObject({ requests: 3 + 4, findings: 400, noLongerReported: [0, 400], isCut: true });
  });

  test("each repository is asked once for its scans.", async () => {
    const { reader, asked } = serving(Array.from({ length: 180 }, (_, at) => finding(at, nameOf(at))));
    const found = await impact(reader, switchedOff(many, running, off), { limit: 10_000 });
    expect(asked.filter(({ scans }) => scans)).toHaveLength(90);
    expect(found.requests).toBe(2 + 90);
  });

  test("the limit is kept whatever else is allowed.", async () => {
    const { reader, asked } = serving(Array.from({ length: 2_000 }, (_, at) => finding(at, nameOf(at))));
    const found = await impact(reader, switchedOff(many, running, off), { limit: 5 });
    expect(found).toMatchObject({ requests: 5, findings: 2_000, noLongerReported: [0, 2_000], isCut: true });
    expect(asked).toHaveLength(5);
  });
});

test("A finding whose repository has no known name may be of any, and one of a name that others have is not.", async () => {
  const names = many.slice(0, 11);
  const found = await impact(
    serving([
      finding(1, nameOf(1)),
      finding(2, "acme/something"),
      finding(3, "other"),
      finding(4, "x", { repository_name: undefined }),
    ]).reader,
    switchedOff(names, running, off),
  );
  expect(found).toMatchObject({ findings: 3, noLongerReported: [0, 3] });
});

test("What is gone while it is read counts as unread, and what comes twice counts once.", async () => {
  const all = Array.from({ length: 150 }, (_, at) => finding(at, "one"));
  const shifted = [finding(200, "one"), ...all.toReversed()];
  const { reader } = serving(all);
  const moving: FindingsReader = {
    ...reader,
    allFindingsPage: (account, query) =>
      query.page === 1
        ? reader.allFindingsPage(account, query)
        : Promise.resolve({
            data: shifted.slice(100),
            pagination: { total: 151, page: 2, per_page: 100, total_pages: 2 },
          }),
  };
  const found = await impact(moving, switchedOff(["one"], neverBlocked, silenced));
  expect(found).toMatchObject({ findings: 151, noLongerReported: [0, 151] });
});

const scan = (pr_number: number, more: Partial<PrScan> = {}): PrScan => ({
  scan_id: `${String(pr_number)} ${JSON.stringify(more)}`,
  dashboard_url: "https://x",
  pr_number,
  status: "pass",
  ...more,
});

test.each<[string, readonly PrScan[], Partial<CombinedFinding>, number]>([
  ["has passed", [scan(1)], {}, 0],
  ["has passed with a risk", [scan(1, { risk_threshold: "risk" })], {}, 0],
  ["has failed before", [scan(1), scan(1, { status: "fail" })], {}, 1],
  ["has a status of another kind", [scan(1, { status: "passed" })], {}, 1],
  ["has a severity that failed it", [scan(1, { risk_threshold: "high" })], {}, 1],
  ["is under way", [scan(1), scan(1, { status: undefined })], {}, 1],
  ["is of another pull request", [scan(2)], {}, 1],
  ["is the only one, and the finding is gone", [scan(1)], { state: "resolved" }, 1],
  ["is one of two, and the finding is gone", [scan(1), scan(1, { severity: "none" })], { state: "resolved" }, 0],
  ["is on a page that may go on", Array.from({ length: 10 }, (_, at) => scan(1, { pr_title: String(at) })), {}, 1],
  ["has passed, and a policy has found it", [scan(1)], { finding_type: "code_policy" }, 0],
])(
  "A finding may have blocked unless its pull request has passed each time: the scan %s.",
  async (_title, scans, more, high) => {
    const { reader } = serving([finding(1, "one", more)], { "id of one": scans });
    const found = await impact(reader, switchedOff(["one"], running, off));
    expect(found.noLongerBlocking).toEqual([0, high]);
  },
);

test("Scans that cannot be read leave the figures wide, with a warning.", async () => {
  const reader = { ...serving([finding(1, "one")]).reader, scansPage: () => Promise.reject(refusal(500)) };
  const found = await impact(reader, switchedOff(["one"], running, off));
  expect(found).toMatchObject({ noLongerBlocking: [0, 1], warnings: [{ code: "impact-unsure" }] });
});

const switchedOffAnd = (triages: readonly DesiredTriage[]) => ({ ...desired([declare("c", off)]), triages });

test("A triage counts in all, once, and in no effect.", async () => {
  const [one, two] = [finding(1, "one"), finding(2, "one", { finding_type: "code_policy" })];
  const declared = switchedOffAnd([decide(one.id), decide(two.id), decide("3")]);
  const made = planned(declared, {
    ...live({ c: { settings: running, has: ["one"] } }),
    triages: triaged({ 1: null, 2: null, 3: "in_progress" }),
  });
  const found = await impact(serving([one, two]).reader, made);
  expect(found).toMatchObject({ findings: 2, noLongerReported: [0, 3], newlyBlocking: [0, 1] });
  expect(found.effects).toMatchObject([{ noLongerReported: [0, 1], newlyBlocking: [0, 0] }]);
});

test("Progress counts the requests that are answered and those that are expected.", async () => {
  const seen: [number, number][] = [];
  const { reader } = serving(Array.from({ length: 250 }, (_, at) => finding(at, "one")));
  await impact(reader, switchedOff(["one"], neverBlocked, silenced), { onProgress: (...each) => seen.push(each) });
  expect(seen).toEqual([
    [1, 1],
    [2, 3],
    [3, 3],
  ]);
});
