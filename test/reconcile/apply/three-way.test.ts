import fc from "fast-check";
import type { Settings } from "../../../src/model/settings";
import { restore } from "../../../src/reconcile/apply/three-way";
import { diff } from "../../../src/reconcile/plan/merge";
import { settings } from "../arbitrary";

test("restores everything that nobody has changed since", () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      const { settings: back, conflicts } = restore(after, before, after);
      expect(conflicts).toEqual([]);
      // what was not there before cannot be said to be absent, but can be left without meaning
      expect(diff(back, before).filter((each) => each.before !== undefined && each.after !== undefined)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test("changes nothing where the apply changed nothing", () => {
  fc.assert(
    fc.property(settings, settings, (now, held) => {
      expect(restore(now, held, held)).toEqual({ settings: now, conflicts: [] });
    }),
    { numRuns: 50 },
  );
});

/** A setting that this version does not know. */
const later: Settings = Object.fromEntries([["later", { deep: [1] }]]);

const a = (entry: object): Settings => ({ analyzers: { a: entry } });

test.each<{ title: string; now: Settings; before: Settings; after: Settings; back: Settings; conflicts: string[] }>([
  {
    title: "restores a leaf and keeps its siblings",
    now: { comment: "enabled", risk_threshold: 9, ...a({ enabled: false, silent: true }) },
    before: { comment: "silent", ...a({ enabled: true }) },
    after: { comment: "enabled", ...a({ enabled: false }) },
    back: { comment: "silent", risk_threshold: 9, ...a({ enabled: true, silent: true }) },
    conflicts: [],
  },
  {
    title: "restores a setting and a field of an analyzer that this version does not know",
    now: { comment: "enabled", ...a({ enabled: false }) },
    before: { comment: "silent", ...later, ...a({ enabled: false, later: [1] }) },
    after: { comment: "enabled", ...a({ enabled: false }) },
    back: { comment: "silent", ...later, ...a({ enabled: false, later: [1] }) },
    conflicts: [],
  },
  {
    title: "keeps a leaf that is already restored",
    now: { comment: "silent" },
    before: { comment: "silent" },
    after: { comment: "enabled" },
    back: { comment: "silent" },
    conflicts: [],
  },
  {
    title: "keeps and names a leaf that was changed since",
    now: { comment: "disabled", ...a({ risk_level: "low" }) },
    before: { comment: "silent", ...a({ risk_level: "high" }) },
    after: { comment: "enabled", ...a({ risk_level: "medium" }) },
    back: { comment: "disabled", ...a({ risk_level: "low" }) },
    conflicts: ["comment", 'analyzers["a"].risk_level'],
  },
  {
    title: "names a leaf that was removed since, and does not restore it",
    now: {},
    before: { comment: "silent" },
    after: { comment: "enabled" },
    back: {},
    conflicts: ["comment"],
  },
  {
    title: "restores a removed analyzer",
    now: { analyzers: { b: {} } },
    before: { analyzers: { a: { enabled: true }, b: {} } },
    after: { analyzers: { b: {} } },
    back: { analyzers: { a: { enabled: true }, b: {} } },
    conflicts: [],
  },
  {
    title: "keeps and names a removed analyzer that was added again since",
    now: { comment: "silent", analyzers: { a: { enabled: false } } },
    before: { analyzers: { a: { enabled: true }, b: {} } },
    after: { analyzers: { b: {} } },
    back: { comment: "silent", analyzers: { a: { enabled: false } } },
    conflicts: ['analyzers["a"]'],
  },
  {
    title: "names a changed analyzer that was removed since, and does not restore it",
    now: { analyzers: { b: {} } },
    before: { analyzers: { a: { enabled: true }, b: {} } },
    after: { analyzers: { a: { enabled: false }, b: {} } },
    back: { analyzers: { b: {} } },
    conflicts: ['analyzers["a"]'],
  },
  {
    title: "keeps and names an added analyzer that was changed since",
    now: { analyzers: { a: { enabled: true, silent: true }, b: {} } },
    before: { analyzers: { b: {} } },
    after: { analyzers: { a: { enabled: true }, b: {} } },
    back: { analyzers: { a: { enabled: true, silent: true }, b: {} } },
    conflicts: ['analyzers["a"]'],
  },
  {
    title: "empties an added analyzer when another was changed since",
    now: { analyzers: { a: { enabled: true }, b: { enabled: true } } },
    before: { analyzers: { b: {} } },
    after: { analyzers: { a: { enabled: true }, b: {} } },
    back: { analyzers: { a: {}, b: { enabled: true } } },
    conflicts: [],
  },
  {
    title: "empties settings that did not exist before",
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
    back: { code_policies: [], analyzers: {}, notifications: { integration_names: [] } },
    conflicts: [],
  },
  {
    title: "ignores the order of sets",
    now: { notifications: { integration_names: ["y", "x"] } },
    before: { notifications: { integration_names: ["z"] } },
    after: { notifications: { integration_names: ["x", "y"] } },
    back: { notifications: { integration_names: ["z"] } },
    conflicts: [],
  },
  {
    title: "keeps code policies that were changed since, and names them once",
    now: { code_policies: [{ id: "q" }] },
    before: { code_policies: [{ id: "p" }] },
    after: { code_policies: [] },
    back: { code_policies: [{ id: "q" }] },
    conflicts: ["code_policies"],
  },
  {
    title: "keeps unknown fields",
    now: { comment: "enabled", beta: 1 } as Settings,
    before: { comment: "silent" },
    after: { comment: "enabled" },
    back: { comment: "silent", beta: 1 } as Settings,
    conflicts: [],
  },
])("$title", ({ now, before, after, back, conflicts }) => {
  expect(restore(now, before, after)).toEqual({ settings: back, conflicts });
});
