import type { DesiredTriage } from "../../../src/model/desired";
import { address } from "../../../src/model/ids";
import type { TriageStatus } from "../../../src/model/triage-status";
import { type JournalEntry, sendingEntries } from "../../../src/reconcile/apply/journal-entry";
import { plan } from "../../../src/reconcile/plan/plan";
import { rollback, triagedFindings } from "../../../src/reconcile/rollback/rollback";
import { desired, live } from "../account";
import { account } from "./applied";

const finding = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
const another = "a1b2c3d4-0000-4000-8000-00000000000f";
const none: TriageStatus = { is: "none" };
const set = (category: string): TriageStatus => ({ is: "set", category });

type Found = readonly (readonly [string, TriageStatus])[];

const world = (found: Found) => ({ ...live({}), triages: { at: 0, found: new Map(found) } });

const triage = (category: DesiredTriage["category"], findingId = finding): DesiredTriage => ({
  address: address(`scanform_finding_triage.of_${findingId.slice(0, 4)}`),
  findingId,
  category,
  justification: "Only in tests.",
});

/** What the journal of an apply of these triages holds, before their results are known. */
function journal(before: Found, ...triages: readonly DesiredTriage[]): readonly JournalEntry[] {
  const made = plan(account, { ...desired([]), triages }, world(before));
  const entries = made.writes.map(sendingEntries(made));
  return JSON.parse(JSON.stringify(entries)) as readonly JournalEntry[];
}

const restored = (before: string | null, findingId = finding) => ({
  address: `scanform_finding_triage.of_${findingId.slice(0, 4)}`,
  findingId,
  category: before,
  justification: "It is put back as it was before the apply.",
});

describe("a rollback gives a finding back what it had", () => {
  test.each<[string, TriageStatus, DesiredTriage["category"], TriageStatus, string | null]>([
    ["no triage, after one was set", none, "wont_fix", set("wont_fix"), null],
    ["another category, after it was changed", set("false_positive"), "wont_fix", set("wont_fix"), "false_positive"],
    ["its category, after it was removed", set("wont_fix"), null, none, "wont_fix"],
  ])("%s", (_what, had, declared, has, expected) => {
    const back = rollback(journal([[finding, had]], triage(declared)), world([[finding, has]]));
    expect(back).toMatchObject({ desired: { triages: [restored(expected)] }, diagnostics: [] });
  });

  test("whatever the case of its id", () => {
    const entries = journal([[finding, none]], triage("wont_fix", finding.toUpperCase()));
    const back = rollback(entries, world([[finding, set("wont_fix")]]));
    expect(back.desired.triages).toMatchObject([{ category: null }]);
  });

  test("for each finding by itself", () => {
    const before: Found = [
      [finding, none],
      [another, set("false_positive")],
    ];
    const after: Found = [
      [finding, set("wont_fix")],
      [another, none],
    ];
    const back = rollback(journal(before, triage("wont_fix"), triage(null, another)), world(after));
    expect(back.desired.triages).toEqual([restored(null), restored("false_positive", another)]);
  });

  test("as it was before the first of two applies", () => {
    const entries = [
      ...journal([[finding, none]], triage("wont_fix")),
      ...journal([[finding, set("wont_fix")]], triage("false_positive")),
    ];
    for (const now of ["wont_fix", "false_positive"])
      expect(rollback(entries, world([[finding, set(now)]])).desired.triages).toEqual([restored(null)]);
  });
});

describe("a rollback leaves a finding as it is", () => {
  const entries = () => journal([[finding, none]], triage("wont_fix"));
  const diagnostic = (detail: string) => [
    { code: "no-way-back", severity: "warning", address: restored(null).address, detail },
  ];

  test("and says nothing, where it is already as it was", () => {
    const back = rollback(entries(), world([[finding, none]]));
    expect(back).toMatchObject({ diagnostics: [] });
    expect(back.desired).not.toHaveProperty("triages");
  });

  test.each<[string, Found]>([
    ["was not read", []],
    ["is unclear", [[finding, { is: "unclear" }]]],
  ])("and says so, where its triage %s", (_what, found) => {
    const back = rollback(entries(), world(found));
    expect(back.desired).not.toHaveProperty("triages");
    expect(back.diagnostics).toMatchObject(
      diagnostic(`How the finding ${finding} is triaged now cannot be read, and stays as it is.`),
    );
  });

  test("and says so, where no triages were read at all", () => {
    const back = rollback(entries(), live({}));
    expect(back.desired).not.toHaveProperty("triages");
    expect(back.diagnostics).toHaveLength(1);
  });

  test("and says so, where somebody has triaged it otherwise since", () => {
    const back = rollback(entries(), world([[finding, set("false_positive")]]));
    expect(back.desired).not.toHaveProperty("triages");
    expect(back.diagnostics).toMatchObject(
      diagnostic(`The finding ${finding} has been triaged otherwise since, and keeps false_positive.`),
    );
  });

  test("and says so, where somebody has taken the changed triage away since", () => {
    const changed = journal([[finding, set("false_positive")]], triage("wont_fix"));
    const back = rollback(changed, world([[finding, none]]));
    expect(back.desired).not.toHaveProperty("triages");
    expect(back.diagnostics).toMatchObject(
      diagnostic(`The finding ${finding} has been triaged otherwise since, and keeps no triage.`),
    );
  });

  test("and says so, where it had a category that cannot be set", () => {
    const odd = journal([[finding, set("postponed")]], triage("wont_fix"));
    const back = rollback(odd, world([[finding, set("wont_fix")]]));
    expect(back.desired).not.toHaveProperty("triages");
    expect(back.diagnostics).toMatchObject(
      diagnostic(`"postponed", which the finding ${finding} had, is none of the categories that can be set.`),
    );
  });

  test("where a journal of another hand does not tell what it had", () => {
    const untold = entries().map((each) => ({ ...each, triage: undefined }));
    const back = rollback(untold, world([[finding, set("wont_fix")]]));
    expect(back.desired).not.toHaveProperty("triages");
  });

  test("where the service refused to triage it", () => {
    const refused: JournalEntry = { type: "settled", write: 0, status: "failed", refused: true, error: "no" };
    const back = rollback([...entries(), refused], world([[finding, set("wont_fix")]]));
    expect(back.desired).not.toHaveProperty("triages");
  });
});

test("the findings of a journal are those that it was about to triage", () => {
  const before: Found = [
    [finding, none],
    [another, set("wont_fix")],
  ];
  const settled: JournalEntry = { type: "settled", write: 0, status: "succeeded" };
  const found = triagedFindings([...journal(before, triage("wont_fix"), triage(null, another)), settled]);
  expect(found).toStrictEqual([finding, another]); // toEqual would not mind an undefined at the end
});
