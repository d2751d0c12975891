import fc from "fast-check";
import type { Observed } from "../../../src/model/entities";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { type JournalEntry, sendingEntries } from "../../../src/reconcile/apply/journal-entry";
import { plan } from "../../../src/reconcile/plan/plan";
import { rollback } from "../../../src/reconcile/rollback/rollback";
import { declare, desired, give, live, names } from "../account";
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
  const { after, entries } = applied(
    before,
    desired([declare("one", { ...on, risk_threshold: 1 }), declare("two", { ...on, risk_threshold: 2 })]),
  );
  const died = entries.filter((each) => each.type !== "settled");
  const world = { ...before, ...after.observed };
  expect(rollback(died, world).desired.configurations.map(({ id }) => id)).toEqual(["one", "two"]);
  const refused: JournalEntry = { type: "settled", write: 0, status: "failed", refused: true, error: "no" };
  expect(rollback([...died, refused], world).desired.configurations.map(({ id }) => id)).toEqual(["two"]);
});

test("undoes a write that failed and may have taken effect", () => {
  const before = live({ one: { settings: off } });
  const { after, entries } = applied(before, desired([declare("one", on)]));
  const lost: JournalEntry = { type: "settled", write: 0, status: "failed", error: "no answer" };
  const failed = [...entries.filter((each) => each.type !== "settled"), lost];
  expect(rollback(failed, { ...before, ...after.observed }).desired.configurations).toMatchObject([
    { id: "one", settings: off },
  ]);
});

test("gives a configuration back as it was before the first of two applies", () => {
  const before = live({ one: { settings: { comment: "disabled" } } });
  const first = applied(before, desired([declare("one", { comment: "silent" })]));
  const between = { ...before, ...first.after.observed };
  const second = applied(between, desired([declare("one", { comment: "enabled" })]));
  const back = rollback([...first.entries, ...second.entries], { ...between, ...second.after.observed });
  expect(back).toMatchObject({ desired: { configurations: [{ settings: { comment: "disabled" } }] }, diagnostics: [] });
});

test("moves a repository back to where it was before the first of two applies", () => {
  const before = live({ one: { has: ["r"] }, two: {}, three: {} });
  const first = applied(before, desired([declare("two")], give("two", names("r"))));
  const between = { ...before, ...first.after.observed };
  const second = applied(between, desired([declare("three")], give("three", names("r"))));
  const back = rollback([...first.entries, ...second.entries], { ...between, ...second.after.observed });
  expect(back).toMatchObject({
    desired: { assignments: [{ rules: [{ target: { configuration: { id: "one" } } }] }] },
    diagnostics: [],
  });
});

test("deletes what was created, unless it has prevent_destroy or is ambiguous", () => {
  const before = live({}, ["r1"]);
  const plain = applied(before, desired([declare("new", on)]));
  const world = { ...before, ...plain.after.observed };
  expect(rollback(plain.entries, world).desired.deletions).toEqual(["new new"]);

  const kept = applied(before, desired([declare("new", on, { preventDestroy: true })]));
  const stays = rollback(kept.entries, world);
  expect(stays.desired.deletions).toEqual([]);
  expect(stays.diagnostics[0]?.detail).toContain("prevent_destroy");

  const unanswered = plain.entries.filter((each) => each.type !== "settled");
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
  const { after, entries } = applied(before, desired([declare("new", on)]));
  const unanswered = entries.filter((each) => each.type !== "settled");
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
  const { after, entries } = applied(before, declaration);
  const { desired: back, diagnostics } = rollback(entries, { ...before, ...after.observed });
  expect(back.assignments).toMatchObject([{ rules: [{ repositoryIds: ["id of r1"] }] }]);
  expect(diagnostics).toEqual([]);
});

test("recreates a deleted configuration with its settings and repositories, under a new id", () => {
  const before = live({ old: { settings: on, has: ["r1"] }, kept: {} });
  const scope = { ...desired([declare("kept")]), managedScope: { names: "old" } };
  const made = plan(account, scope, before, { prune: true, force: true });
  const note = sendingEntries(made);
  const entries = made.writes.map((write): JournalEntry => note(write));
  const gone = {
    ...before,
    configurations: before.configurations.filter(({ id }) => id !== configurationId("old")),
    repositories: before.repositories.map(({ configuration_id: _orphaned, ...each }) => each),
  };
  const { desired: back } = rollback(entries, gone);
  const { writes } = plan(account, back, gone);
  expect(writes).toMatchObject([
    { kind: "create", body: { name: "old", settings: on, repositories: [repositoryId("id of r1")] } },
  ]);
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
    const { after, entries } = applied(before, creating);
    const unanswered = entries.filter((each) => each.type !== "settled");
    expect(rollback(unanswered, { ...before, ...after.observed })).toMatchObject({
      desired: {
        assignments: [{ rules: [{ target: { configuration: { id: "old" } }, repositoryIds: ["id of r"] }] }],
        deletions: ["new new", "new newer"],
      },
      diagnostics: [],
    });
  });

  test("moves back from one that stays because of prevent_destroy, even if the creation was not answered", () => {
    const guarded = desired([declare("new", on, { preventDestroy: true })], give("new", names("r")));
    const { after, entries } = applied(before, guarded);
    const unanswered = entries.filter((each) => each.type !== "settled");
    expect(rollback(unanswered, { ...before, ...after.observed })).toMatchObject({
      desired: { assignments: [{ rules: [{ target: { configuration: { id: "old" } } }] }], deletions: [] },
      diagnostics: [{ detail: expect.stringContaining("prevent_destroy") as string }],
    });
  });

  test("stays, with a report, when somebody has moved it to a third configuration since", () => {
    const { after, entries } = applied(before, creating);
    const unanswered = entries.filter((each) => each.type !== "settled");
    expect(rollback(unanswered, held("third", after.observed))).toMatchObject(kept);
  });

  test("stays, with a report, when somebody has moved it to another new configuration since", () => {
    const { after, entries } = applied(before, creating);
    expect(rollback(entries, held("new newer", after.observed))).toMatchObject(kept);
  });

  test("stays, with a report, when the apply had moved it elsewhere", () => {
    const moving = desired([declare("new", on), declare("third")], give("third", names("r")));
    const { after, entries } = applied(before, moving);
    expect(rollback(entries, held("new new", after.observed))).toMatchObject(kept);
  });
});
