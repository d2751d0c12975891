import fc from "fast-check";
import { type Settings, settingsFields } from "../../../src/model/settings";
import { diff, isSatisfied, merge, target } from "../../../src/reconcile/plan/merge";
import { declare } from "../account";
import { settings } from "../arbitrary";

test("settings do not differ from themselves", () => {
  fc.assert(
    fc.property(settings, (each) => {
      expect(diff(each, each)).toEqual([]);
    }),
  );
});

test("declaring nothing changes nothing", () => {
  fc.assert(
    fc.property(settings, (each) => {
      expect(merge(each, {})).toEqual(each);
    }),
  );
});

test("merging is idempotent", () => {
  fc.assert(
    fc.property(settings, settings, fc.boolean(), (observed, declared, exclusive) => {
      const once = merge(observed, declared, exclusive);
      expect(merge(once, declared, exclusive)).toEqual(once);
    }),
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
      expect(diff(turned, merge(turned, each))).toEqual([]);
    }),
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
    after: { code_policies: [{ id: "r" }, { id: "p", enabled: true, silent: true }] },
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
  expect(merge(observed, declared, exclusive)).toEqual(after);
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
  expect(merge(observed, declared)).toEqual({
    beta: { x: 1 },
    analyzers: { a: { enabled: false, tuning: [1] } },
    notifications: { enabled: false, quiet_hours: "22-6" },
  });
});

test("slugs that are names of inherited properties are ordinary slugs", () => {
  const declared = JSON.parse(
    '{"analyzers":{"__proto__":{"enabled":true},"constructor":{"enabled":true}}}',
  ) as Settings;
  const changes = diff({}, merge({}, declared)).map(({ path }) => path);
  expect(changes).toEqual(['analyzers["__proto__"].enabled', 'analyzers["constructor"].enabled']);
});

const there = (observed: unknown, declared: unknown): boolean =>
  isSatisfied(settingsFields, observed as Settings, declared as Settings);

test("observed settings that satisfy a declaration are returned unchanged by the merge", () => {
  fc.assert(
    fc.property(settings, settings, (observed, other) => {
      const both = merge(observed, other);
      expect(there(observed, structuredClone(observed))).toBe(true);
      expect(there(both, other)).toBe(diff(both, merge(both, other)).length === 0 && merge(both, other) === both);
      if (there(observed, other)) expect(merge(observed, other)).toBe(observed);
    }),
    { numRuns: 60 },
  );
});

const a = (entry: unknown): unknown => ({ analyzers: { a: entry } });
const names = (...integration_names: unknown[]): unknown => ({ notifications: { integration_names } });
const policies = (...code_policies: unknown[]): unknown => ({ code_policies });

test.each<[string, unknown, unknown, boolean]>([
  ["nothing declared", { comment: "silent" }, {}, true],
  ["a leaf", { comment: "silent", risk_threshold: 3 }, { comment: "silent" }, true],
  ["a leaf of another value", { comment: "silent" }, { comment: "enabled" }, false],
  ["a number of another value", { risk_threshold: 3 }, { risk_threshold: 4 }, false],
  ["a leaf that is not there", {}, { comment: "silent" }, false],
  ["a leaf that is declared as undefined", {}, { comment: undefined }, true],
  ["a field that nobody knows", {}, { beta: 1 }, true],
  ["a leaf that every object inherits", {}, JSON.parse('{"analyzers":{"constructor":{}}}'), false],
  ["an entry", a({ enabled: true, silent: true }), a({ enabled: true }), true],
  ["an entry of another value", a({ enabled: true }), a({ enabled: false }), false],
  ["an entry that is not there", { analyzers: {} }, a({}), false],
  ["an entry beside others", { analyzers: { a: {}, b: {} } }, a({}), true],
  ["entries where there are none", { comment: "silent" }, a({}), false],
  ["an entry that is no object", a(1), a({}), false],
  ["no object where entries are", { analyzers: 1 }, a({}), false],
  ["an object", { notifications: { enabled: true, deduplicate: true } }, { notifications: { enabled: true } }, true],
  ["an object of another value", { notifications: { enabled: true } }, { notifications: { enabled: false } }, false],
  ["no object where one is", { notifications: 1 }, { notifications: {} }, false],
  ["a set", names("x", "y"), names("x", "y"), true],
  ["a set in another order, which is for others to judge", names("x", "y"), names("y", "x"), false],
  ["a set with more", names("x", "y"), names("x"), false],
  ["a set with less", names("x"), names("x", "y"), false],
  ["a set with another", names("x"), names("y"), false],
  ["no list where a set is", { notifications: { integration_names: 1 } }, names(), false],
  ["policies", policies({ id: "p", enabled: true, silent: true }), policies({ id: "p", enabled: true }), true],
  ["policies of another value", policies({ id: "p", enabled: true }), policies({ id: "p", enabled: false }), false],
  ["policies of another id", policies({ id: "p" }), policies({ id: "q" }), false],
  ["policies that are more", policies({ id: "p" }, { id: "q" }), policies({ id: "p" }), false],
  ["policies that are no objects", policies("p"), policies({ id: "p" }), false],
])("judges %s", (_what, observed, declared, expected) => {
  expect(there(observed, declared)).toBe(expected);
});
