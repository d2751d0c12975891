import { compareSettings } from "../../src/model/compare-settings";
import { declare, desired, live, planned, shown } from "../reconcile/account";

const twice = [
  { id: "p", enabled: true },
  { id: "p", blocking: true },
];

test("a plan removes the second entry of a declared policy, and shows that", () => {
  const declared = desired([declare("one", { code_policies: [{ id: "p", enabled: true }] })]);
  const made = planned(declared, live({ one: { settings: { code_policies: twice } } }));
  expect(made.configurations[0]?.changes).toMatchObject([
    { path: 'code_policies["p"] (2)', before: { id: "p", blocking: true }, verdict: "unclassified", removes: true },
  ]);
  expect(made.writes.map(shown)).toEqual([
    { PUT: "one", name: "one", settings: { code_policies: [{ id: "p", enabled: true }] } },
  ]);
});

test("a policy that is live twice goes along twice where it is not declared", () => {
  const made = planned(
    desired([declare("one", { comment: "enabled" })]),
    live({ one: { settings: { code_policies: twice } } }),
  );
  expect(made.writes.map(shown)).toEqual([
    { PATCH: "one", name: "one", settings: { code_policies: twice, comment: "enabled" } },
  ]);
  expect(compareSettings({ code_policies: twice }, { code_policies: twice })).toEqual([]);
});
