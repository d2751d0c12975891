import fc from "fast-check";
import type { Settings } from "../../../src/model/settings";
import { diff } from "../../../src/reconcile/plan/diff";
import { merge, target } from "../../../src/reconcile/plan/merge";
import { declare } from "../account";
import { settings } from "../arbitrary";

test("nothing differs from itself", () => {
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

test("merging twice is merging once", () => {
  fc.assert(
    fc.property(settings, settings, fc.boolean(), (observed, declared, exclusive) => {
      const once = merge(observed, declared, exclusive);
      expect(merge(once, declared, exclusive)).toEqual(once);
    }),
  );
});

test("what is observed already is not a difference, in whatever order sets and lists come", () => {
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
    title: "a leaf that is not declared stays",
    observed: { comment: "silent", analyzers: { a: { enabled: true, silent: true } } },
    declared: { analyzers: { a: { enabled: false } } },
    after: { comment: "silent", analyzers: { a: { enabled: false, silent: true } } },
  },
  {
    title: "an analyzer that is not declared stays",
    observed: { analyzers: { a: { enabled: true }, b: { enabled: true } } },
    declared: { analyzers: { a: { blocking: true } } },
    after: { analyzers: { a: { enabled: true, blocking: true }, b: { enabled: true } } },
  },
  {
    title: "an analyzer that is not declared goes where they are exclusive",
    observed: { analyzers: { a: { enabled: true }, b: { enabled: true } } },
    declared: { analyzers: { a: {} } },
    exclusive: true,
    after: { analyzers: { a: { enabled: true } } },
  },
  {
    title: "code policies are exactly the declared ones, and keep the leaves that are not declared",
    observed: { code_policies: [{ id: "p", silent: true }, { id: "q" }] },
    declared: { code_policies: [{ id: "r" }, { id: "p", enabled: true }] },
    after: { code_policies: [{ id: "r" }, { id: "p", enabled: true, silent: true }] },
  },
  {
    title: "code policies that are declared where there was none are added",
    observed: {},
    declared: { code_policies: [{ id: "p", enabled: true }] },
    after: { code_policies: [{ id: "p", enabled: true }] },
  },
  {
    title: "a declared set is exactly that",
    observed: { notifications: { integration_names: ["x", "y"], enabled: true } },
    declared: { notifications: { integration_names: ["y"] } },
    after: { notifications: { integration_names: ["y"], enabled: true } },
  },
  {
    title: "an empty set and an absent one are the same",
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

test("fields that we do not know are kept at every depth", () => {
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

test("slugs that every object inherits are slugs like any other", () => {
  const declared = JSON.parse(
    '{"analyzers":{"__proto__":{"enabled":true},"constructor":{"enabled":true}}}',
  ) as Settings;
  const changes = diff({}, merge({}, declared)).map(({ path }) => path);
  expect(changes).toEqual(['analyzers["__proto__"].enabled', 'analyzers["constructor"].enabled']);
});
