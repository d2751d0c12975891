import { configurationId, repositoryId } from "../../../src/model/ids";
import { PlannedSettings } from "../../../src/terraform/ledger/planned-settings";
import { declare, live } from "../../reconcile/account";

const one = configurationId("one");
const [first] = live({ one: { has: ["x"], name: "first" } }).configurations;

test("a changed configuration is planned with everything that is declared of it", () => {
  const settings = new PlannedSettings();
  settings.plan(declare("first", { comment: "silent" }), first, false);
  expect(settings.changedAmong([one, one, configurationId("two")])).toEqual([
    { ...declare("first", { comment: "silent" }), id: one, address: "one" },
  ]);
  expect(new PlannedSettings().changedAmong([one])).toEqual([]);
  expect(settings.pending).toEqual([]);
});

test("a created or adopted configuration is pending with everything that it will hold", () => {
  const settings = new PlannedSettings();
  const adopted = { ...first, id: one, settings: { risk_threshold: 2 } };
  settings.plan(declare("new", { comment: "silent" }), undefined, true);
  settings.plan(declare("first", { comment: "enabled" }), adopted, true);
  expect(settings.pending).toEqual([
    { name: "new", after: { comment: "silent" } },
    { name: "first", after: { comment: "enabled", risk_threshold: 2 } },
  ]);
  expect(settings.changedAmong([one])).toHaveLength(1);
});

test("a repository that is planned twice arrives once", () => {
  const settings = new PlannedSettings();
  const [x, y] = [repositoryId("x"), repositoryId("y")];
  expect(settings.arrivingAt(one)).toEqual([]);
  settings.planMove(x, one, { comment: "silent" });
  settings.planMove(x, one, { comment: "enabled" });
  settings.planMove(y, one, {});
  settings.planMove(y, configurationId("two"), { comment: "disabled" });
  expect(settings.arrivingAt(one)).toEqual([{ comment: "enabled" }, {}]);
});
