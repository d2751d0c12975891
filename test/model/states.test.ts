import fc from "fast-check";
import { compareSettings } from "../../src/model/compare-settings";
import { differences, leafAt, leavesOf, pathOf, settingsOf } from "../../src/model/leaves";
import type { Settings } from "../../src/model/settings";
import { fatesOf, undoneLeaves } from "../../src/model/states";
import { settings } from "../reconcile/arbitrary";

const statesOf = (before: Settings, after: Settings, now: Settings) => ({
  before: leavesOf(before),
  after: leavesOf(after),
  now: leavesOf(now),
});
const back = (before: Settings, after: Settings, now: Settings) =>
  settingsOf(undoneLeaves(statesOf(before, after, now)));

test("leaves give back the settings that they were made of", () => {
  fc.assert(
    fc.property(settings, (each) => {
      expect(settingsOf(new Map(leavesOf(each)))).toEqual(each);
    }),
  );
});

test("a change that nobody has touched since is undoneLeaves whole", () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      expect(compareSettings(back(before, after, after), before)).toEqual([]);
    }),
  );
});

test("where a change did nothing, undoing it changes nothing", () => {
  fc.assert(
    fc.property(settings, settings, (now, held) => {
      const states = statesOf(held, held, now);
      expect(undoneLeaves(states)).toBe(states.now);
    }),
  );
});

test("what somebody else has changed since is not undone", () => {
  fc.assert(
    fc.property(settings, settings, settings, (before, after, now) => {
      const states = statesOf(before, after, now);
      const [fates, left] = [fatesOf(states), undoneLeaves(states)];
      for (const [path, fate] of fates) if (fate === "other") expect(left.get(path)).toBe(states.now.get(path));
    }),
  );
});

/** A setting that this version does not know. */
const later: Settings = Object.fromEntries([["later", { deep: [1] }]]);

const a = (entry: object): Settings => ({ analyzers: { a: entry } });

test.each<{ title: string; now: Settings; before: Settings; after: Settings; left: Settings; others?: string[] }>([
  {
    title: "puts back a leaf and keeps its siblings",
    now: { comment: "enabled", risk_threshold: 9, ...a({ enabled: false, silent: true }) },
    before: { comment: "silent", ...a({ enabled: true }) },
    after: { comment: "enabled", ...a({ enabled: false }) },
    left: { comment: "silent", risk_threshold: 9, ...a({ enabled: true, silent: true }) },
    others: ["risk_threshold", 'analyzers["a"].silent'],
  },
  {
    title: "puts back a setting and a field of an analyzer that this version does not know",
    now: { comment: "enabled", ...a({ enabled: false }) },
    before: { comment: "silent", ...later, ...a({ enabled: false, later: [1] }) },
    after: { comment: "enabled", ...a({ enabled: false }) },
    left: { comment: "silent", ...later, ...a({ enabled: false, later: [1] }) },
  },
  {
    title: "keeps a leaf that is already put back",
    now: { comment: "silent" },
    before: { comment: "silent" },
    after: { comment: "enabled" },
    left: { comment: "silent" },
  },
  {
    title: "keeps and names a leaf that was changed since",
    now: { comment: "disabled", ...a({ risk_level: "low" }) },
    before: { comment: "silent", ...a({ risk_level: "high" }) },
    after: { comment: "enabled", ...a({ risk_level: "medium" }) },
    left: { comment: "disabled", ...a({ risk_level: "low" }) },
    others: ["comment", 'analyzers["a"].risk_level'],
  },
  {
    title: "names a leaf that was removed since, and does not put it back",
    now: {},
    before: { comment: "silent" },
    after: { comment: "enabled" },
    left: {},
    others: ["comment"],
  },
  {
    title: "puts back a removed analyzer",
    now: { analyzers: { b: {} } },
    before: { analyzers: { a: { enabled: true }, b: {} } },
    after: { analyzers: { b: {} } },
    left: { analyzers: { a: { enabled: true }, b: {} } },
  },
  {
    title: "keeps and names a removed analyzer that was added again since",
    now: { comment: "silent", analyzers: { a: { enabled: false } } },
    before: { analyzers: { a: { enabled: true }, b: {} } },
    after: { analyzers: { b: {} } },
    left: { comment: "silent", analyzers: { a: { enabled: false } } },
    others: ['analyzers["a"]', 'analyzers["a"].enabled', 'analyzers["b"]', "comment"],
  },
  {
    title: "names a changed analyzer that was removed since, and does not put it back",
    now: { analyzers: { b: {} } },
    before: { analyzers: { a: { enabled: true }, b: {} } },
    after: { analyzers: { a: { enabled: false }, b: {} } },
    left: { analyzers: { b: {} } },
    others: ['analyzers["a"].enabled', 'analyzers["a"]'],
  },
  {
    title: "keeps and names an added analyzer that was changed since",
    now: { analyzers: { a: { enabled: true, silent: true }, b: {} } },
    before: { analyzers: { b: {} } },
    after: { analyzers: { a: { enabled: true }, b: {} } },
    left: { analyzers: { a: { enabled: true, silent: true }, b: {} } },
    others: ['analyzers["a"]', 'analyzers["a"].enabled', 'analyzers["a"].silent'],
  },
  {
    title: "removes an added analyzer where another was changed since",
    now: { analyzers: { a: { enabled: true }, b: { enabled: true } } },
    before: { analyzers: { b: {} } },
    after: { analyzers: { a: { enabled: true }, b: {} } },
    left: { analyzers: { b: { enabled: true } } },
    others: ['analyzers["b"].enabled'],
  },
  {
    title: "removes settings that did not exist before; an empty list is none",
    now: {
      comment: "enabled",
      code_policies: [{ id: "p" }],
      analyzers: { a: {} },
      notifications: { enabled: true, integration_names: ["x"] },
    },
    before: {},
    after: {
      comment: "enabled",
      code_policies: [{ id: "p" }],
      analyzers: { a: {} },
      notifications: { enabled: true, integration_names: ["x"] },
    },
    left: { code_policies: [], analyzers: {} },
  },
  {
    title: "ignores the order of sets",
    now: { notifications: { integration_names: ["y", "x"] } },
    before: { notifications: { integration_names: ["z"] } },
    after: { notifications: { integration_names: ["x", "y"] } },
    left: { notifications: { integration_names: ["z"] } },
  },
  {
    title: "puts back a policy beside one that has come since",
    now: { code_policies: [{ id: "q" }] },
    before: { code_policies: [{ id: "p" }] },
    after: { code_policies: [] },
    left: { code_policies: [{ id: "q" }, { id: "p" }] },
    others: ['code_policies["q"]'],
  },
  {
    title: "keeps unknown fields",
    now: { comment: "enabled", beta: 1 } as Settings,
    before: { comment: "silent" },
    after: { comment: "enabled" },
    left: { comment: "silent", beta: 1 } as Settings,
    others: ["beta"],
  },
])("undoing $title", ({ now, before, after, left, others = [] }) => {
  const fates = fatesOf(statesOf(before, after, now));
  expect(back(before, after, now)).toEqual(left);
  expect([...fates].filter(([, fate]) => fate === "other").map(([path]) => path)).toEqual(others);
});

test.each([
  "notifications.enabled",
  'analyzers["xss"]',
  'analyzers["xss"].enabled',
  'code_policies["p"] (2)',
  '["newer"]',
  "newer (2)",
  "",
])("a setting of the service called %j is a leaf by itself, whatever else the settings have", (name) => {
  const known: Settings = {
    analyzers: { xss: { enabled: true } },
    code_policies: [{ id: "p" }, { id: "p", enabled: true }],
    notifications: { enabled: true },
  };
  const settings = { ...known, [name]: true } as Settings;
  const leaves = leavesOf(settings);
  expect(leaves.size).toBe(leavesOf(known).size + 1);
  expect(settingsOf(new Map(leaves))).toEqual(settings);
  const [path = "", ...others] = differences(leavesOf(known), leaves);
  expect(others).toEqual([]);
  expect(leafAt(path)).toEqual({ setting: name });
  expect(pathOf({ setting: name })).toBe(path);
  expect(compareSettings(known, settings)).toMatchObject([{ setting: name, path, after: true }]);
});

test("places are made once for all configurations, and are forgotten when there are very many of them", () => {
  const settings: Settings = { comment: "silent", analyzers: { xss: { enabled: true } } };
  const path = 'analyzers["xss"].enabled';
  const remembered = () => [...[...leavesOf(settings).values()].map(({ place }) => place), leafAt(path)];
  const before = remembered();
  const isKept = (): readonly boolean[] => remembered().map((each, at) => each === before[at]);
  expect(isKept()).toEqual(before.map(() => true));
  const slugs = Array.from({ length: 50_000 }, (_, at) => String(at));
  leavesOf({ analyzers: Object.fromEntries(slugs.map((slug) => [slug, {}])) });
  for (const slug of slugs) leafAt(`analyzers["${slug}"]`);
  expect(isKept()).toEqual(before.map((each) => each.key === undefined)); // the settings themselves are few
  expect(remembered()).toEqual(before);
});
