import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { changedLeaves, undeclaredLeaves } from "../../../src/reconcile/apply/changed";
import { type ChangedPart, changedText } from "../../../src/reconcile/plan/changed-part";
import { declare } from "../account";

const basis = {
  comment: "silent",
  risk_threshold: 3,
  analyzers: { a: { enabled: true, risk_level: "low", excludes: ["x", "y"] }, b: { enabled: true } },
  code_policies: [{ id: "p", enabled: true }],
} as const satisfies Settings;
const inAnalyzers = (a: object, more: object = { b: basis.analyzers.b }): Settings => ({
  ...basis,
  analyzers: { a: { ...basis.analyzers.a, ...a }, ...more },
});
const high = inAnalyzers({ risk_level: "high" });

describe("the leaves in which two states of a configuration differ", () => {
  test.each<{ readonly title: string; readonly now: Settings; readonly changed: readonly ChangedPart[] }>([
    {
      title: "are named with both values",
      now: { ...basis, comment: "disabled" },
      changed: [{ path: "comment", planned: "silent", found: "disabled" }],
    },
    { title: "exclude a set in another order", now: inAnalyzers({ excludes: ["y", "x"] }), changed: [] },
    {
      title: "include a set with other members",
      now: inAnalyzers({ excludes: ["y"] }),
      changed: [{ path: 'analyzers["a"].excludes', planned: ["x", "y"], found: ["y"] }],
    },
    {
      title: "include a policy that has come, and one that is gone",
      now: { ...basis, code_policies: [{ id: "q", enabled: true }] },
      changed: [
        { path: 'code_policies["p"]', planned: { enabled: true } },
        { path: 'code_policies["q"]', found: { enabled: true } },
      ],
    },
  ])("$title", ({ now, changed }) => {
    expect(changedLeaves(basis, now)).toEqual(changed);
  });

  test("are distinguished from those whose names begin alike", () => {
    const [before, now] = [1, 2].map((beta2) => ({ beta: 1, beta2 }) as Settings);
    expect(changedLeaves(before ?? {}, now ?? {})).toEqual([{ path: "beta2", planned: 1, found: 2 }]);
  });
});

describe("what the target of an assignment does not hold of its declaration", () => {
  const declared = declare("one", { comment: "enabled", analyzers: { a: { risk_level: "high" } } });
  const live = (settings: Settings, name = "one") => ({ id: configurationId("one"), name, settings });
  const held = { ...high, comment: "enabled" } as const;
  const differing = { ...held, comment: "disabled" } as const;
  const isDisabled = { path: "comment", planned: "enabled", found: "disabled" };

  test.each([
    {
      title: "is a leaf that is gone",
      now: live({ ...basis, comment: "enabled", analyzers: {} }),
      changed: [{ path: 'analyzers["a"]', planned: { risk_level: "high" } }],
    },
    {
      title: "is no leaf that a write of this apply has changed, and that reads show late",
      now: live(basis),
      before: live(basis),
      changed: [],
    },
    {
      title: "is no name that a write of this apply has changed, and that reads show late",
      now: live(held, "former"),
      before: live(basis, "former"),
      changed: [],
    },
    {
      title: "is a third value of a leaf that a write of this apply has changed",
      now: live(differing),
      before: live(basis),
      changed: [isDisabled],
    },
    {
      title: "is a third name of what a write of this apply has renamed",
      now: live(held, "third"),
      before: live(basis, "former"),
      changed: [{ path: "name", planned: "one", found: "third" }],
    },
  ])("$title", ({ now, before, changed }) => {
    expect(undeclaredLeaves(now, declared, before)).toEqual(changed);
  });

  test("is an analyzer beside exclusive ones", () => {
    const exclusive = { ...declared, exclusiveAnalyzers: true };
    expect(undeclaredLeaves(live(held), exclusive, undefined)).toEqual([
      { path: 'analyzers["b"]', found: { enabled: true } },
    ]);
  });
});

test.each([
  [{ path: "comment", planned: "silent", found: "enabled" }, 'comment was "silent" and is "enabled"'],
  [{ path: "risk_threshold", planned: 3 }, "risk_threshold was 3 and is not set"],
  [{ path: "repository r", found: "one" }, 'repository r now has "one"'],
  [{ path: "repository r", planned: "one" }, 'repository r no longer has "one"'],
  [{ path: "repository r", planned: "one", found: "two" }, 'repository r was "one" and is "two"'],
  [{ path: "configuration", planned: "one" }, 'the configuration "one" was deleted'],
  [{ path: "name", found: "one" }, 'another configuration named "one" was created'],
])("%j is shown as a sentence", (part, text) => {
  expect(changedText(part)).toBe(text);
});
