import fc from "fast-check";
import type { Desired, DesiredRule } from "../../../src/model/desired";
import type { Observed, Repository } from "../../../src/model/observed";
import { address, configurationId } from "../../../src/model/ids";
import {
  type ConfigurationExplanation,
  configurationsMeant,
  explainAccount,
  explainConfiguration,
  explainRepository,
} from "../../../src/reconcile/explain/explain";
import type { Held } from "../../../src/reconcile/plan/effects";
import { naiveLike } from "../../model/naive-like";
import { declare, desired, give, live, names, planned } from "../account";
import { uuid } from "../arbitrary";

const routing = address("scanform_repository_assignments.routing");
const others = address("scanform_repository_assignments.others");
const leave = (selectors: Omit<DesiredRule, "target">): DesiredRule => ({ target: { leave: true }, ...selectors });

const matches = ({ id, name }: Repository, rule: DesiredRule): boolean =>
  (rule.repositoryIds ?? []).some((each) => each === id) ||
  (name !== undefined &&
    ((rule.repositoryNames ?? []).includes(name) ||
      (rule.repositoryPattern !== undefined && naiveLike(Array.from(rule.repositoryPattern), Array.from(name)))));

/** The rules of one block that match, as they are shown. */
const matchingIn = (repository: Repository, rules: readonly DesiredRule[], at: string): readonly string[] =>
  rules.flatMap((rule, index) => (matches(repository, rule) ? [`${at} ${String(index)}`] : []));

const name = fc.string({ unit: fc.constantFrom("a", "b", "_", "%", "é", "-"), minLength: 1, maxLength: 4 });
const like = fc
  .array(fc.constantFrom("a", "b", "_", "%", "\\_", "\\%", "é", "-"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));

const account: fc.Arbitrary<Observed> = fc
  .uniqueArray(name, { minLength: 1, maxLength: 12 })
  .chain((all) => fc.tuple(fc.constant(all), fc.nat(all.length)))
  .map(([all, held]) => live({ one: { has: all.slice(0, held) }, two: {} }, all.slice(held)));

const declaration = ({ repositories }: Observed): fc.Arbitrary<Desired> => {
  const some = fc.subarray([...repositories], { maxLength: Math.min(2, repositories.length) });
  const selectors = fc.record(
    {
      repositoryIds: some.map((all) => all.map(({ id }) => id)),
      repositoryNames: some.map((all) => all.map((each) => each.name ?? "")),
      repositoryPattern: like,
    },
    { requiredKeys: [] },
  );
  const rule = fc
    .tuple(selectors, fc.constantFrom("one", "two", "three", "leave"))
    .map(([selected, to]) => (to === "leave" ? leave(selected) : give(to, selected)));
  return fc.record({
    configurations: fc.constant([
      declare("one", { comment: "silent" }),
      declare("three", { comment: "enabled" }),
      declare("two"),
    ]),
    assignments: fc
      .tuple(fc.array(rule, { maxLength: 6 }), fc.array(selectors.map(leave), { maxLength: 2 }))
      .map(([rules, left]) => [
        { address: routing, rules },
        { address: others, rules: left },
      ]),
  });
};

test("agrees with an independent evaluation of the rules for every repository of random declarations", () => {
  fc.assert(
    fc.property(
      account.chain((observed) => fc.tuple(fc.constant(observed), declaration(observed))),
      ([observed, desired]) => {
        const plan = planned(desired, observed);
        const listed = explainAccount(plan, observed).repositories;
        const rulesOf = (at: typeof routing) => desired.assignments.find((each) => each.address === at)?.rules ?? [];
        for (const repository of observed.repositories) {
          const [first, ...later] = matchingIn(repository, rulesOf(routing), routing);
          const [left, ...more] = matchingIn(repository, rulesOf(others), others);
          const decided = first === undefined ? undefined : rulesOf(routing)[Number(first.split(" ")[1])]?.target;
          // a rule that leaves gives way to whatever comes after it in another block
          const wins = decided !== undefined && ("configuration" in decided || left === undefined) ? first : left;
          const { rule, lost, after } = explainRepository(plan, observed, repository);
          expect(rule && `${rule.assignments} ${String(rule.rule)}`).toBe(wins);
          expect(lost.map((each) => `${each.assignments} ${String(each.rule)} ${each.why}`)).toEqual([
            ...(first === undefined || first === wins ? [] : [`${first} left`]),
            ...later.map((each) => `${each} later`),
            ...(left === undefined || left === wins ? [] : [`${left} left`]),
            ...more.map((each) => `${each} later`),
          ]);
          const goal =
            wins === first && decided !== undefined && "configuration" in decided && "address" in decided.configuration
              ? decided.configuration.address
              : repository.configuration_id === undefined
                ? undefined
                : `scanform_configuration.${repository.configuration_id}`;
          expect(after?.address).toBe(goal);
          const shown = listed.find((each) => each.repository === repository);
          expect(shown?.route && `${shown.route.assignments} ${String(shown.route.rule)}`).toBe(wins);
          expect(shown?.after).toEqual(after);
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe("the configuration of a repository", () => {
  /** `base` is declared under a new name, `shared` is managed elsewhere, and `old` is to be deleted. */
  const listed = live(
    {
      base: { settings: { comment: "enabled" }, has: ["keeps"] },
      shared: { settings: { comment: "disabled" }, has: ["elsewhere", "to base", "to new"] },
      old: { has: ["orphan"] },
      unlisted: { has: ["of an unlisted one"] },
    },
    ["none", "to shared", "to base by id"],
  );
  const observed: Observed = { ...listed, configurations: listed.configurations.filter(({ id }) => id !== "unlisted") };
  const declaration: Desired = {
    ...desired(
      [declare("main", { comment: "silent" }, { renamedFrom: ["base"] }), declare("new", { risk_threshold: 3 })],
      give("main", names("to base")),
      give("new", names("to new")),
      { target: { configuration: { id: configurationId("shared") } }, ...names("to shared") },
      { target: { configuration: { id: configurationId("base") } }, ...names("to base by id") },
    ),
    deletions: [configurationId("old")],
  };

  function assignedConfiguration(name: string): {
    readonly before: Held | null;
    readonly after: Held | null;
  } {
    const repository = observed.repositories.find((each) => each.name === name);
    if (repository === undefined) throw new Error(`no repository ${name}`);
    const { before, after } = explainRepository(planned(declaration, observed), observed, repository);
    return { before, after };
  }

  const main = {
    before: {
      id: "base",
      address: "scanform_configuration.main",
      name: "base",
      settings: { comment: "enabled" },
    },
    after: { id: "base", address: "scanform_configuration.main", name: "main", settings: { comment: "silent" } },
  } as const;
  const shared = { id: "shared", name: "shared", settings: { comment: "disabled" } } as const;
  const created = { address: "scanform_configuration.new", name: "new", settings: { risk_threshold: 3 } } as const;

  test.each([
    ["keeps its configuration and gets what is planned for that", "keeps", main.before, main.after],
    ["gets a declared one, live under its former name", "to base", shared, main.after],
    ["gets a declared one by its id", "to base by id", null, main.after],
    ["gets one that is yet to be created, and so has no id", "to new", shared, created],
    ["gets one that is not declared, and so has no address", "to shared", null, shared],
    ["keeps one that is not declared", "elsewhere", shared, shared],
    ["loses one that is deleted", "orphan", { id: "old", name: "old", settings: {} }, null],
    ["has none and gets none", "none", null, null],
  ])("a repository that %s", (_what, name, before, after) => {
    expect(assignedConfiguration(name)).toEqual({ before, after });
  });
});

describe("one configuration", () => {
  const giveLive = (id: string, ...repositoryNames: string[]): DesiredRule => ({
    target: { configuration: { id: configurationId(id) } },
    repositoryNames,
  });

  /** `base` is declared, `strict` is to be created, `shared` and `third` are managed elsewhere, `old` is to be deleted. */
  const observed = live(
    {
      base: { settings: { comment: "enabled" }, has: ["api", "web"] },
      shared: { settings: { comment: "silent" }, has: ["docs"] },
      third: {},
      old: { settings: { comment: "silent" }, has: ["legacy"] },
    },
    ["new", "newer", "newest"],
  );
  const rules = [
    give("strict", { repositoryPattern: "a%" }),
    giveLive("shared", "web", "docs"),
    { target: { leave: true }, ...names("new") } as const,
    give("base", names("legacy")),
    giveLive("third", "newer"),
    giveLive("base", "newest"),
  ] as const;
  const declaration: Desired = {
    ...desired([declare("base", { comment: "silent" }), declare("strict", { comment: "enabled" })], ...rules),
    deletions: [configurationId("old")],
  };

  /** Explains the one configuration that is meant. */
  function explained(
    meant: string,
    wanted: Desired = declaration,
    seen: Observed = observed,
  ): ConfigurationExplanation {
    const plan = planned(wanted, seen);
    const [only, ...more] = configurationsMeant(plan, seen, meant);
    if (only === undefined || more.length > 0) throw new Error(`${String(more.length)} more`);
    return explainConfiguration(plan, seen, only);
  }

  const counted = (rule: number, decides: number) => ({
    assignments: "scanform_repository_assignments.routing",
    rule,
    declared: rules[rule],
    decides,
  });

  test("a declared configuration shows who had it and who will have it, and that the plan weakens it", () => {
    const address = "scanform_configuration.base";
    expect(explained("base")).toMatchObject({
      rules: [counted(3, 1), counted(5, 1)],
      repositories: { before: 2, after: 2 },
      before: { id: "base", address, name: "base", settings: { comment: "enabled" } },
      after: { id: "base", address, name: "base", settings: { comment: "silent" } },
      changes: [{ path: "comment", before: "enabled", after: "silent", verdict: "weaker" }],
      class: "weakens",
    });
  });

  test("a configuration that is not declared stays as it is, and the rules that assign it by its id are listed", () => {
    const standing = { id: "shared", name: "shared", settings: { comment: "silent" } };
    expect(explained("shared")).toEqual({
      rules: [counted(1, 2)],
      repositories: { before: 1, after: 2 },
      before: standing,
      after: standing,
      changes: [],
      class: "unaffected",
    });
  });

  test("a configuration to be deleted has no future: whoever keeps it loses it, which weakens", () => {
    const seen = live({ old: { settings: { comment: "silent" }, has: ["legacy", "api"] } });
    const wanted: Desired = {
      ...desired([declare("base")], give("base", names("api"))),
      deletions: [configurationId("old")],
    };
    const { changes, ...rest } = explained("old", wanted, seen);
    expect(rest).toEqual({
      rules: [],
      repositories: { before: 2, after: 0 },
      before: { id: "old", name: "old", settings: { comment: "silent" } },
      after: null,
      class: "weakens",
    });
    expect(changes).toMatchObject([
      { path: "configuration", before: "old", verdict: "weaker", removes: true },
      { path: "comment", before: "silent", verdict: "unclassified", removes: true },
    ]);
  });

  test("a renamed configuration is shown under its former name before and its new name after", () => {
    const { before, after } = explained(
      "base",
      desired([declare("main", {}, { renamedFrom: ["base"] })]),
      live({ base: {} }),
    );
    expect(before).toEqual({
      id: "base",
      address: "scanform_configuration.main",
      name: "base",
      settings: {},
    });
    expect(after).toEqual({ id: "base", address: "scanform_configuration.main", name: "main", settings: {} });
  });

  test("a live configuration without a name is shown without one", () => {
    const seen: Observed = { configurations: [{ id: configurationId("nameless"), settings: {} }], repositories: [] };
    const { before, after } = explained("nameless", desired([]), seen);
    expect([before, after]).toEqual([
      { id: "nameless", settings: {} },
      { id: "nameless", settings: {} },
    ]);
  });

  describe("of the declared and the live configurations", () => {
    const [first, second, third] = [uuid("a", 10), uuid("a", 11), uuid("a", 12)];
    const seen = live({ [first]: { name: "former" }, [second]: { name: "twin" }, [third]: { name: "twin" } });
    const wanted = desired([
      declare("present", {}, { renamedFrom: ["former"] }),
      declare("new"),
      { ...declare("other"), name: "scanform_configuration.new" },
    ]);

    /** The addresses and ids of those that are meant. */
    function meant(text: string): readonly (readonly [string | undefined, string | undefined])[] {
      return configurationsMeant(planned(wanted, seen), seen, text).map(({ change, live: there }) => [
        change?.address,
        there?.id,
      ]);
    }
    const present = ["scanform_configuration.present", first] as const;
    const created = ["scanform_configuration.new", undefined] as const;

    test.each([
      ["a declared one by its address", "scanform_configuration.present", [present]],
      ["a declared one by its name", "present", [present]],
      ["a declared one by the name that it has in the service", "former", [present]],
      ["a declared one by its id", first, [present]],
      ["a declared one by its id in upper case", first.toUpperCase(), [present]],
      ["one that is not declared by its id in any case", second.toUpperCase(), [[undefined, second]]],
      ["one to be created by its name", "new", [created]],
      ["one by its address alone, even where another one has this text as its name", created[0], [created]],
      [
        "everything that has a name",
        "twin",
        [
          [undefined, second],
          [undefined, third],
        ],
      ],
      ["nothing where it is only a part of a name", "prese", []],
    ])("a text means %s", (_what, text, expected) => {
      expect(meant(text)).toEqual(expected);
    });
  });
});
