import { Originals } from "../../../../src/terraform/account/ledger/ledger";
import { declare, live } from "../../../reconcile/account";
import { configurationId, repositoryId } from "../../../../src/model/ids";
import { PlannedDeletions, PlannedSettings } from "../../../../src/terraform/account/ledger/planned-settings";
import { unknownChange } from "../../../../src/terraform/verdict/unknown-leaves";

const before = live({ one: { has: ["x"], settings: { comment: "silent" } }, two: {} });
const after = live({ one: { settings: { comment: "enabled" } }, two: { has: ["x"] }, three: {} });

test("returns lists as they were before the first write", () => {
  const originals = new Originals();
  expect(originals.configurations(after.configurations)).toBe(after.configurations);
  expect(originals.repositories(after.repositories)).toBe(after.repositories);
  originals.keep(before.configurations, before.repositories);
  originals.keep(after.configurations, after.repositories);
  const { configurations: now, repositories } = after;
  expect(originals.repositories(repositories)).toEqual(before.repositories);
  const settings = Object.fromEntries(originals.configurations(now).map((each) => [each.id, each.settings]));
  expect(settings).toEqual({ one: { comment: "silent" }, two: {}, three: {} });
});

test("restores deleted configurations", () => {
  const originals = new Originals();
  originals.keep(before.configurations, []);
  expect(originals.configurations([])).toEqual(before.configurations);
});

const [one, two] = [configurationId("one"), configurationId("two")];
const { configurations, repositories } = live({ one: { has: ["x", "y"], name: "first" } });
const [first] = configurations;

test("a changed configuration is planned with everything that is declared of it", () => {
  const settings = new PlannedSettings();
  settings.plan(declare("first", { comment: "silent" }), first, []);
  expect(settings.changedAmong([one, one, two])).toEqual([
    { ...declare("first", { comment: "silent" }), id: one, address: "one" },
  ]);
  expect(new PlannedSettings().changedAmong([one])).toEqual([]);
  expect(settings.pending).toEqual([]);
});

test("a created configuration is pending with everything that it will hold, and an adopted one is not", () => {
  const settings = new PlannedSettings();
  settings.plan(declare("new", { comment: "silent" }), undefined, []);
  settings.plan(declare("first", { comment: "enabled" }), first, []);
  expect(settings.pending).toEqual([{ name: "new", after: { comment: "silent" }, unknown: [] }]);
  expect(settings.changedAmong([one])).toHaveLength(1);
});

test("leaves that are known only after apply are kept by the id of their configuration", () => {
  const settings = new PlannedSettings();
  settings.plan(declare("first"), first, [unknownChange("comment")]);
  expect(settings.unknownIn(one)).toMatchObject([{ path: "comment", verdict: "unclassified" }]);
  expect(settings.unknownIn(two)).toEqual([]);
});

test("a repository that is planned twice arrives once, where it was planned last", () => {
  const settings = new PlannedSettings();
  const [x, y] = repositories;
  if (x === undefined || y === undefined) throw new Error("there are none");
  expect(settings.arrivingAt(two)).toEqual([]);
  settings.planMove({ repository: x, from: one, listed: first, to: undefined });
  settings.planMove({ repository: x, from: one, listed: first, to: two });
  settings.planMove({ repository: y, from: undefined, listed: undefined, to: configurationId("three") });
  expect(settings.arrivingAt(two)).toEqual([{ repository: x, from: one, listed: first, to: two }]);
  expect([x.id, y.id, repositoryId("z")].map((id) => settings.isMoving(id))).toEqual([true, true, false]);
});

const { repositories: holders } = live({ one: { has: ["x"] } });

test("deletions are counted over the whole plan, the same configuration once", () => {
  const deletions = new PlannedDeletions();
  expect(["one", "two", "one", "three"].map((id) => deletions.delete(id))).toEqual([1, 2, 2, 3]);
  expect(new PlannedDeletions().delete("two")).toBe(1);
});

test("reports too many deletions once per plan", () => {
  const deletions = new PlannedDeletions();
  expect([deletions.refuse(), deletions.refuse(), deletions.refuse()]).toEqual([true, false, false]);
  expect(new PlannedDeletions().refuse()).toBe(true);
});

test("keeps deletions in use for rules that are planned later", () => {
  const deletions = new PlannedDeletions();
  expect(deletions.inUse).toEqual([]);
  deletions.deleteUnused({ name: "first", holders });
  deletions.deleteUnused({ name: "second", holders: [] });
  expect(deletions.inUse).toEqual([
    { name: "first", holders },
    { name: "second", holders: [] },
  ]);
});

test("the repositories that planned rules claimed before are known to deletions that are planned later", () => {
  const deletions = new PlannedDeletions();
  deletions.route(["x", "y"]);
  deletions.route(["z"]);
  expect(["x", "y", "z", "other"].map((id) => deletions.isRouted(id))).toEqual([true, true, true, false]);
});
