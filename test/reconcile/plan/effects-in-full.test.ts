import type { Repository } from "../../../src/model/entities";
import type { Settings } from "../../../src/model/settings";
import { accountId, address, configurationId } from "../../../src/model/ids";
import { plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, names, planned } from "../account";

/** The words of a verdict belong to the model, and are tested there. */
const without = (effects: ReturnType<typeof planned>["effects"]) =>
  effects.map(({ changes, ...effect }) => ({
    ...effect,
    changes: changes.map(({ words: _, ...change }) => change),
  }));

const repositoryOf = (there: { readonly repositories: readonly Repository[] }, name: string) =>
  there.repositories.find((each) => each.name === name);

test("an edit names the configuration by its old and its new name, and each repository with the rule that matches it", () => {
  const there = live({ c: { name: "old", settings: { comment: "enabled" }, has: ["ruled", "other"] } });
  const declared = declare("new", { comment: "disabled" }, { id: configurationId("c") });
  const { effects } = planned(desired([declared], give("new", names("ruled"))), there);
  expect(without(effects)).toStrictEqual([
    {
      class: "weakens",
      mixed: false,
      from: { id: "c", name: "old" },
      to: { id: "c", name: "new", address: "scanform_configuration.new" },
      changes: [
        {
          path: "comment",
          setting: "comment",
          before: "enabled",
          after: "disabled",
          verdict: "weaker",
          removes: false,
        },
      ],
      repositories: [
        { repository: repositoryOf(there, "other") },
        { repository: repositoryOf(there, "ruled"), rule: "rule 1: ruled" },
      ],
    },
  ]);
});

test("a rename alone has no effect, whatever else the service holds", () => {
  const ofTomorrow = { of_tomorrow: 1 } as Settings;
  const there = live({ c: { name: "old", settings: ofTomorrow, has: ["r"] } });
  const renamed = { id: configurationId("c"), whole: true } as const;
  expect(planned(desired([declare("new", {}, renamed)]), there).effects).toEqual([]);
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
    { repository: repositoryOf(there, name), rule: `rule ${String(rule)}: ${name}` },
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

describe("a deletion", () => {
  const withoutOld = (there: ReturnType<typeof live>) =>
    plan(
      { id: accountId("account") },
      { configurations: [], assignments: [], deletions: [configurationId("old")] },
      there,
      { force: true },
    ).effects;

  test("takes the configuration and each of its settings from the repositories that still have it", () => {
    const there = live({ old: { settings: { comment: "enabled" }, has: ["r"] } });
    expect(without(withoutOld(there))).toStrictEqual([
      {
        class: "weakens",
        mixed: false,
        from: { id: "old", name: "old" },
        to: null,
        changes: [
          { path: "configuration", setting: "configuration", before: "old", verdict: "weaker", removes: true },
          { path: "comment", setting: "comment", before: "enabled", verdict: "weaker", removes: true },
        ],
        repositories: [{ repository: repositoryOf(there, "r") }],
      },
    ]);
  });

  test("of a configuration without a name names it by its id", () => {
    const there = live({ old: { has: ["r"] } });
    const unnamed = { ...there, configurations: there.configurations.map(({ name: _, ...each }) => each) };
    expect(withoutOld(unnamed).map(({ from, to }) => ({ from, to }))).toStrictEqual([
      { from: { id: "old" }, to: null },
    ]);
  });

  test("of a configuration that no repository has is no effect", () => {
    expect(withoutOld(live({ old: { settings: { comment: "enabled" } } }))).toEqual([]);
  });
});

test("a move out of a deleted configuration is judged by the two settings, not as a loss", () => {
  const there = live({
    old: { settings: { comment: "enabled" }, has: ["r"] },
    one: { settings: { comment: "silent" } },
  });
  const { effects } = planned(
    { ...desired([declare("one")], give("one", names("r"))), deletions: [configurationId("old")] },
    there,
  );
  expect(
    effects.map(({ from, to, changes }) => [from?.id, to?.id, to?.address, changes.map(({ path }) => path)]),
  ).toEqual([["old", "one", address("scanform_configuration.one"), ["comment"]]]);
});
