import type { DesiredConfiguration } from "../../../src/model/desired";
import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { ConfigurationState } from "../../../src/model/written";
import { changedLeaves, conflictsOf, lostDeclarations } from "../../../src/reconcile/apply/conflicts";
import { type Conflict } from "../../../src/reconcile/plan/conflict";
import { declare, desired, live, planned } from "../account";

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

/** Settings with values that this version may not know. */
const of = (all: Readonly<Record<string, unknown>>): Settings => all;

const a = (entry: object): Settings => ({ analyzers: { a: entry } });
const policies = (...all: object[]): Settings => of({ code_policies: all });
const policy = (title: string, enabled = true) => ({ id: title, enabled });

interface Row {
  readonly title: string;
  readonly before: Settings;
  readonly declared: Settings;
  readonly more?: Partial<DesiredConfiguration>;
  readonly now: ConfigurationState;
  /** Each with its value before and now. */
  readonly conflicts?: readonly (readonly [path: string, planned: unknown, found: unknown])[];
}

describe("what keeps a change from being written", () => {
  const low = { ...a({ enabled: true, risk_level: "low" }), comment: "silent" } as const;
  const high = a({ risk_level: "high" });
  const now = (settings: Settings, name = "one"): ConfigurationState => ({ name, settings });
  const [p, q] = [policy("p"), policy("q")];

  test.each<Row>([
    { title: "is nothing where all is as before", before: low, declared: high, now: now(low) },
    { title: "is no policy to go that is gone", before: policies(p, q), declared: policies(p), now: now(policies(p)) },
    {
      title: "is a policy to go that has changed",
      before: policies(p, q),
      declared: policies(p),
      now: now(policies(p, policy("q", false))),
      conflicts: [['code_policies["q"].enabled', true, false]],
    },
    {
      title: "is an analyzer that has come beside exclusive ones",
      before: low,
      declared: high,
      more: { exclusiveAnalyzers: true },
      now: now({ analyzers: { ...low.analyzers, b: {} } }),
      conflicts: [['analyzers["b"]', undefined, {}]],
    },
  ])("what keeps a change from being written $title", ({ before, declared, more = {}, now: state, conflicts = [] }) => {
    const plan = planned(desired([declare("one", declared, more)]), live({ one: { settings: before } }));
    const [change] = plan.configurations;
    if (change === undefined) throw new Error("nothing is declared");
    expect(conflictsOf(change, state)).toEqual(conflicts.map(([path, was, found]) => ({ path, planned: was, found })));
  });
});
