import type { Desired, DesiredRule } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import {
  type ConfigurationExplanation,
  configurationsMeant,
  explainAccount,
  explainConfiguration,
} from "../../../src/reconcile/explain/explain-account";
import { declare, desired, give, live, names, planned } from "../account";
import { uuid } from "../arbitrary";

const observed = live({ base: { settings: { comment: "enabled" }, has: ["web", "api"] } }, ["new"]);
const rules: readonly DesiredRule[] = [
  give("loose", names("api")),
  { target: { leave: true }, repositoryPattern: "ap%" },
  give("base", { repositoryPattern: "w%" }),
];

/** Everything that is said about the account; its repositories are shown by their names. */
function explained() {
  const declaration = desired([declare("base"), declare("loose", { comment: "silent" })], ...rules);
  const { repositories, rules: counted } = explainAccount(planned(declaration, observed), observed);
  return {
    rules: counted,
    repositories: repositories.map(({ repository, route, after, class: felt }) => [
      repository.name,
      route?.rule,
      after?.name,
      felt,
    ]),
  };
}

test("counts about how many repositories each rule decides, also where that is none", () => {
  const assignments = "scanform_repository_assignments.routing";
  expect(explained().rules).toEqual([
    { assignments, rule: 0, declared: rules[0], decides: 1 },
    { assignments, rule: 1, declared: rules[1], decides: 0 },
    { assignments, rule: 2, declared: rules[2], decides: 1 },
  ]);
});

test("lists every repository by name: its rule, what it will have, and what it feels of the plan", () => {
  expect(explained().repositories).toEqual([
    ["api", 0, "loose", "weakens"],
    ["new", undefined, undefined, "unaffected"],
    ["web", 2, "base", "unaffected"],
  ]);
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

  test("a configuration to be created has no past: its rules, who will get it, and what it will hold", () => {
    expect(explained("strict")).toStrictEqual({
      rules: [counted(0, 1)],
      repositories: { before: 0, after: 1 },
      before: null,
      after: { address: "scanform_configuration.strict", name: "strict", settings: { comment: "enabled" } },
      changes: [
        {
          path: "comment",
          setting: "comment",
          after: "enabled",
          verdict: "stronger",
          words: "say more",
          removes: false,
        },
      ],
      class: "strengthens",
    });
  });

  test("a declared configuration shows who had it and who will have it, and that the plan weakens it", () => {
    const address = "scanform_configuration.base";
    expect(explained("base")).toStrictEqual({
      rules: [counted(3, 1), counted(5, 1)],
      repositories: { before: 2, after: 2 },
      before: { id: "base", address, name: "base", settings: { comment: "enabled" } },
      after: { id: "base", address, name: "base", settings: { comment: "silent" } },
      changes: [
        {
          path: "comment",
          setting: "comment",
          before: "enabled",
          after: "silent",
          verdict: "weaker",
          words: "say less",
          removes: false,
        },
      ],
      class: "weakens",
    });
  });

  test("a configuration that is not declared stays as it is, and the rules that assign it by its id are told", () => {
    const standing = { id: "shared", name: "shared", settings: { comment: "silent" } };
    expect(explained("shared")).toStrictEqual({
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
    expect(rest).toStrictEqual({
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
    expect(before).toStrictEqual({
      id: "base",
      address: "scanform_configuration.main",
      name: "base",
      settings: {},
    });
    expect(after).toStrictEqual({ id: "base", address: "scanform_configuration.main", name: "main", settings: {} });
  });

  test("a live configuration without a name is shown without one", () => {
    const seen: Observed = { configurations: [{ id: configurationId("nameless"), settings: {} }], repositories: [] };
    const { before, after } = explained("nameless", desired([]), seen);
    expect([before, after]).toStrictEqual([
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
      ["its address", "scanform_configuration.present"],
      ["its name", "present"],
      ["the name that it has in the service", "former"],
      ["its id", first],
      ["its id in upper case", first.toUpperCase()],
    ])("a declared one is found once, by %s", (_by, text) => {
      expect(meant(text)).toEqual([present]);
    });

    test("one that is not declared is found by its id in any case", () => {
      expect(meant(second.toUpperCase())).toEqual([[undefined, second]]);
    });

    test("one to be created is found by its name", () => {
      expect(meant("new")).toEqual([created]);
    });

    test("an address means its configuration alone, even where another one has this text as its name", () => {
      expect(meant("scanform_configuration.new")).toEqual([created]);
    });

    test("a name means everything that has it", () => {
      expect(meant("twin")).toEqual([
        [undefined, second],
        [undefined, third],
      ]);
    });

    test("nothing is found by another name", () => {
      expect(meant("prese")).toEqual([]);
    });
  });

  test("a configuration to be created does not carry an empty place for a live one", () => {
    const plan = planned(declaration, observed);
    const [, strict] = plan.configurations;
    expect(configurationsMeant(plan, observed, "strict")).toStrictEqual([{ change: strict }]);
  });
});
