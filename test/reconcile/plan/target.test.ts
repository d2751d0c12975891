import fc from "fast-check";
import type { Settings } from "../../../src/model/settings";
import { diff, target } from "../../../src/reconcile/plan/target";
import { declare } from "../account";
import { settings } from "../arbitrary";

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
