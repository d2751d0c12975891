import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import {
  changedLeaves,
  type ChangedPart,
  changedText,
  type Sent,
  undeclaredLeaves,
} from "../../../src/reconcile/apply/changed";
import { declare } from "../account";

const everything = undefined;
const nothing = new Set<string>();
const put = (settings: Settings): Sent => ({ settings, replaces: everything });
const patch = (settings: Settings): Sent => ({ settings, replaces: new Set(Object.keys(settings)) });
const bulk = (settings: Settings): Sent => ({ settings, replaces: nothing });

const basis = {
  comment: "silent",
  risk_threshold: 3,
  analyzers: { a: { enabled: true, risk_level: "low", excludes: ["x", "y"] }, b: { enabled: true } },
  code_policies: [{ id: "p", enabled: true }],
} as const satisfies Settings;
const { risk_threshold: _threshold, ...withoutThreshold } = basis;
const inAnalyzers = (a: object, more: object = { b: basis.analyzers.b }): Settings => ({
  ...basis,
  analyzers: { a: { ...basis.analyzers.a, ...a }, ...more },
});
const high = inAnalyzers({ risk_level: "high" });

describe("the leaves that somebody else has changed", () => {
  test.each<{
    readonly title: string;
    readonly live: Settings;
    readonly fields?: readonly string[];
    readonly written?: readonly Sent[];
    readonly changed: readonly ChangedPart[];
  }>([
    {
      title: "exclude a leaf that an earlier write has given another value",
      live: { ...basis, comment: "disabled" },
      written: [put({ ...basis, comment: "enabled" }), patch({ comment: "disabled" })],
      changed: [],
    },
    {
      title: "include a third value, whatever was written",
      live: { ...basis, comment: "disabled" },
      written: [put({ ...basis, comment: "enabled" }), patch({ comment: "enabled" })],
      changed: [{ path: "comment", planned: "silent", found: "disabled" }],
    },
    {
      title: "exclude a set in another order",
      live: inAnalyzers({ excludes: ["y", "x"] }),
      changed: [],
    },
    {
      title: "include a set with other members",
      live: inAnalyzers({ excludes: ["y"] }),
      changed: [{ path: 'analyzers["a"].excludes', planned: ["x", "y"], found: ["y"] }],
    },
    {
      title: "include a policy that has come, and one that is gone",
      live: { ...basis, code_policies: [{ id: "q", enabled: true }] },
      changed: [
        { path: 'code_policies["p"]', planned: { id: "p", enabled: true } },
        { path: 'code_policies["q"]', found: { id: "q", enabled: true } },
      ],
    },
    {
      title: "exclude a policy that the write adds",
      live: { ...basis, code_policies: [...basis.code_policies, { id: "q", enabled: true }] },
      written: [patch({ code_policies: [...basis.code_policies, { id: "q", enabled: true }] })],
      changed: [],
    },
    {
      title: "include a policy that the write adds with another leaf",
      live: { ...basis, code_policies: [...basis.code_policies, { id: "q", enabled: true }] },
      written: [patch({ code_policies: [...basis.code_policies, { id: "q", enabled: true, blocking: true }] })],
      changed: [{ path: 'code_policies["q"]', found: { id: "q", enabled: true } }],
    },
    {
      title: "exclude what the write removes from a field that it contains whole",
      live: { ...basis, analyzers: { a: basis.analyzers.a } },
      written: [patch({ analyzers: { a: basis.analyzers.a } })],
      changed: [],
    },
    {
      title: "include what is gone from a field that an earlier write did not contain",
      live: withoutThreshold,
      written: [put({ ...basis, comment: "enabled" }), patch({ comment: "enabled" })],
      changed: [{ path: "risk_threshold", planned: 3 }],
    },
    {
      title: "include what is gone from a field of which a bulk update contained other leaves",
      live: inAnalyzers({ risk_level: "high" }, {}),
      fields: ["analyzers"],
      written: [bulk({ analyzers: { a: { risk_level: "high" } } })],
      changed: [{ path: 'analyzers["b"].enabled', planned: true }],
    },
    {
      title: "exclude a leaf that a bulk update contained",
      live: high,
      fields: ["analyzers"],
      written: [bulk({ analyzers: { a: { risk_level: "high" } } })],
      changed: [],
    },
  ])("$title", ({ live, fields, written = [], changed }) => {
    const [own, ...sent] = written;
    expect(changedLeaves(live, fields && new Set(fields), basis, own, sent)).toEqual(changed);
  });

  test("are distinguished from those whose names begin alike", () => {
    const [before, live, written] = [1, 2, 3].map((beta2) => ({ beta: beta2 === 1 ? 1 : 2, beta2 }) as Settings);
    expect(changedLeaves(live ?? {}, undefined, before ?? {}, put(written ?? {}), [])).toEqual([
      { path: "beta2", planned: 1, found: 2 },
    ]);
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
      changed: [{ path: 'analyzers["a"].risk_level', planned: "high" }],
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
      { path: 'analyzers["b"].enabled', found: true },
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

describe("changed leaves", () => {
  const names = (...all: string[]): Settings => ({ notifications: { enabled: true, integration_names: all } });
  const basis = names("b", "c");
  const body = names("a", "c");
  const both = names("c", "b", "a");

  const sentIn = (settings: Settings): Sent => ({ settings, replaces: undefined });

  interface Row {
    readonly title: string;
    readonly live: Settings;
    readonly sent: readonly Settings[];
    readonly isChanged: boolean;
  }

  test.each<Row>([
    { title: "a set as it was", live: names("c", "b"), sent: [], isChanged: false },
    { title: "a set as the write gives it", live: names("c", "a"), sent: [], isChanged: false },
    { title: "a third set", live: names("a"), sent: [body], isChanged: true },
    { title: "a set with members of both, where nothing was sent", live: both, sent: [], isChanged: true },
    { title: "a set that the service has merged with one that was sent", live: both, sent: [body], isChanged: false },
    { title: "a set that has another member", live: names("a", "b", "c", "d"), sent: [body], isChanged: true },
  ])("$title: changed by somebody else is $isChanged", ({ live, sent, isChanged }) => {
    const changed = changedLeaves(live, new Set(["notifications"]), basis, sentIn(body), sent.map(sentIn));
    expect(changed.map(({ path }) => path)).toEqual(isChanged ? ["notifications.integration_names"] : []);
  });
});
