import { configurationId, repositoryId } from "../../../../src/model/ids";
import { PlannedSettings } from "../../../../src/terraform/account/ledger/planned-settings";
import { unknownChange } from "../../../../src/terraform/verdict/unknown-leaves";
import { declare, live } from "../../../reconcile/account";

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
