import { configurationId } from "../../src/model/ids";
import { verify } from "../../src/reconcile/verify";
import { declare, desired, give, ids, live, names, planned } from "./account";

const held = { analyzers: { a: { enabled: true } }, comment: "enabled" } as const;

test("what nobody declared and a write took along is found", () => {
  const observed = live({ one: { settings: held } });
  const made = planned(desired([declare("one", { risk_threshold: 3 })]), observed);
  const after = live({ one: { settings: { risk_threshold: 3 } } });
  expect(verify(made, after, new Map()).map(({ path, expected }) => [path, expected])).toEqual([
    ["comment", "enabled"],
    ['analyzers["a"]', { enabled: true }],
  ]);
});

test("what somebody else has changed meanwhile is theirs", () => {
  const observed = live({ one: { settings: held } });
  const made = planned(desired([declare("one", { risk_threshold: 3 })]), observed);
  const after = live({ one: { settings: { ...held, comment: "silent", risk_threshold: 3 } } });
  expect(verify(made, after, new Map())).toEqual([]);
});

test("a repository that a write listed to keep it, and that was lost, is found", () => {
  const observed = live({ one: { has: ["r1"] }, two: { has: ["r2"] } });
  const made = planned(desired([declare("one", held)], give("one", names("r2"))), observed);
  const [kept = "", gained = ""] = ids("r1", "r2");
  const after = live({ one: { settings: held, has: ["r2"] }, two: {} }, ["r1"]);
  expect(verify(made, after, new Map())).toMatchObject([{ path: `repository ${kept}`, expected: "one" }]);
  expect(gained).not.toBe(kept);
});

test("a configuration that was to be deleted and is there is found", () => {
  const observed = live({ one: {} });
  const made = planned({ ...desired([]), deletions: [configurationId("one")] }, observed);
  expect(verify(made, observed, new Map())).toMatchObject([{ address: "undeclared.one", found: "one" }]);
});
