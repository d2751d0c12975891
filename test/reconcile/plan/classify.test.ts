import { declare, desired, give, live, names, planned } from "../account";
import type { Settings } from "../../../src/model/settings";
import { overall, type SecurityClass, severity, worst } from "../../../src/reconcile/plan/classify";
import { diff } from "../../../src/reconcile/plan/diff";

const a = (setting: object): Settings => ({ analyzers: { a: setting } });
const policy = (setting: object): Settings => ({ code_policies: [{ id: "p", ...setting }] });

const loud = { comment: "loud" as string } as Settings;

const cases: readonly (readonly [string, Settings, Settings, SecurityClass])[] = [
  ["an analyzer that is switched off", a({ enabled: true }), a({ enabled: false }), "weakens"],
  ["an analyzer that is switched on", a({ enabled: false }), a({ enabled: true }), "strengthens"],
  ["an analyzer that stops blocking", a({ blocking: true }), a({ blocking: false }), "weakens"],
  ["an analyzer that falls silent", a({ silent: false }), a({ silent: true }), "weakens"],
  ["an analyzer that speaks again", a({ silent: true }), a({ silent: false }), "strengthens"],
  ["an exclude more", a({ excludes: ["x"] }), a({ excludes: ["x", "y"] }), "weakens"],
  ["an exclude less", a({ excludes: ["x", "y"] }), a({ excludes: ["x"] }), "strengthens"],
  ["an exclude for another", a({ excludes: ["x"] }), a({ excludes: ["y"] }), "weakens"],
  ["includes where there were none", a({}), a({ includes: ["x"] }), "weakens"],
  ["fewer includes", a({ includes: ["x", "y"] }), a({ includes: ["x"] }), "weakens"],
  ["more includes", a({ includes: ["x"] }), a({ includes: ["x", "y"] }), "strengthens"],
  ["no includes any more", a({ includes: ["x"] }), a({ includes: [] }), "strengthens"],
  ["comments that are silenced", { comment: "enabled" }, { comment: "silent" }, "weakens"],
  ["comments that are disabled", { comment: "silent" }, { comment: "disabled" }, "weakens"],
  ["comments that are enabled", { comment: "disabled" }, { comment: "enabled" }, "strengthens"],
  ["a code policy that goes", policy({ enabled: true }), { code_policies: [] }, "weakens"],
  ["a code policy that was off and goes", policy({ enabled: false }), { code_policies: [] }, "neutral"],
  ["a code policy that comes", { code_policies: [] }, policy({}), "strengthens"],
  ["a code policy that is disabled", policy({ enabled: true }), policy({ enabled: false }), "weakens"],
  ["notifications that stop", { notifications: { enabled: true } }, { notifications: { enabled: false } }, "weakens"],
  [
    "an integration that is dropped",
    { notifications: { integration_names: ["x", "y"] } },
    { notifications: { integration_names: ["x"] } },
    "weakens",
  ],
  ["an analyzer whose settings are removed", a({ enabled: true }), { analyzers: {} }, "weakens"],
  ["excludes of an analyzer that had no settings", {}, a({ excludes: ["x"] }), "unclassified"],
  ["excludes of an analyzer that is off", a({ enabled: false }), a({ enabled: false, excludes: ["x"] }), "neutral"],
  ["a risk threshold", { risk_threshold: 1 }, { risk_threshold: 2 }, "unclassified"],
  ["a risk level", a({ risk_level: "low" }), a({ risk_level: "high" }), "unclassified"],
  ["a confirmation", { show_scan_confirmation: true }, { show_scan_confirmation: false }, "neutral"],
  ["blocking where it was not set", a({}), a({ blocking: true }), "strengthens"],
  ["not blocking where it was not set", a({}), a({ blocking: false }), "unclassified"],
  ["blocking that is not set any more", a({ blocking: true }), a({}), "weakens"],
  ["not blocking that is not set any more", a({ blocking: false }), a({}), "unclassified"],
  ["comments that are not set any more", { comment: "enabled" }, {}, "weakens"],
  ["silent comments that are not set any more", { comment: "silent" }, {}, "unclassified"],
  ["comments of a kind that is newer than we are", loud, { comment: "enabled" }, "unclassified"],
  ["comments that become of such a kind", { comment: "enabled" }, loud, "unclassified"],
  [
    "the first integration",
    { notifications: { enabled: true } },
    { notifications: { enabled: true, integration_names: ["x"] } },
    "strengthens",
  ],
  [
    "the last integration that is dropped",
    { notifications: { integration_names: ["x"] } },
    { notifications: { integration_names: [] } },
    "weakens",
  ],
  ["the first exclude", a({ enabled: true }), a({ enabled: true, excludes: ["x"] }), "weakens"],
  ["no exclude any more", a({ excludes: ["x"] }), a({ excludes: [] }), "strengthens"],
  [
    "a field of an analyzer that nobody knows",
    a({ enabled: true }),
    a({ enabled: true, risk_level: "new" }),
    "unclassified",
  ],
];

test.each(cases)("%s", (_title, before, after, expected) => {
  expect(diff(before, after).map((each) => each.class)).toEqual([expected]);
});

test.each<[readonly SecurityClass[], SecurityClass, SecurityClass]>([
  [["strengthens", "weakens"], "weakens", "unclassified"],
  [["strengthens", "unclassified"], "unclassified", "strengthens"],
  [["neutral", "weakens", "unclassified"], "weakens", "weakens"],
  [["neutral"], "neutral", "neutral"],
  [["unclassified", "neutral"], "unclassified", "unclassified"],
  [["strengthens", "neutral"], "strengthens", "strengthens"],
  [[], "neutral", "neutral"],
])("%j is %s as one change and %s as a move", (classes, asChange, asMove) => {
  expect(worst(classes)).toBe(asChange);
  expect(overall(classes)).toBe(asMove);
});

test.each<[string, Settings, Settings, string | undefined]>([
  ["weakens", a({ blocking: true }), a({ blocking: false }), "no longer blocks pull requests"],
  ["strengthens", a({ blocking: false }), a({ blocking: true }), "blocks pull requests"],
  ["is unclassified", a({}), a({ blocking: false }), undefined],
  ["is unclassified, and has no words", { risk_threshold: 1 }, { risk_threshold: 2 }, undefined],
  [
    "is neutral, since the analyzer is off",
    a({ enabled: false, blocking: true }),
    a({ enabled: false, blocking: false }),
    undefined,
  ],
])("a change that %s is told in the words of its field", (_what, before, after, note) => {
  const [only] = diff(before, after);
  expect(only?.note).toBe(note);
  if (note === undefined) expect(only).not.toHaveProperty("note");
});

test("every class has its place, from what a reviewer must see first to what changes nothing", () => {
  const place: Record<SecurityClass, number> = { weakens: 0, unclassified: 1, strengthens: 2, neutral: 3 };
  expect(severity.map((each) => place[each])).toEqual([0, 1, 2, 3]);
});

test("the first rules that narrow a new analyzer are unclassified, and what else it gains counts", () => {
  const found = diff({}, { analyzers: { a: { enabled: true, includes: ["x"], excludes: ["y"] } } });
  expect(found.map(({ path, class: verdict }) => [path, verdict])).toEqual([
    ['analyzers["a"].enabled', "strengthens"],
    ['analyzers["a"].excludes', "unclassified"],
    ['analyzers["a"].includes', "unclassified"],
  ]);
});

test("differences come in the order of the model, and keys in their own order", () => {
  const before: Settings = {
    code_policies: [{ id: "z" }, { id: "b" }],
    analyzers: { z: {}, b: {} },
    comment: "silent",
  };
  const after: Settings = {
    analyzers: { a: { silent: true } },
    code_policies: [{ id: "a" }, { id: "b", blocking: true }],
  };
  expect(diff(before, after).map(({ path, removes, setting }) => [path, removes, setting])).toEqual([
    ["comment", true, "comment"],
    ['analyzers["a"].silent', false, "analyzers"],
    ['analyzers["b"]', true, "analyzers"],
    ['analyzers["z"]', true, "analyzers"],
    ['code_policies["a"]', false, "code_policies"],
    ['code_policies["b"].blocking', false, "code_policies"],
    ['code_policies["z"]', true, "code_policies"],
  ]);
  expect(diff({ comment: "silent" }, {})[0]).not.toHaveProperty("after");
  expect(diff({}, { comment: "silent" })[0]).not.toHaveProperty("before");
});

const running: Settings = a({ enabled: true, blocking: false });

test("what is switched off gains nothing by blocking", () => {
  const classes = diff(running, a({ enabled: false, blocking: true })).map((each) => each.class);
  expect(overall(classes)).toBe("weakens");
});

test("what is switched on loses nothing by leaving files out", () => {
  const classes = diff(a({ enabled: false }), a({ enabled: true, excludes: ["x"] })).map((each) => each.class);
  expect(overall(classes)).toBe("strengthens");
});

test("integrations of notifications that are off gain nothing", () => {
  const notifications = { enabled: false, integration_names: ["x"] };
  const [only] = diff({ notifications: { enabled: false } }, { notifications });
  expect(only?.class).toBe("neutral");
});

describe("a move", () => {
  const moved = (from: Settings, to: Settings) =>
    planned(
      desired([declare("to", to)], give("to", names("r"))),
      live({ from: { settings: from, has: ["r"] }, to: { settings: to } }),
    ).moves[0];

  test("that also gets another risk threshold is not said to strengthen, and says why", () => {
    const move = moved(
      { risk_threshold: 1, ...a({ blocking: false }) },
      { risk_threshold: 99, ...a({ blocking: true }) },
    );
    expect(move).toMatchObject({
      class: "unclassified",
      note: 'stronger in analyzers["a"].blocking; of unknown direction: risk_threshold',
    });
  });

  test("that weakens in one thing stays a weakening, whatever else is of unknown direction", () => {
    const move = moved(
      { risk_threshold: 1, comment: "enabled", ...a({ silent: false }) },
      { risk_threshold: 2, comment: "silent", ...a({ silent: true }) },
    );
    expect(move).toMatchObject({
      class: "weakens",
      note: 'weaker in comment, analyzers["a"].silent; of unknown direction: risk_threshold',
    });
  });

  test("that strengthens or changes nothing that counts has no note", () => {
    expect(moved({ comment: "silent" }, { comment: "enabled" })).not.toHaveProperty("note");
    expect(moved({ show_scan_confirmation: true }, { show_scan_confirmation: false })).toMatchObject({
      class: "neutral",
    });
  });

  test("to where a risk threshold is first set strengthens by what else it gains", () => {
    const move = moved(a({ blocking: false }), { risk_threshold: 3, ...a({ blocking: true }) });
    expect(move?.class).toBe("strengthens");
  });

  test("that weakens names what gets weaker", () => {
    expect(moved({ comment: "enabled" }, { comment: "silent" })).toMatchObject({
      class: "weakens",
      note: "weaker in comment",
    });
  });
});
