import fc from "fast-check";
import { type Settings, settingsFields } from "../../../src/model/settings";
import { diff, isSatisfied, merge } from "../../../src/reconcile/plan/merge";
import { settings } from "../arbitrary";

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
