import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, names, planned } from "../account";

describe("live configurations that are not declared", () => {
  const observed = live({ one: { has: ["r1"] }, few: { has: ["r2"] }, many: { has: ["r3", "r4"], name: "Many" } });

  test("live configurations that are not declared are listed with their repositories, those of most repositories first", () => {
    expect(planned(desired([declare("one")]), observed).undeclared.configurations).toEqual([
      { id: "many", name: "Many", repositories: 2 },
      { id: "few", name: "few", repositories: 1 },
    ]);
  });

  test("live configurations that are not declared are omitted where the plan deletes them", () => {
    const given = { ...desired([declare("one")]), deletions: [configurationId("few")] };
    expect(planned(given, observed).undeclared.configurations.map(({ id }) => id)).toEqual(["many"]);
  });

  test("live configurations that are not declared are not reported for a declaration of a part of the account", () => {
    const { account, desired: given } = planned(desired([declare("one")]), observed);
    expect(plan(account, given, observed, { partial: true }).undeclared).toEqual({ configurations: [], leaves: [] });
  });
});

describe("what declared configurations hold and no declaration has", () => {
  const leaves = (held: Settings, declared: Settings, more = {}) =>
    planned(desired([declare("one", declared, more)]), live({ one: { settings: held } })).undeclared.leaves.map(
      ({ path }) => path,
    );

  test.each<[title: string, held: Settings, declared: Settings, paths: readonly string[]]>([
    ["a setting", { comment: "enabled", risk_threshold: 3 }, { comment: "enabled" }, ["risk_threshold"]],
    [
      "a whole analyzer, and a leaf of a declared one",
      { analyzers: { a: { enabled: true, blocking: true }, b: { enabled: true } } },
      { analyzers: { a: { enabled: false } } },
      ['analyzers["a"].blocking', 'analyzers["b"]'],
    ],
    ["a policy", { code_policies: [{ id: "p", enabled: true }] }, {}, ['code_policies["p"]']],
    [
      "a leaf of a declared policy",
      { code_policies: [{ id: "p", enabled: true, blocking: true }] },
      { code_policies: [{ id: "p", enabled: true }] },
      ['code_policies["p"].blocking'],
    ],
    ["leaves of notifications", { notifications: { enabled: true } }, {}, ["notifications.enabled"]],
    ["a setting that is not known here", { newer: 1 } as Settings, {}, ["newer"]],
    ["but not an empty set", { analyzers: { a: { excludes: [] } } }, { analyzers: { a: { enabled: true } } }, []],
  ])("what declared configurations hold and no declaration has lists %s", (_title, held, declared, paths) => {
    expect(leaves(held, declared)).toEqual(paths);
  });

  test("what declared configurations hold and no declaration has counts configurations, the most first", () => {
    const observed = live({
      one: { settings: { risk_threshold: 1 } },
      two: { settings: { analyzers: { b: {} } } },
      three: { settings: { analyzers: { b: {} } } },
    });
    expect(planned(desired(["one", "two", "three"].map((name) => declare(name))), observed).undeclared.leaves).toEqual([
      { path: 'analyzers["b"]', configurations: 2 },
      { path: "risk_threshold", configurations: 1 },
    ]);
  });
});

describe("a creation to which repositories move", () => {
  const hints = (has: readonly string[], moving: readonly string[], ...also: string[]) =>
    planned(
      desired([declare("new"), ...also.map((name) => declare(name))], give("new", names(...moving))),
      live({ old: { has, name: "Old" }, other: { has: ["o"] } }),
    ).diagnostics.filter(({ code }) => code === "renamed-from-missing");

  test("a creation to which repositories move gets the hint renamedFrom where all repositories of an undeclared configuration move to it", () => {
    const [hint, ...more] = hints(["r1", "r2"], ["r1", "r2"]);
    expect(more).toEqual([]);
    expect(hint).toMatchObject({ severity: "warning", address: "scanform_configuration.new", path: "renamed_from" });
    expect(hint?.detail).toContain('set renamedFrom (renamed_from) to ["Old"]');
  });

  test("a creation to which repositories move gets none where one stays, or the configuration is declared", () => {
    expect(hints(["r1", "r2"], ["r1"])).toEqual([]);
    expect(hints(["r1"], ["r1"], "Old")).toEqual([]);
  });

  test("a creation to which repositories move gets none where many configurations become one", () => {
    const many = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, { has: [`r${name}`] }]));
    const moved = give("new", { repositoryPattern: "%" });
    expect(planned(desired([declare("new")], moved), live(many)).diagnostics).toEqual([]);
    const { d: _d, ...three } = many;
    const { diagnostics } = planned(desired([declare("new")], moved), live(three));
    expect(diagnostics.map(({ detail }) => detail)).toEqual([expect.stringContaining('to ["a"] or ["b"] or ["c"]')]);
  });
});
