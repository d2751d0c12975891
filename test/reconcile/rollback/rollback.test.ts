import fc from "fast-check";
import type { DesiredTriage } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import type { TriageStatus } from "../../../src/model/triage";
import { type JournalEntry, sendingEntries } from "../../../src/reconcile/apply/journal-entry";
import { plan } from "../../../src/reconcile/plan/plan";
import { rollback, triagedFindings } from "../../../src/reconcile/rollback/rollback";
import { decide, declare, desired, first as finding, give, live, names, second as another } from "../account";
import { desiredFor, observed } from "../arbitrary";
import { readings } from "../readings";
import { account, applied, off, on } from "./applied";

const namesOf = (all: Pick<Observed, "configurations">) =>
  new Map(all.configurations.map(({ id, name }) => [id, name]));
const holdersOf = ({ repositories }: Pick<Observed, "repositories">) =>
  new Map(repositories.map((each) => [each.id, each.configuration_id]));

const cases = observed.chain((world) => fc.tuple(fc.constant(world), desiredFor(world), fc.constantFrom(...readings)));

test("an apply and its rollback leave the account unchanged, except for what is reported as irreversible", () => {
  fc.assert(
    fc.property(cases, ([before, declaration, reading]) => {
      const { after, entries } = applied(before, declaration, reading);
      const world = { ...before, ...after.observed };
      const back = rollback(entries, world);
      const undone = applied(world, back.desired, reading, { force: true }).after.observed;

      const [was, is] = [namesOf(before), namesOf(undone)];
      for (const [id, name] of was) expect(is.get(id)).toBe(name);
      // where a PUT keeps what it leaves out, a setting that was not there before cannot be taken away again
      const left = plan(account, back.desired, { ...world, ...undone }).configurations;
      const stays = left.flatMap(({ changes }) => changes.filter(({ after: goal }) => goal !== undefined));
      expect(stays).toEqual([]);
      if (reading.put === "replaces")
        expect(
          left.filter(({ action }) => action !== "no-op").map(({ changes, action }) => ({ changes, action })),
        ).toEqual([]);
      expect([...is.keys()].filter((id) => !was.has(id))).toEqual([]);

      const [had, have] = [holdersOf(before), holdersOf(undone)];
      const elsewhere = [...had].filter(([id, configuration]) => have.get(id) !== configuration).map(([id]) => id);
      for (const id of elsewhere) expect(had.get(id)).toBeUndefined();
      if (elsewhere.length > 0) expect(back.diagnostics.map(({ code }) => code)).toContain("no-way-back");
    }),
    { numRuns: 50 },
  );
});

test("keeps later changes, and reports them", () => {
  const before = live({ one: { settings: { ...off, comment: "silent" } } });
  const { after, entries } = applied(before, desired([declare("one", { ...on, comment: "enabled" })]));
  const [changed] = after.observed.configurations;
  if (changed === undefined) throw new Error("it is gone");
  const since = { ...changed, settings: { ...changed.settings, comment: "disabled", risk_threshold: 7 } as const };
  const { desired: back, diagnostics } = rollback(entries, { ...before, configurations: [since] });
  expect(back.configurations).toMatchObject([{ settings: { ...off, comment: "disabled", risk_threshold: 7 } }]);
  expect(diagnostics).toMatchObject([{ code: "no-way-back", address: "scanform_configuration.one" }]);
  expect(diagnostics[0]?.detail).toContain("comment");
});

test("undoes a write without an answer, but not a refused one", () => {
  const before = live({ one: { settings: off }, two: { settings: off } });
  const { unanswered, world } = applied(
    before,
    desired([declare("one", { ...on, risk_threshold: 1 }), declare("two", { ...on, risk_threshold: 2 })]),
  );
  expect(rollback(unanswered, world).desired.configurations.map(({ id }) => id)).toEqual(["one", "two"]);
  const refused: JournalEntry = { type: "settled", write: 0, status: "failed", refused: true, error: "no" };
  expect(rollback([...unanswered, refused], world).desired.configurations.map(({ id }) => id)).toEqual(["two"]);
});

test("undoes a write that failed and may have taken effect", () => {
  const before = live({ one: { settings: off } });
  const { unanswered, world } = applied(before, desired([declare("one", on)]));
  const lost: JournalEntry = { type: "settled", write: 0, status: "failed", error: "no answer" };
  const failed = [...unanswered, lost];
  expect(rollback(failed, world).desired.configurations).toMatchObject([{ id: "one", settings: off }]);
});

test("gives a configuration back as it was before the first of two applies", () => {
  const before = live({ one: { settings: { comment: "disabled" } } });
  const first = applied(before, desired([declare("one", { comment: "silent" })]));
  const second = applied(first.world, desired([declare("one", { comment: "enabled" })]));
  const back = rollback([...first.entries, ...second.entries], second.world);
  expect(back).toMatchObject({ desired: { configurations: [{ settings: { comment: "disabled" } }] }, diagnostics: [] });
});

test("moves a repository back to where it was before the first of two applies", () => {
  const before = live({ one: { has: ["r"] }, two: {}, three: {} });
  const first = applied(before, desired([declare("two")], give("two", names("r"))));
  const second = applied(first.world, desired([declare("three")], give("three", names("r"))));
  const back = rollback([...first.entries, ...second.entries], second.world);
  expect(back).toMatchObject({
    desired: { assignments: [{ rules: [{ target: { configuration: { id: "one" } } }] }] },
    diagnostics: [],
  });
});

test("deletes what was created, unless it has prevent_destroy or is ambiguous", () => {
  const before = live({}, ["r1"]);
  const plain = applied(before, desired([declare("new", on)]));
  const { world, unanswered } = plain;
  expect(rollback(plain.entries, world).desired.deletions).toEqual(["new new"]);

  const kept = applied(before, desired([declare("new", on, { preventDestroy: true })]));
  const stays = rollback(kept.entries, world);
  expect(stays.desired.deletions).toEqual([]);
  expect(stays.diagnostics[0]?.detail).toContain("prevent_destroy");

  expect(rollback(unanswered, world).desired.deletions).toEqual(["new new"]);
  const [made] = world.configurations;
  if (made === undefined) throw new Error("nothing was made");
  const twins = { ...world, configurations: [made, { ...made, id: configurationId("twin") }] };
  expect(rollback(unanswered, twins)).toMatchObject({
    desired: { deletions: [] },
    diagnostics: [{ code: "no-way-back" }],
  });
});

test("does not match an unanswered creation to a configuration of another name with equal settings", () => {
  const before = live({ other: { settings: on } });
  const { after, unanswered } = applied(before, desired([declare("new", on)]));
  expect(rollback(unanswered, before).desired.deletions).toEqual([]);
  const renamed = after.observed.configurations.map((each) => (each.name === "new" ? { ...each, name: "neu" } : each));
  expect(rollback(unanswered, { ...before, configurations: renamed }).desired.deletions).toEqual([]);
});

test("keeps a repository that had no configuration, and one that was moved again since", () => {
  const before = live({ one: {}, two: { has: ["r2"] }, three: {} }, ["r1"]);
  const { after, entries } = applied(
    before,
    desired([declare("one"), declare("three")], give("one", names("r1", "r2"))),
  );
  const moved = after.observed.repositories.map((each) =>
    each.name === "r2" ? { ...each, configuration_id: configurationId("three") } : each,
  );
  const { desired: back, diagnostics } = rollback(entries, { ...before, ...after.observed, repositories: moved });
  expect(back.assignments).toEqual([]);
  expect(diagnostics.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('"r1" had no configuration'),
    expect.stringContaining('"r2" got another configuration since'),
  ]);
});

test("moves back a repository that a PUT still listed before another write took it, without a warning", () => {
  const policies = { code_policies: [{ id: "p", enabled: true }] };
  const before = live({ one: { settings: policies, has: ["r1", "r2"] }, two: {} });
  const declaration = desired([declare("one", { code_policies: [] }), declare("two")], give("two", names("r1")));
  const { entries, world } = applied(before, declaration);
  const { desired: back, diagnostics } = rollback(entries, world);
  expect(back.assignments).toMatchObject([{ rules: [{ repositoryIds: ["id of r1"] }] }]);
  expect(diagnostics).toEqual([]);
});

test("removes an analyzer that the apply added", () => {
  const before = live({ one: { settings: { analyzers: { b: {} } } } });
  const { after, entries } = applied(before, desired([declare("one", on)]));
  const world = { ...before, ...after.observed };
  const undone = applied(world, rollback(entries, world).desired, readings[0], { force: true }).after.observed;
  expect(undone.configurations.map(({ settings }) => settings)).toEqual([{ analyzers: { b: {} } }]);
});

describe("a repository that moved to a new configuration", () => {
  const before = live({ old: { has: ["r"] }, third: {} });
  const creating = desired([declare("new", on), declare("newer", on)], give("new", names("r")));
  const held = (by: string, observed: Pick<Observed, "configurations" | "repositories">): Observed => ({
    ...before,
    configurations: observed.configurations,
    repositories: observed.repositories.map((each) => ({ ...each, configuration_id: configurationId(by) })),
  });
  const kept = {
    desired: { assignments: [] },
    diagnostics: [{ detail: '"r" got another configuration since, and keep it.' }],
  };

  test("moves back, even if the creation was not answered", () => {
    const { unanswered, world } = applied(before, creating);
    expect(rollback(unanswered, world)).toMatchObject({
      desired: {
        assignments: [{ rules: [{ target: { configuration: { id: "old" } }, repositoryIds: ["id of r"] }] }],
        deletions: ["new new", "new newer"],
      },
      diagnostics: [],
    });
  });

  test("moves back from one that stays because of prevent_destroy, even if the creation was not answered", () => {
    const guarded = desired([declare("new", on, { preventDestroy: true })], give("new", names("r")));
    const { unanswered, world } = applied(before, guarded);
    expect(rollback(unanswered, world)).toMatchObject({
      desired: { assignments: [{ rules: [{ target: { configuration: { id: "old" } } }] }], deletions: [] },
      diagnostics: [{ detail: expect.stringContaining("prevent_destroy") as string }],
    });
  });

  test("stays, with a report, when somebody has moved it to a third configuration since", () => {
    const { after, unanswered } = applied(before, creating);
    expect(rollback(unanswered, held("third", after.observed))).toMatchObject(kept);
  });

  test("stays, with a report, when somebody has moved it to another new configuration since", () => {
    const { after, entries } = applied(before, creating);
    expect(rollback(entries, held("new newer", after.observed))).toMatchObject(kept);
  });

  test("stays without a configuration, with a report, when somebody has deleted what it was given", () => {
    const { after, entries } = applied(before, creating);
    const bare = after.observed.repositories.map(({ configuration_id: _lost, ...each }) => each);
    expect(rollback(entries, { ...before, ...after.observed, repositories: bare })).toMatchObject({
      desired: { assignments: [] },
      diagnostics: [{ detail: '"r" lost the configuration that the apply gave, and stay without one.' }],
    });
  });

  test("stays, with a report, when the apply had moved it elsewhere", () => {
    const moving = desired([declare("new", on), declare("third")], give("third", names("r")));
    const { after, entries } = applied(before, moving);
    expect(rollback(entries, held("new new", after.observed))).toMatchObject(kept);
  });
});

describe("a rollback reports", () => {
  const one = () => live({ one: { settings: off }, other: {} });
  const changed = () => applied(one(), desired([declare("one", on)]));
  const saying = (entries: readonly JournalEntry[], world: Observed) => {
    const { desired: back, diagnostics } = rollback(entries, world);
    return { back, said: diagnostics.map(({ address, detail }) => `${address ?? ""}: ${detail}`) };
  };
  const edited = (
    world: Observed,
    edit: (each: Observed["configurations"][number]) => Observed["configurations"][number],
  ) => ({
    ...world,
    configurations: world.configurations.map(edit),
  });

  test("a configuration that was deleted since", () => {
    const { entries } = changed();
    const { back, said } = saying(entries, live({ other: {} }));
    expect(back.configurations).toEqual([]);
    expect(said).toEqual([
      "scanform_configuration.one: The configuration one has been deleted since; what was changed in it is not restored.",
    ]);
  });

  test("a name that was changed since, which stays, and restores a name that the apply changed", () => {
    const { entries, world } = applied(one(), desired([declare("eins", on, { renamedFrom: ["one"] })]));
    expect(saying(entries, world)).toMatchObject({
      back: { configurations: [{ name: "one", settings: off }] },
      said: [],
    });
    const renamed = edited(world, (each) => (each.name === "eins" ? { ...each, name: "uno" } : each));
    const { back, said } = saying(entries, renamed);
    expect(back.configurations).toMatchObject([{ id: "one", name: "uno", settings: off }]);
    expect(said).toEqual(['scanform_configuration.eins: It has been renamed to "uno" since, and keeps that name.']);
    const early = edited(world, (each) => (each.name === "eins" ? { ...each, name: "one" } : each));
    expect(saying(entries, early)).toMatchObject({ back: { configurations: [{ name: "one" }] }, said: [] });
  });

  test("a repository once, although two writes gave it its configuration", () => {
    const before = live({ one: {}, old: { has: ["r2"] } }, ["r1"]);
    const { entries, world } = applied(before, desired([declare("one")], give("one", names("r1", "r2"))));
    const again = entries.flatMap((each): readonly JournalEntry[] =>
      each.type === "sending" ? [{ ...each, write: { ...each.write, id: 1 } }] : [],
    );
    const { back, said } = saying([...entries, ...again], world);
    expect(back.assignments).toMatchObject([{ rules: [{ repositoryIds: ["id of r2"] }] }]);
    expect(said).toEqual([expect.stringContaining('rollback: "r1" had no configuration')]);
  });

  test("a new configuration that was changed since, which stays", () => {
    const { entries, world } = applied(one(), desired([declare("new", on)]));
    const since = edited(world, (each) => (each.name === "new" ? { ...each, settings: off } : each));
    const { back, said } = saying(entries, since);
    expect(back.deletions).toEqual([]);
    expect(said).toEqual(['scanform_configuration.new: "new" has been changed since it was created, and stays.']);
    expect(saying(entries, one())).toMatchObject({ back: { deletions: [] }, said: [] });
  });

  test.each<[string, number | undefined, number | undefined, readonly string[]]>([
    ["is older than the journal by more than clocks may differ", 60_001, 0, []],
    ["is older by as much as clocks may differ", 60_000, 0, ["new new"]],
    ["is younger", 0, 1_000, ["new new"]],
    ["has no time in the service", 0, undefined, ["new new"]],
    ["has no time in the journal", undefined, 0, ["new new"]],
  ])("no unanswered creation when the configuration of its name %s", (_what, journal, service, deletions) => {
    const { entries, world } = applied(one(), desired([declare("new", on)]));
    const time = (age: number | undefined) =>
      age === undefined ? undefined : new Date(Date.parse("2031-05-06T07:08:09.000Z") + age).toISOString();
    const open = entries.flatMap((each): readonly JournalEntry[] =>
      each.type === "settled" ? [] : [each.type === "sending" ? { ...each, at: time(journal) } : each],
    );
    const seen = edited(world, (each) => ({ ...each, created_at: time(service) }));
    expect(saying(open, seen)).toMatchObject({ back: { deletions }, said: [] });
  });

  test("no name that was given to a configuration without one, which stays", () => {
    const before = edited(live({ one: { settings: off } }), ({ name: _none, ...each }) => each);
    const { entries, world } = applied(before, desired([declare("eins", on, { id: configurationId("one") })]));
    expect(saying(entries, world)).toMatchObject({
      back: { configurations: [{ id: "one", name: "eins", settings: off }] },
      said: [],
    });
  });

  test("a repository whose former configuration was deleted since", () => {
    const before = live({ one: { has: ["r"] }, two: {} });
    const { after, entries } = applied(before, desired([declare("two")], give("two", names("r"))));
    const { configurations, repositories } = after.observed;
    const world = { configurations: configurations.filter(({ name }) => name === "two"), repositories };
    const { back, said } = saying(entries, world);
    expect(back.assignments).toEqual([]);
    expect(said).toEqual([
      'rollback: "r" had no configuration, or one that is gone. The service cannot unassign: they stay.',
    ]);
  });

  test("a deleted configuration as recreated or as taken again, and nothing when it was not deleted", () => {
    const before = live({ id: { name: "old", settings: on, has: ["r1"] } });
    const made = plan(account, { ...desired([]), deletions: [configurationId("id")] }, before, { force: true });
    const entries = made.writes.map((write): JournalEntry => sendingEntries(made)(write, []));
    const orphans = before.repositories.map((each) => ({ ...each, configuration_id: undefined }));
    const gone: Observed = { ...before, configurations: [], repositories: orphans };
    const { back, said } = saying(entries, gone);
    expect(said).toEqual(['undeclared.id: "old" is created again with its settings, under another id than id.']);
    expect(plan(account, back, gone).writes).toMatchObject([
      { kind: "create", body: { name: "old", settings: on, repositories: ["id of r1"] } },
    ]);
    const again = live({ "another id": { name: "old" }, different: {} });
    expect(saying(entries, { ...again, repositories: [] })).toMatchObject({
      back: { configurations: [], assignments: [] },
      said: ['undeclared.id: "old" exists again, created by somebody else, and is left as it is.'],
    });
    expect(saying(entries, before)).toMatchObject({ back: { configurations: [], assignments: [] }, said: [] });
  });

  test("all repositories that stay in one message", () => {
    const before = live({ one: { has: ["a1", "a2"] }, two: {}, three: {} }, ["n1", "n2"]);
    const { entries, world } = applied(before, desired([declare("two")], give("two", names("a1", "a2", "n1", "n2"))));
    const { back, said } = saying(entries, world);
    expect(back.assignments).toMatchObject([
      { rules: [{ target: { configuration: { id: "one" } }, repositoryIds: ["id of a1", "id of a2"] }] },
    ]);
    expect(said).toEqual([
      'rollback: "n1" and "n2" had no configuration, or one that is gone. The service cannot unassign: they stay.',
    ]);
    expect(saying(entries, before)).toMatchObject({ back: { assignments: [] }, said: [] });
    expect(saying(entries, { ...before, repositories: [] })).toMatchObject({ back: { assignments: [] }, said: [] });
  });
});

const none: TriageStatus = { is: "none" };
const set = (category: string): TriageStatus => ({ is: "set", category });

type Found = readonly (readonly [string, TriageStatus])[];

const world = (found: Found) => ({ ...live({}), triages: { at: 0, found: new Map(found) } });

const triage = (category: DesiredTriage["category"], findingId = finding) => decide(findingId, { category });

/** What the journal of an apply of these triages holds, before their results are known. */
function journal(before: Found, ...triages: readonly DesiredTriage[]): readonly JournalEntry[] {
  const made = plan(account, { ...desired([]), triages }, world(before));
  const entries = made.writes.map((write) => sendingEntries(made)(write, []));
  return JSON.parse(JSON.stringify(entries)) as readonly JournalEntry[];
}

const restored = (category: DesiredTriage["category"], findingId = finding) =>
  decide(findingId, { category, justification: "It is put back as it was before the apply." });

describe("a rollback gives a finding back what it had", () => {
  test.each<[string, TriageStatus, DesiredTriage["category"], TriageStatus, DesiredTriage["category"]]>([
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
  const refused: JournalEntry = { type: "settled", write: 0, status: "failed", refused: true, error: "no" };
  const cannotBeRead = `How the finding ${finding} is triaged now cannot be read, and stays as it is.`;

  test.each<[string, readonly JournalEntry[], Observed, string | undefined]>([
    ["and says nothing, where it is already as it was", entries(), world([[finding, none]]), undefined],
    ["and says so, where its triage was not read", entries(), world([]), cannotBeRead],
    ["and says so, where its triage is unclear", entries(), world([[finding, { is: "unclear" }]]), cannotBeRead],
    ["and says so, where no triages were read at all", entries(), live({}), cannotBeRead],
    [
      "and says so, where somebody has triaged it otherwise since",
      entries(),
      world([[finding, set("false_positive")]]),
      `The finding ${finding} has been triaged differently since, and keeps false_positive.`,
    ],
    [
      "and says so, where somebody has taken the changed triage away since",
      journal([[finding, set("false_positive")]], triage("wont_fix")),
      world([[finding, none]]),
      `The finding ${finding} has been triaged differently since, and keeps no triage.`,
    ],
    [
      "and says so, where it had a category that cannot be set",
      journal([[finding, set("postponed")]], triage("wont_fix")),
      world([[finding, set("wont_fix")]]),
      `"postponed", which the finding ${finding} had, is not a category that can be set.`,
    ],
    [
      "where a journal from elsewhere does not say what it had",
      entries().map((each) => ({ ...each, triage: undefined })),
      world([[finding, set("wont_fix")]]),
      undefined,
    ],
    ["where the service refused to triage it", [...entries(), refused], world([[finding, set("wont_fix")]]), undefined],
  ])("%s", (_what, written, now, detail) => {
    const back = rollback(written, now);
    expect(back.desired.triages).toEqual([]);
    expect(back.diagnostics).toMatchObject(
      detail === undefined
        ? []
        : [{ code: "no-way-back", severity: "warning", address: restored(null).address, detail }],
    );
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
