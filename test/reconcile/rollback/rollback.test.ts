import fc from "fast-check";
import type { DesiredTriage, Desired } from "../../../src/model/desired";
import type { Configuration, Observed } from "../../../src/model/observed";
import { accountId, configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { TriageStatus } from "../../../src/model/triage";
import {
  type AppliedEntry,
  existingIn,
  type JournalEntry,
  sendingEntries,
  settledEntry,
} from "../../../src/reconcile/apply/journal-entry";
import type { UnexpectedChange } from "../../../src/reconcile/apply/sent-writes";
import type { PlanOptions } from "../../../src/reconcile/plan/plan";
import { planFor } from "../../../src/reconcile/plan-for";
import { staysOf } from "../../../src/reconcile/rollback/put-back";
import { writtenIn } from "../../../src/reconcile/apply/written-in-journal";
import { laidBy } from "../apply/context";
import { decide, declare, desired, first as finding, give, live, names, shown } from "../account";
import { Account, usual } from "../readings";
import { cases, isBackAgain } from "./back-again";

const account = { id: accountId("account") };
const on = { analyzers: { a: { enabled: true } } } as const satisfies Settings;
const off = { analyzers: { a: { enabled: false } } } as const satisfies Settings;

/** Applies a declaration, and keeps the journal of it, as it is and as it is where no write was answered. */
function applied(before: Observed, declaration: Desired, options: PlanOptions = {}) {
  const made = planFor(account, declaration, before, options);
  const after = new Account(before, usual);
  const note = sendingEntries(made);
  const entries: JournalEntry[] = [{ type: "begin", account, baseUrl: "https://h", aliases: [], ...existingIn(made) }];
  for (const write of made.writes) {
    entries.push(note(write, laidBy(write, after.observed.configurations)));
    after.take(write);
    const created = write.kind === "create" ? configurationId(`new ${write.body.name}`) : undefined;
    entries.push(settledEntry({ write, status: "succeeded", ...(created === undefined ? {} : { created }) }));
  }
  // through JSON, as a file does
  const journal = JSON.parse(JSON.stringify(entries)) as readonly JournalEntry[];
  const unanswered = journal.filter(({ type }) => type !== "settled");
  return { world: { ...before, ...after.observed }, entries: journal, unanswered };
}

/** What a rollback would send, and what stays. */
function back(entries: readonly JournalEntry[], world: Observed, options: PlanOptions = {}) {
  const plan = planFor(account, { ...desired([]), putBack: writtenIn(entries) }, world, options);
  return { plan, writes: plan.writes.map(shown), stays: staysOf(plan).map(({ detail }) => detail) };
}

/** Somebody changes a configuration. */
const edit = (world: Observed, id: string, by: Partial<Configuration>): Observed => ({
  ...world,
  configurations: world.configurations.map((each) => (each.id === id ? { ...each, ...by } : each)),
});

/** Somebody deletes a configuration. */
const without = (world: Observed, id: string): Observed => ({
  ...world,
  configurations: world.configurations.filter((each) => each.id !== id),
  repositories: world.repositories.map((each) =>
    each.configuration_id === id ? { ...each, configuration_id: undefined } : each,
  ),
});

/** Somebody gives a repository another configuration. */
const assign = (world: Observed, name: string, to: string): Observed => ({
  ...world,
  repositories: world.repositories.map((each) =>
    each.name === name ? { ...each, configuration_id: configurationId(to) } : each,
  ),
});

/** Somebody creates a configuration. */
const create = (world: Observed, id: string, name: string): Observed => ({
  ...world,
  configurations: [...world.configurations, { id: configurationId(id), name, settings: {} }],
});

const same = (world: Observed): Observed => world;
const deleting = (...ids: readonly string[]): Desired => ({ ...desired([]), deletions: ids.map(configurationId) });

interface Case {
  readonly before: Observed;
  readonly declared: Desired;
  readonly since?: (after: Observed) => Observed;
  readonly options?: PlanOptions;
  readonly writes: readonly unknown[];
  readonly stays?: readonly (string | RegExp)[];
  /** The apply got no answer to any write. */
  readonly isUnanswered?: true;
}

const one = live({ one: { settings: { ...off, comment: "silent" } } });
const routed = () => live({ old: { has: ["r"] }, third: {} });
const creating = desired([declare("new", on)], give("new", names("r")));
const policies = (...ids: readonly string[]) => ({ code_policies: ids.map((id) => ({ id, enabled: true })) });

const table: Readonly<Record<string, Case>> = {
  "leaves that the apply has changed are as before, and those that somebody has changed since stay and are named": {
    before: one,
    declared: desired([declare("one", { ...on, comment: "enabled" })]),
    since: (after) => edit(after, "one", { settings: { ...on, comment: "disabled", risk_threshold: 7 } }),
    writes: [{ PATCH: "one", name: "one", settings: { ...off, comment: "disabled", risk_threshold: 7 } }],
    stays: ['"one" has been changed since, and keeps that: comment was "enabled" and is "disabled".'],
  },
  "an entry that the apply has added and somebody has built upon stays and is named as a whole": {
    before: live({ one: {} }),
    declared: desired([declare("one", on)]),
    since: (after) => edit(after, "one", { settings: { analyzers: { a: { enabled: true, blocking: true } } } }),
    writes: [],
    stays: [/analyzers\["a"\] was \{"enabled":true\} and is \{"enabled":true,"blocking":true\}/],
  },
  "an analyzer that is live and no longer listed comes back, and so do two configurations of one name": {
    before: live({
      one: { name: "same", settings: { analyzers: { retired: { enabled: true }, a: { enabled: true } } } },
      two: { name: "same", settings: { comment: "enabled" } },
    }),
    declared: desired([
      declare("x", { analyzers: {} }, { name: "same", id: configurationId("one"), exclusiveAnalyzers: true }),
      declare("y", { comment: "disabled" }, { name: "same", id: configurationId("two") }),
    ]),
    writes: [
      { PATCH: "two", name: "same", settings: { comment: "enabled" } },
      { PATCH: "one", name: "same", settings: { analyzers: { retired: { enabled: true }, a: { enabled: true } } } },
    ],
  },
  "a list that had a policy twice comes back with both": {
    before: live({ one: { settings: policies("p", "p") } }),
    declared: desired([declare("one", policies("q"))]),
    writes: [{ PUT: "one", name: "one", settings: policies("p", "p") }],
  },
  "a former name comes back": {
    before: one,
    declared: desired([declare("eins", {}, { renamedFrom: ["one"] })]),
    writes: [{ PATCH: "one", name: "one", settings: { ...off, comment: "silent" } }],
  },
  "a name that somebody has changed since stays, and the settings go back": {
    before: one,
    declared: desired([declare("eins", on, { renamedFrom: ["one"] })]),
    since: (after) => edit(after, "one", { name: "uno" }),
    writes: [{ PATCH: "one", name: "uno", settings: { ...off, comment: "silent" } }],
    stays: ['"uno" has been renamed since, from "eins", and keeps its name.'],
  },
  "a former name that another configuration has by now, in any normal form, is left to that one": {
    before: live({ one: { name: "caf\u00e9" } }),
    declared: desired([declare("tea", {}, { renamedFrom: ["caf\u00e9"] })]),
    since: (after) => create(after, "theirs", "cafe\u0301"),
    writes: [],
    stays: ['"tea" is not renamed to "caf\u00e9": another configuration, theirs, has that name.'],
  },
  "two configurations exchange their names again": {
    before: live({ one: { name: "x" }, two: { name: "y" } }),
    declared: desired([
      declare("x", {}, { id: configurationId("two") }),
      declare("y", {}, { id: configurationId("one") }),
    ]),
    writes: [
      { PATCH: "two", name: "y", settings: {} },
      { PATCH: "one", name: "x", settings: {} },
    ],
  },
  "a name that was given to a configuration without one stays": {
    before: edit(one, "one", { name: undefined }),
    declared: desired([declare("eins", {}, { id: configurationId("one") })]),
    writes: [],
    stays: ['"eins" had no name, and keeps this one: the service cannot take a name away.'],
  },
  "a changed configuration that is gone is named, with the repository that cannot go back to it": {
    before: live({ one: { settings: off, has: ["r"] }, two: {} }),
    declared: desired([declare("one", on), declare("two")], give("two", names("r"))),
    since: (after) => without(after, "one"),
    writes: [],
    stays: ['"one" is gone.', '"r": cannot go back to "one", which is gone.'],
  },
  "what was created is deleted, and its repository moves back": {
    before: routed(),
    declared: creating,
    writes: [{ assign: "old", repositories: ["id of r"] }, { DELETE: "new new" }],
  },
  "what was created and somebody has added an analyzer to stays": {
    before: live({}),
    declared: desired([declare("new", on)]),
    since: (after) => edit(after, "new new", { settings: { analyzers: { ...on.analyzers, b: {} } } }),
    writes: [],
    stays: ['"new" was created and stays: it has been changed since: analyzers["b"] was not set and is {}.'],
  },
  "what was created and somebody has renamed stays": {
    before: live({}),
    declared: desired([declare("new", on)]),
    since: (after) => edit(after, "new new", { name: "newer" }),
    writes: [],
    stays: [/name was "new" and is "newer"/],
  },
  "what was created and a repository has come to stays": {
    before: live({ old: { has: ["r"] } }),
    declared: desired([declare("new", on)]),
    since: (after) => assign(after, "r", "new new"),
    writes: [],
    stays: ['"new" was created and stays: "r" has it. --force deletes it.'],
  },
  "what was created and a repository has come to is deleted with --force": {
    before: live({ old: { has: ["r"] } }),
    declared: desired([declare("new", on)]),
    since: (after) => assign(after, "r", "new new"),
    options: { force: true },
    writes: [{ DELETE: "new new" }],
  },
  "what was created stays where its repository had no configuration": {
    before: live({}, ["r"]),
    declared: creating,
    writes: [],
    stays: [
      '"new" was created and stays: "r" has it. --force deletes it.',
      '"r": had no configuration before, and the service cannot take one away.',
    ],
  },
  "what was created is deleted with --force, and its repository has no configuration again": {
    before: live({}, ["r"]),
    declared: creating,
    options: { force: true },
    writes: [{ DELETE: "new new" }],
  },
  "a repository whose configuration --force deletes is named where it had one that is gone": {
    before: live({ old: { has: ["r"] } }),
    declared: creating,
    since: (after) => without(after, "old"),
    options: { force: true },
    writes: [{ DELETE: "new new" }],
    stays: ['"r": left without a configuration: --force deletes "new".'],
  },
  "what was created with prevent_destroy stays": {
    before: live({}),
    declared: desired([declare("new", on, { preventDestroy: true })]),
    writes: [],
    stays: ['"new" was created and stays: it has prevent_destroy, or deletion_protection.'],
  },
  "what was created and somebody has deleted is no matter": {
    before: live({}),
    declared: desired([declare("new", on)]),
    since: (after) => without(after, "new new"),
    writes: [],
  },
  "what may have been created is named and never deleted, and its repository moves back": {
    before: routed(),
    declared: creating,
    isUnanswered: true,
    writes: [{ assign: "old", repositories: ["id of r"] }],
    stays: ['The answer to the creation of "new" was lost: it may be "new new", and is not deleted.'],
  },
  "what may have been created is named with all that have its name": {
    before: live({}),
    declared: desired([declare("new", on)]),
    isUnanswered: true,
    since: (after) => create(after, "theirs", "new"),
    writes: [],
    stays: [/it may be "new new" or "theirs", and is not deleted/],
  },
  "what may have been created and was renamed since is named with its name, and its repository moves back": {
    before: live({ old: { settings: on, has: ["r"] } }),
    declared: creating,
    isUnanswered: true,
    since: (after) => edit(after, "new new", { name: "neu" }),
    writes: [{ assign: "old", repositories: ["id of r"] }],
    stays: [/it may be "new new" \(renamed to "neu"\), and is not deleted/],
  },
  "what has not been created is no matter, and what is like it and was there before neither": {
    before: live({ other: { settings: on } }),
    declared: desired([declare("new", on)]),
    isUnanswered: true,
    since: (after) => without(after, "new new"),
    writes: [],
  },
  "what was deleted is created again, with the repositories that nobody has assigned since": {
    before: live({ old: { settings: on, has: ["r", "s"] }, third: {} }),
    declared: deleting("old"),
    options: { force: true },
    since: (after) => assign(after, "s", "third"),
    writes: [{ POST: { name: "old", settings: on, repositories: ["id of r"] } }],
    stays: ['"s": moved on since, to "third".'],
  },
  "what was deleted is left to somebody who has created one of its name, and its repository is named": {
    before: live({ old: { settings: on, has: ["r"] } }),
    declared: deleting("old"),
    options: { force: true },
    since: (after) => create(after, "theirs", "old"),
    writes: [],
    stays: [
      '"old" (old) is not created again: another configuration, theirs, has its name.',
      '"r": cannot go back to "old" (old), which is gone.',
    ],
  },
  "what was deleted is back where one is the same in name and settings, as an interrupted rollback leaves it": {
    before: live({ old: { has: ["r"] } }),
    declared: deleting("old"),
    options: { force: true },
    since: (after) => create(after, "again", "old"),
    writes: [{ assign: "again", repositories: ["id of r"] }],
  },
  "one of two of a name that was deleted is created again beside the one that was there all along": {
    before: live({ one: { name: "same", settings: on }, two: { name: "same" } }),
    declared: deleting("one"),
    writes: [{ POST: { name: "same", settings: on } }],
  },
  "what was to be deleted and is still there is no matter": {
    before: live({ old: {} }),
    declared: deleting("old"),
    since: () => live({ old: { settings: on } }),
    writes: [],
  },
  "a repository that somebody has moved on, one that has lost its configuration and one that is gone are named": {
    before: live({ a: { has: ["r", "s", "t", "u"] }, b: {}, c: {} }),
    declared: desired([declare("b"), declare("c")], give("b", names("r", "t", "u")), give("c", names("s"))),
    since: (after) => {
      const { repositories, ...world } = without(assign(after, "r", "a new one"), "c");
      return { ...world, repositories: repositories.filter(({ name }) => name !== "t") };
    },
    writes: [{ assign: "a", repositories: ["id of u"] }],
    stays: [
      '"r": moved on since, to "a new one".',
      '"id of t": not there any more.',
      '"s": moved on since, to no configuration.',
    ],
  },
  "a repository that a PUT still listed before another write took it moves back": {
    before: live({ one: { settings: policies("p"), has: ["r", "s"] }, two: {} }),
    declared: desired([declare("one", { code_policies: [] }), declare("two")], give("two", names("r"))),
    writes: [{ PATCH: "one", name: "one", settings: policies("p"), repositories: ["id of s", "id of r"] }],
  },
  "what is as it was before is no matter": {
    before: live({ one: { settings: off, has: ["r"] }, two: {} }),
    declared: desired([declare("one", on), declare("two")], give("two", names("r"))),
    since: () => live({ one: { settings: off, has: ["r"] }, two: {} }),
    writes: [],
  },
};

test.each(Object.entries(table))("%s", (_title, { before, declared, since = same, isUnanswered, ...rest }) => {
  const { world, entries, unanswered } = applied(before, declared, { force: true });
  const found = back(isUnanswered ? unanswered : entries, since(world), rest.options);
  expect(found.writes).toEqual(rest.writes);
  const stays = rest.stays ?? [];
  expect(found.stays).toHaveLength(stays.length);
  for (const [at, text] of stays.entries())
    expect(found.stays[at]).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
});

describe("a write", () => {
  const before = live({ one: { settings: off } });
  const { entries, unanswered, world } = applied(before, desired([declare("one", on)]));
  const settled = (more: object): JournalEntry => ({ type: "settled", write: 0, status: "failed", ...more });
  const wasBack = [{ PATCH: "one", name: "one", settings: off }];

  test.each([
    ["without an answer", unanswered, wasBack],
    ["that failed and may have taken effect", [...unanswered, settled({ error: "no answer" })], wasBack],
    ["that was refused", [...unanswered, settled({ refused: true })], []],
  ])("%s is undone where it may have taken effect", (_what, journal, writes) => {
    expect(back(journal, world).writes).toEqual(writes);
  });

  test("after another one is undone to what was there before the first, with what somebody has changed in between", () => {
    const meanwhile = edit(world, "one", { settings: { ...on, comment: "silent" } });
    const second = applied(meanwhile, desired([declare("one", { risk_threshold: 1 })]));
    const third = applied(second.world, desired([declare("one", { show_scan_confirmation: true })]));
    const { writes } = back([...entries, ...second.entries, ...third.entries], third.world);
    expect(writes).toEqual([{ PUT: "one", name: "one", settings: { ...off, comment: "silent" } }]);
  });

  test("after a PUT is undone with what the service has filled in after the PUT", () => {
    const first = applied(live({ one: { settings: policies("p") } }), desired([declare("one", { code_policies: [] })]));
    const filledIn = edit(first.world, "one", { settings: { comment: "silent" } });
    const second = applied(filledIn, desired([declare("one", { risk_threshold: 1 })]));
    const { writes } = back([...first.entries, ...second.entries], second.world);
    expect(writes).toEqual([{ PUT: "one", name: "one", settings: policies("p") }]);
  });

  test("that was killed before a second form of it went out is undone", () => {
    const to = (risk_threshold: number): Desired => desired([declare("one", { risk_threshold })]);
    const first = applied(live({ one: { settings: { risk_threshold: 0 } } }), to(1));
    const second = applied(first.world, to(2));
    expect(back([...first.entries, ...second.unanswered], first.world)).toMatchObject({
      writes: [{ settings: { risk_threshold: 0 } }],
      stays: [],
    });
  });
});

const at = declare("one").address;
const id = configurationId("one");

/** The end of a journal: one configuration, and what was found beside the write. */
const end = (
  settings: Settings,
  ...unexpected: readonly Pick<UnexpectedChange, "path" | "before" | "after" | "now">[]
): AppliedEntry => ({
  ...{ type: "applied", verified: false, repositories: {}, triages: {} },
  configurations: [{ address: at, id, name: "one", settings }],
  unexpected: unexpected.map((each) => ({ configuration: id, address: at, ...each })),
});

const before = live({ one: { settings: { ...off, risk_threshold: 3 } } });
const { entries } = applied(before, desired([declare("one", on)]));
const lost = end(on, { path: "risk_threshold", before: 3, after: 3, now: undefined });

test("what the apply has read back beside its write is put back where it is still so", () => {
  expect(back([...entries, lost], edit(before, "one", { settings: on }))).toMatchObject({
    writes: [{ settings: { ...off, risk_threshold: 3 } }],
    stays: [],
  });
});

test("what the apply has read back beside its write stays where somebody has changed it since", () => {
  const since = back([...entries, lost], edit(before, "one", { settings: { ...on, risk_threshold: 9 } }));
  expect(since).toMatchObject({
    writes: [{ settings: { ...off, risk_threshold: 9 } }],
    stays: ['"one" has been changed since, and keeps that: risk_threshold was 3 and is 9.'],
  });
});

test("what the apply has read back and no request can put back is named", () => {
  const held = live({ one: { settings: { ...off, ...{ later: 5 } } } });
  const journal = applied(held, desired([declare("one", on)])).entries;
  const gone = end(on, { path: "later", before: 5, after: 5, now: undefined });
  expect(back([...journal, gone], edit(held, "one", { settings: off })).stays).toEqual([
    '"later" of "one" cannot be put back. Restore that in the dashboard.',
  ]);
});

test("what the apply has read back in place of what was written is put back", () => {
  const remade = { analyzers: { a: { enabled: true } }, comment: "silent" } as const;
  const removed = applied(
    live({ one: { settings: { analyzers: { a: { enabled: false } }, comment: "silent" } } }),
    desired([declare("one", { analyzers: {} }, { exclusiveAnalyzers: true })]),
  );
  expect(back([...removed.entries, end(remade)], edit(removed.world, "one", { settings: remade }))).toMatchObject({
    writes: [{ settings: { analyzers: { a: { enabled: false } }, comment: "silent" } }],
    stays: [],
  });
});

test.each([
  ["answered", true],
  ["was read back, where it did not answer so", false],
])("what the apply has read back what the service %s is what it has created", (_what, isAnswered) => {
  const made = applied(live({}), desired([declare("one", on)]));
  const filled = { ...on, comment: "silent" } as const;
  const journal = made.entries.map((each) =>
    each.type === "settled" && isAnswered ? { ...each, answered: filled } : each,
  );
  const last = {
    ...end(filled),
    configurations: [{ address: at, id: configurationId("new one"), name: "one", settings: filled }],
  };
  const world = edit(made.world, "new one", { settings: filled });
  expect(back(isAnswered ? journal : [...journal, last], world)).toMatchObject({
    writes: [{ DELETE: "new one" }],
    stays: [],
  });
  expect(back(made.entries, world).writes).toEqual([]);
});

const none: TriageStatus = { is: "none" };
const set = (category: string): TriageStatus => ({ is: "set", category });
type Found = readonly (readonly [string, TriageStatus])[];
const triaging = (found: Found): Observed => ({ ...live({}), triages: { at: 0, found: new Map(found) } });
const triage = (category: DesiredTriage["category"], id = finding) => decide(id, { category });

/** What the journal of an apply of these triages holds. */
const journal = (before: Found, ...triages: readonly DesiredTriage[]): readonly JournalEntry[] => {
  const made = planFor(account, { ...desired([]), triages }, triaging(before));
  return made.writes.map((write) => sendingEntries(made)(write, []));
};

const unread = `The triage of the finding ${finding} cannot be read: it stays as it is.`;

test.each<[string, readonly JournalEntry[], Found, readonly unknown[], readonly string[]]>([
  [
    "no triage, after one was set",
    journal([[finding, none]], triage("wont_fix")),
    [[finding, set("wont_fix")]],
    [{ untriage: finding }],
    [],
  ],
  [
    "another category, after it was changed",
    journal([[finding, set("false_positive")]], triage("wont_fix")),
    [[finding, set("wont_fix")]],
    [{ triage: finding, category: "false_positive" }],
    [],
  ],
  [
    "its category, after it was removed",
    journal([[finding, set("wont_fix")]], triage(null)),
    [[finding, none]],
    [{ triage: finding, category: "wont_fix" }],
    [],
  ],
  [
    "what it had, whatever the case of its id",
    journal([[finding, none]], triage("wont_fix", finding.toUpperCase())),
    [[finding, set("wont_fix")]],
    [{ untriage: finding.toUpperCase() }],
    [],
  ],
  ["what it has, where that is as before", journal([[finding, none]], triage("wont_fix")), [[finding, none]], [], []],
  [
    "what it has, where that cannot be read",
    journal([[finding, none]], triage("wont_fix")),
    [[finding, { is: "unclear" }]],
    [],
    [unread],
  ],
  ["what it has, where that was not read", journal([[finding, none]], triage("wont_fix")), [], [], [unread]],
  [
    "what somebody has decided since",
    journal([[finding, none]], triage("wont_fix")),
    [[finding, set("false_positive")]],
    [],
    [`Somebody has triaged the finding ${finding} since: it keeps false_positive.`],
  ],
  [
    "what it has, where it had a category that cannot be set",
    journal([[finding, set("postponed")]], triage("wont_fix")),
    [[finding, set("wont_fix")]],
    [],
    [`The finding ${finding} had "postponed", which is no category that can be set: it keeps wont_fix.`],
  ],
])("a finding has %s", (_what, entries, now, writes, stays) => {
  const found = back(entries, triaging(now));
  expect([found.writes, found.stays]).toEqual([writes, stays]);
});

test("an apply and its rollback leave what nobody else has touched as it was, and lose nothing of others", async () => {
  const property = fc.asyncProperty(cases, async (each) => {
    await isBackAgain(each);
  });
  await fc.assert(property, { numRuns: 20 });
});
