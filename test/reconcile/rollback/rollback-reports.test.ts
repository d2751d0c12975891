import type { Observed } from "../../../src/model/entities";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { type JournalEntry, sendingEntries } from "../../../src/reconcile/apply/journal-entry";
import { plan } from "../../../src/reconcile/plan/plan";
import { rollback } from "../../../src/reconcile/rollback/rollback";
import { declare, desired, give, live, names } from "../account";
import { account, applied, off, on } from "./applied";

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
    const { after, entries } = applied(one(), desired([declare("eins", on, { renamedFrom: ["one"] })]));
    const world = { ...one(), ...after.observed };
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
    const { after, entries } = applied(before, desired([declare("one")], give("one", names("r1", "r2"))));
    const again = entries.flatMap((each): readonly JournalEntry[] =>
      each.type === "sending" ? [{ ...each, write: { ...each.write, id: 1 } }] : [],
    );
    const { back, said } = saying([...entries, ...again], { ...before, ...after.observed });
    expect(back.assignments).toMatchObject([{ rules: [{ repositoryIds: ["id of r2"] }] }]);
    expect(said).toEqual([expect.stringContaining('rollback: "r1" had no configuration')]);
  });

  test("a new configuration that was changed since, which stays", () => {
    const { after, entries } = applied(one(), desired([declare("new", on)]));
    const world = edited({ ...one(), ...after.observed }, (each) =>
      each.name === "new" ? { ...each, settings: off } : each,
    );
    const { back, said } = saying(entries, world);
    expect(back.deletions).toEqual([]);
    expect(said).toEqual(['scanform_configuration.new: "new" has been changed since it was created, and stays.']);
    expect(saying(entries, one())).toMatchObject({ back: { deletions: [] }, said: [] });
  });

  test.each([
    ["older than the journal by more than clocks may differ", -60_001, []],
    ["older by as much as clocks may differ", -60_000, ["new new"]],
    ["younger", 1_000, ["new new"]],
  ])(
    "no unanswered creation when the configuration of its name is %s, and deletes it unless it is older",
    (_what, age, deletions) => {
      const { after, entries } = applied(one(), desired([declare("new", on)]));
      const begun = Date.parse("2031-05-06T07:08:09.000Z");
      const open = entries.flatMap((each): readonly JournalEntry[] =>
        each.type === "settled"
          ? []
          : [each.type === "sending" ? { ...each, at: new Date(begun).toISOString() } : each],
      );
      const world = edited({ ...one(), ...after.observed }, (each) => ({
        ...each,
        created_at: new Date(begun + age).toISOString(),
      }));
      expect(saying(open, world)).toMatchObject({ back: { deletions }, said: [] });
    },
  );

  test.each([
    ["the journal tells the time and the service does not", true, false],
    ["the service tells the time and the journal does not", false, true],
  ])("no unanswered creation where %s, and deletes it", (_when, noted, told) => {
    const { after, entries } = applied(one(), desired([declare("new", on)]));
    const time = "2031-05-06T07:08:09.000Z";
    const open = entries.flatMap((each): readonly JournalEntry[] =>
      each.type === "settled" ? [] : [each.type === "sending" && noted ? { ...each, at: time } : each],
    );
    const world = edited({ ...one(), ...after.observed }, (each) => (told ? { ...each, created_at: time } : each));
    expect(saying(open, world)).toMatchObject({ back: { deletions: ["new new"] }, said: [] });
  });

  test("no name that was given to a configuration without one, which stays", () => {
    const before = edited(live({ one: { settings: off } }), ({ name: _none, ...each }) => each);
    const { after, entries } = applied(before, desired([declare("eins", on, { id: configurationId("one") })]));
    expect(saying(entries, { ...before, ...after.observed })).toMatchObject({
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

  test("a configuration that is recreated under a new id, or whose name is taken again", () => {
    const before = live({ "some id": { name: "old", settings: on } });
    const made = plan(account, { ...desired([]), deletions: [configurationId("some id")] }, before, { force: true });
    const entries = made.writes.map((write): JournalEntry => sendingEntries(made)(write));
    expect(saying(entries, live({}))).toMatchObject({
      back: { configurations: [{ name: "old" }] },
      said: ['undeclared.some id: "old" is created again with its settings, under another id than some id.'],
    });
    expect(saying(entries, live({ another: { name: "old" } }))).toMatchObject({
      back: { configurations: [] },
      said: ['undeclared.some id: "old" exists again, created by somebody else, and is left as it is.'],
    });
  });

  test("a deleted configuration as recreated or as taken again, and nothing when it was not deleted", () => {
    const before = live({ old: { settings: on, has: ["r1"] } });
    const made = plan(account, { ...desired([]), deletions: [configurationId("old")] }, before, { force: true });
    const entries = made.writes.map((write): JournalEntry => sendingEntries(made)(write));
    const { configuration_id: _orphaned, ...orphan } = before.repositories[0] ?? {
      id: repositoryId("x"),
      provider_repo_id: 1,
      enabled: true,
    };
    const gone: Observed = { ...before, configurations: [], repositories: [orphan] };
    expect(saying(entries, gone)).toMatchObject({
      back: {
        configurations: [{ name: "old", settings: on, whole: true }],
        assignments: [{ rules: [{ repositoryIds: ["id of r1"] }] }],
      },
      said: ['undeclared.old: "old" is created again with its settings, under another id than old.'],
    });
    const again = live({ "another id": { name: "old" }, different: {} });
    expect(saying(entries, { ...again, repositories: [] })).toMatchObject({
      back: { configurations: [], assignments: [] },
      said: ['undeclared.old: "old" exists again, created by somebody else, and is left as it is.'],
    });
    expect(saying(entries, before)).toMatchObject({ back: { configurations: [], assignments: [] }, said: [] });
  });

  test("all repositories that stay in one message", () => {
    const before = live({ one: { has: ["a1", "a2"] }, two: {}, three: {} }, ["n1", "n2"]);
    const { after, entries } = applied(before, desired([declare("two")], give("two", names("a1", "a2", "n1", "n2"))));
    const { back, said } = saying(entries, { ...before, ...after.observed });
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
