import fc from "fast-check";
import type { LeafChange } from "../../../src/model/compare-settings";
import type { Desired } from "../../../src/model/desired";
import type { Configuration, Observed, Repository } from "../../../src/model/observed";
import { accountId, address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { changesBetween, type Effect, type Group, judged, repositoryCounts } from "../../../src/reconcile/plan/effects";
import { type Plan, plan } from "../../../src/reconcile/plan/plan";
import { ruleText } from "../../../src/reconcile/plan/change";
import { declare, desired, give, live, names, planned } from "../account";
import { desiredFor, observed, policies, settings, slugs } from "../arbitrary";
import { destinations } from "../../../src/reconcile/plan/moves";

const counts = ({ effects, repositories }: Plan) => repositoryCounts(effects, repositories);

const summaryOf = ({ effects }: Plan) =>
  effects.map(({ class: kind, mixed, from, to, repositories }) => [
    `${kind}${mixed ? ", mixed" : ""}`,
    `${from?.name ?? "none"} -> ${to?.name ?? "none"}`,
    repositories.map(({ repository: { name }, by }) => (by === undefined ? name : `${name ?? ""} by ${ruleText(by)}`)),
  ]);

test("repositories that stay are affected by the edit, and moved ones by the difference of the two configurations", () => {
  const made = planned(
    desired(
      [declare("one", { comment: "silent" }), declare("new", { comment: "enabled" })],
      give("new", names("b", "d")),
    ),
    live({ one: { settings: { comment: "enabled" }, has: ["a", "b", "c"] } }, ["d"]),
  );
  expect(summaryOf(made)).toEqual([
    ["weakens", "one -> one", ["a", "c"]],
    ["strengthens", "none -> new", ["d by rule 1: d"]],
  ]);
  expect(counts(made)).toEqual({
    weakens: 2,
    unclassified: 0,
    strengthens: 1,
    neutral: 0,
    unaffected: 1,
    mixed: 0,
  });
});

test("a repository under a leave rule is affected by edits of its configuration, and names the rule", () => {
  const made = planned(
    {
      ...desired([declare("one", { comment: "disabled" })]),
      assignments: [{ address: address("r"), rules: [{ target: { leave: true }, repositoryPattern: "legacy-%" }] }],
    },
    live({ one: { settings: { comment: "enabled" }, has: ["legacy-1", "other"] } }),
  );
  expect(summaryOf(made)).toEqual([["weakens", "one -> one", ["legacy-1 by rule 1: legacy-%", "other"]]]);
});

describe("for random settings", () => {
  const repository = { id: repositoryId("r"), name: "r", provider_repo_id: 1, enabled: true };
  const configuration = (id: string, held: Settings): Configuration => ({
    id: configurationId(id),
    name: id,
    settings: held,
  });
  const account = (configurations: readonly Configuration[]): Observed => ({
    configurations,
    repositories: [{ ...repository, configuration_id: configurationId("old") }],
    analyzers: slugs.map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
    policies: policies.map((id) => ({ id, dashboard_url: "https://x", title: "t", question: "q" })),
  });
  const to = (name: string, held: Settings): Desired => ({
    configurations: [{ address: address(name), name, settings: held, whole: true }],
    assignments: [
      {
        address: address("routing"),
        rules: [{ target: { configuration: { address: address(name) } }, repositoryPattern: "%" }],
      },
    ],
  });
  const verdictOf = (wanted: Desired, there: readonly Configuration[]) => {
    const { effects } = plan({ id: accountId("a") }, wanted, account(there));
    return effects.map(({ class: kind, mixed, changes }) => ({
      class: kind,
      mixed,
      changes: changes.map(({ path, verdict }) => [path, verdict]),
    }));
  };

  test("an edit, a move to a new configuration and a move to an existing one have the same verdict", () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const old = configuration("old", before);
        const edit = verdictOf(to("old", after), [old]);
        expect(verdictOf(to("new", after), [old])).toEqual(edit);
        expect(verdictOf(to("there", after), [old, configuration("there", after)])).toEqual(edit);
      }),
      { numRuns: 30 },
    );
  });

  test("a new configuration has the same verdict whether or not it is declared whole", () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const old = configuration("old", before);
        const declared = to("new", after);
        const merged = {
          ...declared,
          configurations: declared.configurations.map(({ whole: _, ...each }) => each),
        };
        expect(verdictOf(merged, [old])).toEqual(verdictOf(declared, [old]));
      }),
      { numRuns: 30 },
    );
  });

  test("every repository is counted exactly once, in its class or as unaffected", () => {
    fc.assert(
      fc.property(
        observed.chain((there) => desiredFor(there).map((wanted) => ({ there, wanted }))),
        ({ there, wanted }) => {
          const made = plan({ id: accountId("a") }, wanted, there, { force: true });
          const felt = made.effects.flatMap(({ repositories }) => repositories.map((each) => each.repository.id));
          expect(new Set(felt).size).toBe(felt.length);
          const { mixed, ...classes } = counts(made);
          expect(Object.values(classes).reduce((sum, each) => sum + each, 0)).toBe(there.repositories.length);
          expect(mixed).toBeLessThanOrEqual(classes.weakens);
          expect(classes.unaffected).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 30 },
    );
  });
});

const repositoryOf = (there: { readonly repositories: readonly Repository[] }, name: string) =>
  there.repositories.find((each) => each.name === name);

test("an edit names the configuration by its old and its new name, and each repository with the rule that matches it", () => {
  const there = live({ c: { name: "old", settings: { comment: "enabled" }, has: ["ruled", "other"] } });
  const declared = declare("new", { comment: "disabled" }, { id: configurationId("c") });
  const { effects } = planned(desired([declared], give("new", names("ruled"))), there);
  expect(effects).toMatchObject([
    { class: "weakens", mixed: false, changes: [{ path: "comment", verdict: "weaker" }] },
  ]);
  expect(effects.map(({ from, to, repositories }) => ({ from, to, repositories }))).toStrictEqual([
    {
      from: { id: "c", name: "old" },
      to: { id: "c", name: "new", address: "scanform_configuration.new" },
      repositories: [
        { repository: repositoryOf(there, "other") },
        { repository: repositoryOf(there, "ruled"), by: { rule: 0, matched: "ruled" } },
      ],
    },
  ]);
});

test("a move names both configurations, with the address of what is declared and the id of what is live", () => {
  const there = live(
    {
      here: { settings: { comment: "enabled" }, has: ["a", "b", "c"] },
      declared: { settings: { comment: "silent" } },
      elsewhere: { settings: { comment: "disabled" } },
    },
    ["d"],
  );
  const wanted = desired(
    [declare("declared"), declare("new", { comment: "disabled" })],
    give("declared", names("a", "d")),
    give("new", names("b")),
    { target: { configuration: { id: configurationId("elsewhere") } }, ...names("c") },
  );
  const sides = planned(wanted, there).effects.map(({ from, to, repositories }) => ({ from, to, repositories }));
  const here = { id: "here", name: "here" };
  const moved = (name: string, rule: number) => [
    { repository: repositoryOf(there, name), by: { rule: rule - 1, matched: name } },
  ];
  expect(sides).toStrictEqual([
    {
      from: here,
      to: { id: "declared", name: "declared", address: "scanform_configuration.declared" },
      repositories: moved("a", 1),
    },
    { from: here, to: { id: "elsewhere", name: "elsewhere" }, repositories: moved("c", 3) },
    { from: here, to: { name: "new", address: "scanform_configuration.new" }, repositories: moved("b", 2) },
    {
      from: null,
      to: { id: "declared", name: "declared", address: "scanform_configuration.declared" },
      repositories: moved("d", 1),
    },
  ]);
});

const withoutOld = (there: ReturnType<typeof live>) =>
  plan(
    { id: accountId("account") },
    { configurations: [], assignments: [], deletions: [configurationId("old")] },
    there,
    { force: true },
  ).effects;

test("a deletion takes the configuration and each of its settings from the repositories that still have it", () => {
  const there = live({ old: { settings: { comment: "enabled" }, has: ["r"] } });
  expect(withoutOld(there)).toMatchObject([
    {
      class: "weakens",
      from: { id: "old", name: "old" },
      to: null,
      changes: [
        { path: "configuration", setting: "configuration", before: "old", verdict: "weaker", removes: true },
        { path: "comment", before: "enabled", verdict: "weaker", removes: true },
      ],
      repositories: [{ repository: { name: "r" } }],
    },
  ]);
});

test("a deletion of a configuration without a name names it by its id", () => {
  const there = live({ old: { has: ["r"] } });
  const unnamed = { ...there, configurations: there.configurations.map(({ name: _, ...each }) => each) };
  expect(withoutOld(unnamed).map(({ from, to }) => ({ from, to }))).toStrictEqual([{ from: { id: "old" }, to: null }]);
});

const change = (verdict: LeafChange["verdict"]): LeafChange => ({
  path: "comment",
  setting: "comment",
  verdict,
  removes: false,
});

const side = (name: string | null) => (name === null ? null : { id: configurationId(`id of ${name}`), name });

const group = (verdicts: readonly LeafChange["verdict"][], repositories = 1, more: Partial<Group> = {}): Group => ({
  from: side("from"),
  to: side("to"),
  changes: verdicts.map(change),
  repositories: Array.from({ length: repositories }, (_, at) => ({
    repository: { id: repositoryId(String(at)), name: String(at), provider_repo_id: at, enabled: true },
  })),
  ...more,
});

/** Judged in the given and in the opposite order: the result must not depend on it. */
function bothWays(groups: readonly Group[]): readonly Effect[] {
  const effects = judged(groups);
  expect(judged(groups.toReversed())).toEqual(effects);
  return effects;
}

test("the worst comes first, and of one class what affects most repositories", () => {
  const effects = bothWays([
    group(["neutral"], 9),
    group(["stronger"], 5),
    group(["weaker"], 1),
    group(["unclassified"], 2),
    group(["weaker", "stronger"], 3),
    group(["unclassified", "stronger"], 4),
  ]);
  expect(effects.map(({ class: kind, mixed, repositories }) => [kind, mixed, repositories.length])).toEqual([
    ["weakens", true, 3],
    ["weakens", false, 1],
    ["unclassified", false, 4],
    ["unclassified", false, 2],
    ["strengthens", false, 5],
    ["neutral", false, 9],
  ]);
});

test("what is equal otherwise comes by the names of the configurations, or their ids where they have no name", () => {
  const unnamed = { id: configurationId("b") };
  const sides: readonly (readonly [Group["from"], Group["to"]])[] = [
    [null, side("z")],
    [side("a"), side("bc")],
    [side("a"), side("c")],
    [side("ab"), null],
    [side("ab"), side("c")],
    [unnamed, side("a")],
    [side("c"), unnamed],
    [side("c"), side("ca")],
  ];
  const groups = [5, 2, 7, 0, 3, 6, 1, 4].flatMap((at) => {
    const [from, to] = sides[at] ?? [null, null];
    return [group(["weaker"], 1, { from, to })];
  });
  expect(bothWays(groups).map(({ from, to }) => [from, to])).toEqual(sides);
});

test("the summary counts each repository once, and those apart that weaken and strengthen", () => {
  const effects = judged([
    group(["weaker"], 1),
    group(["weaker", "stronger"], 2),
    group(["unclassified", "stronger"], 3),
    group(["stronger"], 4),
    group(["neutral"], 5),
  ]);
  expect(repositoryCounts(effects, 21)).toEqual({
    weakens: 3,
    unclassified: 3,
    strengthens: 4,
    neutral: 5,
    unaffected: 6,
    mixed: 2,
  });
});

const turning = (...excludes: readonly string[]): Settings => ({ analyzers: { a: { enabled: true, excludes } } });
const [one, other] = [turning("**", "!a"), turning("!a", "**")];
const held = (): Observed => live({ one: { settings: one, has: ["r"] }, two: { settings: other } });

test("the order of patterns is a change for a repository that gets another configuration", () => {
  const made = planned(
    desired([], { target: { configuration: { id: configurationId("two") } }, ...names("r") }),
    held(),
  );
  expect(made.effects).toMatchObject([
    { class: "unclassified", changes: [{ before: ["**", "!a"], after: ["!a", "**"] }] },
  ]);
});

test("the order of patterns is a change within one configuration, which a PUT writes as it is declared", () => {
  for (const whole of [{}, { whole: true } as const]) {
    const made = planned(desired([declare("one", other, whole)]), held());
    expect(made.effects).toMatchObject([
      { class: "unclassified", changes: [{ before: ["**", "!a"], after: ["!a", "**"] }] },
    ]);
    expect(made.writes).toMatchObject([{ kind: "put", body: { settings: other } }]);
  }
});

test("the order of patterns stays the live one where the declaration has none, also beside another change", () => {
  const unordered = { unordered: true } as const;
  expect(planned(desired([declare("one", other, unordered)]), held())).toMatchObject({ effects: [], writes: [] });
  const made = planned(desired([declare("one", { ...other, comment: "enabled" }, unordered)]), held());
  expect(made.configurations).toMatchObject([{ after: { ...one, comment: "enabled" } }]);
  expect(made.effects).toMatchObject([{ class: "strengthens" }]);
  const others = turning("b", "!a", "**");
  expect(planned(desired([declare("one", others, unordered)]), held()).configurations).toMatchObject([
    { after: others },
  ]);
});

const setting = (comment: "disabled" | "silent" | "enabled"): Settings => ({ comment });

test("repositories that move between the same two configurations have one effect, however the rules write it", () => {
  const observed = live({ old: { settings: setting("silent"), has: ["r1", "r2", "r3"] }, goal: {} });
  const { effects } = planned(
    desired([declare("goal", setting("enabled"))], give("goal", names("r1", "r2")), {
      target: { configuration: { id: configurationId("goal") } },
      ...names("r3"),
    }),
    observed,
  );
  expect(effects).toMatchObject([
    {
      from: { id: "old" },
      to: { id: "goal" },
      repositories: ["r1", "r2", "r3"].map((name) => ({ repository: { name } })),
    },
  ]);
});

test("moves to two new configurations are judged each by its own", () => {
  const observed = live({ old: { settings: setting("silent"), has: ["r1", "r2"] } });
  const { effects } = planned(
    desired(
      [declare("weak", setting("disabled")), declare("strong", setting("enabled"))],
      give("weak", names("r1")),
      give("strong", names("r2")),
    ),
    observed,
  );
  expect(effects.map(({ to, class: verdict }) => [to, verdict])).toEqual([
    [{ address: "scanform_configuration.weak", name: "weak" }, "weakens"],
    [{ address: "scanform_configuration.strong", name: "strong" }, "strengthens"],
  ]);
});

const becomesEnabled = { path: "comment", setting: "comment", after: "enabled", verdict: "stronger" };

test("a move from a configuration that is not listed adds that nobody knows what it was", () => {
  const [first, ...more] = changesBetween({ id: configurationId("hidden") }, { settings: setting("enabled") });
  expect(first).toEqual({
    path: "configuration",
    setting: "configuration",
    before: "hidden",
    verdict: "unclassified",
    removes: false,
  });
  expect(more).toMatchObject([becomesEnabled]);
});

test("a repository without a configuration has nothing set before it moves", () => {
  expect(changesBetween(null, { settings: setting("enabled") })).toMatchObject([becomesEnabled]);
});

const find = () => {
  const observed = live({
    one: { settings: setting("silent") },
    free: { name: "Free", settings: setting("disabled") },
  });
  const { configurations } = planned(
    desired([declare("eins", setting("enabled"), { renamedFrom: ["one"] }), declare("new", setting("silent"))]),
    observed,
  );
  return destinations(configurations, observed.configurations);
};
const at = (name: string) => ({ address: address(`scanform_configuration.${name}`) });
const id = (text: string) => ({ id: configurationId(text) });

test("the destination of a rule is the planned configuration, by its address and by its id", () => {
  const planned = { id: "one", name: "eins", after: setting("enabled") };
  const destinationOf = find();
  expect(destinationOf({ configuration: at("eins") })).toStrictEqual({ ref: at("eins"), ...planned });
  expect(destinationOf({ configuration: id("one") })).toStrictEqual({ ref: id("one"), ...planned });
});

test("the destination of a rule is the live configuration where none is declared, and its id alone where none is listed", () => {
  const destinationOf = find();
  expect(destinationOf({ configuration: id("free") })).toStrictEqual({
    ref: id("free"),
    id: "free",
    name: "Free",
    after: setting("disabled"),
  });
  expect(destinationOf({ configuration: id("gone") })).toStrictEqual({
    ref: id("gone"),
    id: "gone",
    name: "gone",
    after: {},
  });
});
