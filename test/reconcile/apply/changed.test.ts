import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { changedLeaves, lostDeclarations } from "../../../src/reconcile/apply/changed";
import { type Conflict } from "../../../src/reconcile/plan/conflict";
import { declare } from "../account";

const prior = {
  comment: "silent",
  risk_threshold: 3,
  analyzers: { a: { enabled: true, risk_level: "low", excludes: ["x", "y"] }, b: { enabled: true } },
  code_policies: [{ id: "p", enabled: true }],
} as const satisfies Settings;
const inAnalyzers = (a: object, more: object = { b: prior.analyzers.b }): Settings => ({
  ...prior,
  analyzers: { a: { ...prior.analyzers.a, ...a }, ...more },
});
const high = inAnalyzers({ risk_level: "high" });

describe("the leaves in which two states of a configuration differ", () => {
  test.each<{ readonly title: string; readonly now: Settings; readonly changed: readonly Conflict[] }>([
    { title: "exclude a set in another order", now: inAnalyzers({ excludes: ["y", "x"] }), changed: [] },
  ])("$title", ({ now, changed }) => {
    expect(changedLeaves(prior, now)).toEqual(changed);
  });
});

describe("what the target of an assignment does not hold of its declaration", () => {
  const declared = declare("one", { comment: "enabled", analyzers: { a: { risk_level: "high" } } });
  const live = (settings: Settings, name = "one") => ({ id: configurationId("one"), name, settings });
  const held = { ...high, comment: "enabled" } as const;

  test.each([
    {
      title: "is a leaf that is gone",
      now: live({ ...prior, comment: "enabled", analyzers: {} }),
      changed: [{ path: 'analyzers["a"]', planned: { risk_level: "high" } }],
    },
    {
      title: "is a third name of what a write of this apply has renamed",
      now: live(held, "third"),
      before: live(prior, "former"),
      changed: [{ path: "name", planned: "one", found: "third" }],
    },
  ])("$title", ({ now, before, changed }) => {
    expect(lostDeclarations(now, declared, before)).toEqual(changed);
  });

  test("what the target of an assignment does not hold of its declaration is an analyzer beside exclusive ones", () => {
    const exclusive = { ...declared, exclusiveAnalyzers: true };
    expect(lostDeclarations(live(held), exclusive, undefined)).toEqual([
      { path: 'analyzers["b"]', found: { enabled: true } },
    ]);
  });
});
