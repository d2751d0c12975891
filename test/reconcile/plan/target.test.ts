import fc from "fast-check";
import type { Settings } from "../../../src/model/settings";
import { diff, target } from "../../../src/reconcile/plan/target";
import { declare, desired, give, live, names, planned } from "../account";
import { settings } from "../arbitrary";
import { configurationId } from "../../../src/model/ids";
import { plan } from "../../../src/reconcile/plan/plan";

test("declaring nothing changes nothing", () => {
  fc.assert(
    fc.property(settings, (each) => {
      expect(target(each, { settings: {} })).toEqual(each);
    }),
    { numRuns: 30 },
  );
});

test("an analyzer or notifications of which no field is declared are not added", () => {
  const observed: Settings = { comment: "silent" };
  expect(target(observed, { settings: { analyzers: { a: {} }, notifications: {} } })).toBe(observed);
});

test("a declaration that is laid over twice is as laid over once", () => {
  fc.assert(
    fc.property(settings, settings, fc.boolean(), (observed, declared, exclusive) => {
      const wanted = { settings: declared, exclusiveAnalyzers: exclusive };
      const once = target(observed, wanted);
      expect(target(once, wanted)).toEqual(once);
    }),
    { numRuns: 30 },
  );
});

test("sets and keyed lists in another order do not differ", () => {
  fc.assert(
    fc.property(settings, (each) => {
      const { notifications, code_policies: policies } = each;
      const turned: Settings = {
        ...each,
        ...(policies === undefined ? {} : { code_policies: policies.toReversed() }),
        ...(notifications?.integration_names === undefined
          ? {}
          : { notifications: { ...notifications, integration_names: notifications.integration_names.toReversed() } }),
      };
      expect(diff(turned, target(turned, { settings: each }))).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

const cases: readonly {
  title: string;
  observed: Settings;
  declared: Settings;
  exclusive?: boolean;
  after: Settings;
}[] = [
  {
    title: "keeps an undeclared leaf",
    observed: { comment: "silent", analyzers: { a: { enabled: true, silent: true } } },
    declared: { analyzers: { a: { enabled: false } } },
    after: { comment: "silent", analyzers: { a: { enabled: false, silent: true } } },
  },
  {
    title: "keeps an undeclared analyzer",
    observed: { analyzers: { a: { enabled: true }, b: { enabled: true } } },
    declared: { analyzers: { a: { blocking: true } } },
    after: { analyzers: { a: { enabled: true, blocking: true }, b: { enabled: true } } },
  },
  {
    title: "removes an undeclared analyzer when analyzers are exclusive",
    observed: { analyzers: { a: { enabled: true }, b: { enabled: true } } },
    declared: { analyzers: { a: {} } },
    exclusive: true,
    after: { analyzers: { a: { enabled: true } } },
  },
  {
    title: "keeps only the declared code policies, with their undeclared leaves",
    observed: { code_policies: [{ id: "p", silent: true }, { id: "q" }] },
    declared: { code_policies: [{ id: "r" }, { id: "p", enabled: true }] },
    after: { code_policies: [{ id: "p", enabled: true, silent: true }, { id: "r" }] },
  },
  {
    title: "adds the first code policies",
    observed: {},
    declared: { code_policies: [{ id: "p", enabled: true }] },
    after: { code_policies: [{ id: "p", enabled: true }] },
  },
  {
    title: "replaces a declared set",
    observed: { notifications: { integration_names: ["x", "y"], enabled: true } },
    declared: { notifications: { integration_names: ["y"] } },
    after: { notifications: { integration_names: ["y"], enabled: true } },
  },
  {
    title: "keeps the empty sets of what is new, since they say that there are none",
    observed: {},
    declared: {
      analyzers: { a: { enabled: true, excludes: [] } },
      notifications: { enabled: true, integration_names: [] },
    },
    after: {
      analyzers: { a: { enabled: true, excludes: [] } },
      notifications: { enabled: true, integration_names: [] },
    },
  },
  {
    title: "treats an empty set as an absent one",
    observed: { analyzers: { a: {} } },
    declared: { analyzers: { a: { excludes: [] } }, code_policies: [] },
    after: { analyzers: { a: {} } },
  },
];

test.each(cases)("$title", ({ observed, declared, exclusive, after }) => {
  expect(target(observed, { settings: declared, exclusiveAnalyzers: exclusive })).toEqual(after);
});

test("a configuration that is declared whole holds exactly what is declared", () => {
  const observed: Settings = { comment: "enabled", analyzers: { a: { enabled: true }, b: {} } };
  const settings: Settings = { analyzers: { a: { blocking: true } } };
  expect(target(observed, declare("one", settings, { whole: true }))).toEqual(settings);
  expect(target(observed, declare("one", settings))).toEqual({
    comment: "enabled",
    analyzers: { a: { enabled: true, blocking: true }, b: {} },
  });
});

test("unknown fields are kept at every depth", () => {
  const observed = {
    beta: { x: 1 },
    analyzers: { a: { enabled: true, tuning: [1] } },
    notifications: { enabled: true, quiet_hours: "22-6" },
  } as Settings;
  const declared: Settings = { analyzers: { a: { enabled: false } }, notifications: { enabled: false } };
  expect(target(observed, { settings: declared })).toEqual({
    beta: { x: 1 },
    analyzers: { a: { enabled: false, tuning: [1] } },
    notifications: { enabled: false, quiet_hours: "22-6" },
  });
});

test("slugs that are names of inherited properties are ordinary slugs", () => {
  const declared = JSON.parse(
    '{"analyzers":{"__proto__":{"enabled":true},"constructor":{"enabled":true}}}',
  ) as Settings;
  const changes = diff({}, target({}, { settings: declared })).map(({ path }) => path);
  expect(changes).toEqual(['analyzers["__proto__"].enabled', 'analyzers["constructor"].enabled']);
});

test("observed settings that satisfy a declaration are returned themselves", () => {
  fc.assert(
    fc.property(settings, settings, (observed, other) => {
      expect(target(observed, { settings: structuredClone(observed) })).toBe(observed);
      const both = target(observed, { settings: other });
      expect(target(both, { settings: structuredClone(other) })).toBe(both);
    }),
    { numRuns: 30 },
  );
});

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
