import type { Settings } from "../../../src/model/settings";
import { impactOf, type ImpactOptions } from "../../../src/reconcile/impact/impact";
import type { Plan } from "../../../src/reconcile/plan/plan";
import type { FindingsReader } from "../../../src/reconcile/ports";
import { declare, desired, live, planned } from "../account";
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
  });
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
