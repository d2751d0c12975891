import { accountId, address, configurationId } from "../../../src/model/ids";
import { plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, names, planned } from "../account";

const at = address("scanform_configuration.one");
const weaker = { path: "comment", before: "enabled", after: "silent", verdict: "weaker" };

const unusedIn = (...given: Parameters<typeof planned>) =>
  planned(...given).unused.map(({ address: where, id, name, changes }) => ({
    where,
    id,
    name,
    paths: changes.map(({ path }) => path),
  }));

test("a configuration that becomes weaker and has no repository is listed with the leaves that become weaker", () => {
  const made = planned(
    desired([declare("one", { comment: "silent", risk_threshold: 3, show_scan_confirmation: true })]),
    live({ one: { settings: { comment: "enabled" } }, two: { has: ["r"] } }),
  );
  expect(made.effects).toEqual([]);
  expect(made.unused).toMatchObject([{ address: at, id: "one", name: "one", changes: [weaker] }]);
  expect(made.unused[0]?.changes).toHaveLength(1);
});

test("a configuration that all repositories leave is listed", () => {
  const made = planned(
    desired([declare("one", { comment: "silent" }), declare("two", {})], give("two", names("a", "b"))),
    live({ one: { settings: { comment: "enabled" }, has: ["a", "b"] }, two: { settings: { comment: "enabled" } } }),
  );
  expect(made.unused).toMatchObject([{ id: "one", changes: [weaker] }]);
});

test("a renamed configuration is listed under its declared name", () => {
  const made = unusedIn(
    desired([declare("one", { comment: "silent" }, { renamedFrom: ["old"] })]),
    live({ x: { name: "old", settings: { comment: "enabled" } } }),
  );
  expect(made).toEqual([{ where: at, id: "x", name: "one", paths: ["comment"] }]);
});

const one = { settings: { comment: "enabled" } } as const;

test.each<[string, Parameters<typeof planned>]>([
  [
    "that a repository keeps",
    [desired([declare("one", { comment: "silent" })]), live({ one: { ...one, has: ["a"] } })],
  ],
  [
    "that a repository gets",
    [desired([declare("one", { comment: "silent" })], give("one", names("a"))), live({ one, two: { has: ["a"] } })],
  ],
  ["that only gets stronger", [desired([declare("one", { comment: "enabled" })]), live({ one: { settings: {} } })]],
  ["that changes in what has no direction", [desired([declare("one", { risk_threshold: 3 })]), live({ one })]],
  ["that does not change", [desired([declare("one", { comment: "enabled" })]), live({ one })]],
  ["that is new", [desired([declare("new", { comment: "disabled" })]), live({ one })]],
])("a configuration %s is not listed", (_what, given) => {
  expect(planned(...given).unused).toEqual([]);
});

test("a configuration that is deleted is no unused one", () => {
  const made = plan(
    { id: accountId("account") },
    { ...desired([declare("one", { comment: "silent" })]), deletions: [configurationId("one")] },
    live({ one }),
  );
  expect(made.deletions).toHaveLength(1);
  expect(made.unused).toEqual([]);
});
