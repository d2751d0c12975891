import { staleness } from "../../src/reconcile/stale";
import { declare, desired, give, live, names, planned } from "./account";

const before = { code_policies: [{ id: "p", enabled: true }] } as const;
const declaration = desired([declare("one", { code_policies: [] })], give("one", names("r")));

test("a plan is stale when a repository that it moves is there already, though the same request names it", () => {
  const was = live({ one: { settings: before }, two: { has: ["r"] } });
  const is = live({ one: { settings: before, has: ["r"] }, two: {} });
  const saved = planned(declaration, was);
  expect(staleness(saved, is.configurations, planned(declaration, is))).toEqual([
    "repository id of r would not move any more",
  ]);
  expect(staleness(saved, was.configurations, planned(declaration, was))).toEqual([]);
});
