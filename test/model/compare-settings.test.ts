import fc from "fast-check";
import { compareSettings } from "../../src/model/compare-settings";
import { predicateOf } from "../../src/model/leaf-sentence";
import { type LeafVerdict, judgementOf } from "../../src/model/leaf-verdict";
import type { Settings } from "../../src/model/settings";
import { diff } from "../../src/reconcile/plan/target";
import { settings } from "../reconcile/arbitrary";

const a = (setting: object): Settings => ({ analyzers: { a: setting } });
const policy = (setting: object): Settings => ({ code_policies: [{ id: "p", ...setting }] });
const notifications = (setting: object): Settings => ({ notifications: setting });

const on = (entry: object) => a({ silent: true, ...entry });

test("names a removed analyzer that has no leaves", () => {
  expect(compareSettings(a({}), {})).toEqual([
    { path: 'analyzers["a"]', setting: "analyzers", key: "a", before: {}, verdict: "neutral", removes: true },
  ]);
});

test.each<[string, Settings, Settings, string | undefined]>([
  ["no longer blocks", a({ blocking: true }), a({ blocking: false }), "no longer blocks pull requests"],
  ["blocks", a({ blocking: false }), a({ blocking: true }), "blocks pull requests"],
  ["does not block, where that was not set", on({}), on({ blocking: false }), "does not block pull requests"],
  ["does not block, where it was not set", {}, a({ blocking: false }), undefined],
  ["does not run, where it was not set", {}, a({ enabled: false }), ": off"],
  ["is no longer declared to block", a({ blocking: true }), {}, "blocking: no longer set (was on)"],
  ["excludes everything", on({}), on({ excludes: ["*"] }), "scans no files"],
  ["excludes more", on({}), on({ excludes: ["x"] }), "no longer scans some files"],
  [
    "excludes everything, and something is taken back",
    on({}),
    on({ excludes: ["**", "!x"] }),
    "may no longer scan some files",
  ],
  [
    "excludes everything, and something is taken back, where it was not set",
    {},
    a({ excludes: ["**", "!x"] }),
    "may no longer scan some files",
  ],
  ["has no excludes any more", a({ excludes: [] }), {}, "excludes: no longer set (was none)"],
  ["includes less", on({ includes: ["x", "y"] }), on({ includes: ["x"] }), "no longer scans some files"],
  ["includes nothing", on({ includes: ["x"] }), on({ includes: [] }), undefined],
  ["is of unknown direction", { risk_threshold: 1 }, { risk_threshold: 2 }, undefined],
  ["is off", a({ enabled: false }), a({ enabled: false, blocking: true }), undefined],
])("describes that an analyzer %s", (_what, before, after, words) => {
  const [only] = compareSettings(before, after);
  expect(only && predicateOf(only)).toBe(words);
});

test("sorts changes in the order of the model, and then by key", () => {
  const before: Settings = {
    code_policies: [{ id: "z" }, { id: "b" }],
    analyzers: { z: {}, b: {} },
    comment: "silent",
  };
  const after: Settings = {
    analyzers: { a: { silent: true } },
    code_policies: [{ id: "a" }, { id: "b", blocking: true }],
  };
  expect(compareSettings(before, after).map(({ path, removes, setting }) => [path, removes, setting])).toEqual([
    ["comment", true, "comment"],
    ['analyzers["a"].silent', false, "analyzers"],
    ['analyzers["b"]', true, "analyzers"],
    ['analyzers["z"]', true, "analyzers"],
    ['code_policies["a"]', false, "code_policies"],
    ['code_policies["b"].blocking', false, "code_policies"],
    ['code_policies["z"]', true, "code_policies"],
  ]);
  expect(compareSettings({ comment: "silent" }, {})[0]?.after).toBeUndefined();
  expect(compareSettings({}, { comment: "silent" })[0]?.before).toBeUndefined();
});

test("equal settings have no changes", () => {
  fc.assert(
    fc.property(settings, (each) => {
      expect(compareSettings(each, structuredClone(each))).toEqual([]);
    }),
  );
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
  "a setting named %s is compared by its value",
  (name) => {
    const unknown = JSON.parse(`{"${name}": 1}`) as Settings;
    expect(compareSettings({}, unknown)).toEqual([
      { path: name, setting: name, after: 1, verdict: "unclassified", removes: false, isUnwritable: true },
    ]);
    expect(compareSettings(unknown, {})).toMatchObject([{ path: name, before: 1 }]);
  },
);

test("a set that lost a member has changed, although another is there twice", () => {
  const excluding = (...excludes: readonly string[]) => ({ analyzers: { a: { excludes } } });
  expect(compareSettings(excluding("a", "b"), excluding("a", "a"))).toMatchObject([{ verdict: "stronger" }]);
  expect(compareSettings(excluding("a", "b"), excluding("b", "a", "b"))).toEqual([]);
});

describe("the order of patterns", () => {
  const [one, other] = [a({ excludes: ["**", "!a", "b"] }), a({ excludes: ["!a", "**", "b"] })];

  test("the order of patterns is a change where a pattern may turn others around, which only a PUT writes under every reading", () => {
    expect(compareSettings(one, other)).toEqual([
      {
        path: 'analyzers["a"].excludes',
        setting: "analyzers",
        field: "excludes",
        key: "a",
        before: ["**", "!a", "b"],
        after: ["!a", "**", "b"],
        verdict: "unclassified",
        removes: true,
      },
    ]);
    expect(diff(one, other)).toEqual(compareSettings(one, other));
    expect(compareSettings(one, structuredClone(one))).toEqual([]);
  });

  test.each([
    ["nothing when patterns come after the others", ["**", "!a", "b"], ["**", "!a", "b", "c"], false],
    ["the former order when one comes between them", ["**", "!a", "b"], ["**", "c", "!a", "b"], true],
    ["the former order when the first that may turn others comes before them", ["a", "b"], ["!c", "a", "b"], true],
    ["the former list when one of them goes", ["**", "!a"], ["**"], true],
    ["a repetition that counts", ["!a", "a", "!a"], ["!a", "a"], true],
  ])("loses %s", (_, before, after, removes) => {
    expect(compareSettings(a({ excludes: before }), a({ excludes: after }))).toMatchObject([{ removes }]);
  });

  test("the order of patterns is no change where no pattern may", () => {
    expect(compareSettings(a({ includes: ["a", "b"] }), a({ includes: ["b", "a", "b"] }))).toEqual([]);
  });

  test("the order of patterns is none of integrations", () => {
    const named = (...names: readonly string[]) => notifications({ integration_names: names });
    expect(compareSettings(named("!a", "b"), named("b", "!a"))).toEqual([]);
  });
});

const future = { "future-setting": 1 };
const path = (entry: string) => `${entry}.future-setting`;
const writable = {
  "an analyzer": ['analyzers["a"]', a(future), {}],
  notifications: ["notifications", notifications(future), {}],
} as const;

test.each(Object.entries(writable))(
  "a field that is not known goes and comes with %s, which a request can write",
  (_what, [entry, holding, without]) => {
    const { setting, key } = compareSettings(holding, without)[0] ?? {};
    const of = { setting, ...(key === undefined ? {} : { key }), field: "future-setting" };
    const place = { ...of, path: path(entry), verdict: "unclassified" };
    expect(compareSettings(holding, without)).toEqual([{ ...place, before: 1, removes: true }]);
    expect(compareSettings(without, holding)).toEqual([{ ...place, after: 1, removes: false }]);
    expect(diff(holding, without)).toEqual(compareSettings(holding, without));
  },
);

test.each<readonly [string, Settings, Settings]>([
  ["an analyzer that stays", a({ enabled: true, ...future }), a({ enabled: true })],
  ["an analyzer that stays and has no other field", a(future), a({})],
  ["notifications that stay", notifications(future), notifications({})],
  ["a policy that stays", policy(future), policy({})],
  ["the settings as a whole", future as Settings, {}],
])("a field that is not known is compared, and is nothing that a request writes, in %s", (_what, holding, without) => {
  for (const [before, after] of [
    [holding, without],
    [without, holding],
  ] as const) {
    expect(compareSettings(before, after)).toMatchObject([{ isUnwritable: true, removes: false }]);
    expect(diff(before, after)).toEqual([]);
  }
});

test("a field that is not known is listed beside the known ones of an analyzer that goes, and is neutral where that was off", () => {
  const leaves = (enabled: boolean) =>
    diff(a({ enabled, ...future }), {}).map(({ path, verdict, removes }) => [path, verdict, removes]);
  expect(leaves(true)).toEqual([
    ['analyzers["a"].enabled', "weaker", true],
    ['analyzers["a"].future-setting', "unclassified", true],
  ]);
  expect(leaves(false)[1]).toEqual(['analyzers["a"].future-setting', "neutral", true]);
});

test("an analyzer that holds an empty list alone is removed with it", () => {
  expect(compareSettings(a({ excludes: [] }), {})).toMatchObject([{ path: 'analyzers["a"].excludes', removes: true }]);
  expect(compareSettings(a({ enabled: true, excludes: [] }), a({ enabled: true }))).toEqual([]);
});

const judged = (...verdicts: readonly LeafVerdict[]) => judgementOf(verdicts.map((verdict) => ({ verdict })));

test("the class of a repository is the worst of its leaves, in any order", () => {
  expect(judged("neutral", "stronger", "unclassified", "weaker")?.class).toBe("weakens");
  expect(judged("stronger", "unclassified", "neutral")?.class).toBe("unclassified");
  expect(judged("neutral", "stronger")?.class).toBe("strengthens");
  expect(judged("neutral")).toEqual({ class: "neutral", mixed: false });
  expect(judged()).toBeUndefined();
});

test("only what weakens in one leaf and strengthens in another is mixed", () => {
  expect(judged("weaker", "stronger")?.mixed).toBe(true);
  for (const others of [
    ["weaker", "neutral"],
    ["weaker", "unclassified"],
    ["stronger", "unclassified"],
  ] as const)
    expect(judged(...others)?.mixed).toBe(false);
});
