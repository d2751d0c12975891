import fc from "fast-check";
import type { Settings } from "../../../src/model/settings";
import { corrected, restore } from "../../../src/reconcile/apply/three-way";
import { diff } from "../../../src/reconcile/plan/merge";
import { settings } from "../arbitrary";

interface Row {
  readonly title: string;
  readonly before: Settings;
  readonly after: Settings;
  readonly now: Settings;
  readonly lost?: readonly string[];
  readonly shown?: readonly string[];
  readonly result: Settings;
}

test.each<Row>([
  {
    title: "writes a leaf that the service kept",
    before: { comment: "silent" },
    after: { comment: "enabled" },
    now: { comment: "silent" },
    result: { comment: "enabled" },
  },
  {
    title: "leaves a third value, which is somebody else's",
    before: { comment: "silent", risk_threshold: 1 },
    after: { comment: "enabled", risk_threshold: 3 },
    now: { comment: "disabled", risk_threshold: 1 },
    result: { comment: "disabled", risk_threshold: 3 },
  },
  {
    title: "leaves what somebody else has removed or added",
    before: { comment: "silent", show_scan_confirmation: true },
    after: { comment: "enabled", show_scan_confirmation: true },
    now: { comment: "silent", risk_threshold: 5 },
    result: { comment: "enabled", risk_threshold: 5 },
  },
  {
    title: "restores a leaf that the write itself has removed",
    before: { analyzers: { a: { enabled: true, blocking: true }, b: { enabled: true } } },
    after: { analyzers: { a: { enabled: false, blocking: true }, b: { enabled: true } } },
    now: { analyzers: { a: { enabled: false } } },
    lost: ['analyzers["a"].blocking', 'analyzers["b"].enabled'],
    result: { analyzers: { a: { enabled: false, blocking: true }, b: { enabled: true } } },
  },
  {
    title: "goes leaf by leaf into an analyzer, and keeps one that somebody else has added",
    before: { analyzers: { a: { enabled: true, blocking: false } } },
    after: { analyzers: { a: { enabled: true, blocking: true }, b: { enabled: true } } },
    now: { analyzers: { a: { enabled: false, blocking: false }, own: { silent: true } } },
    result: { analyzers: { a: { enabled: false, blocking: true }, own: { silent: true }, b: { enabled: true } } },
  },
  {
    title: "removes an analyzer that the service kept",
    before: { analyzers: { a: { enabled: true }, b: { enabled: true } } },
    after: { analyzers: { a: { enabled: true } } },
    now: { analyzers: { a: { enabled: true }, b: { enabled: true } } },
    result: { analyzers: { a: { enabled: true } } },
  },
  {
    title: "keeps an analyzer that was to go and that somebody else has changed",
    before: { analyzers: { b: { enabled: true } } },
    after: { analyzers: {} },
    now: { analyzers: { b: { enabled: false } } },
    result: { analyzers: { b: { enabled: false } } },
  },
  {
    title: "removes a policy that the service kept, and keeps one that somebody else has added",
    before: { code_policies: [{ id: "p", enabled: true }] },
    after: { code_policies: [] },
    now: { code_policies: [{ id: "p", enabled: true }, { id: "own" }] },
    result: { code_policies: [{ id: "own" }] },
  },
  {
    title: "compares a set without its order",
    before: { notifications: { integration_names: ["x", "y"] } },
    after: { notifications: { integration_names: ["z"] } },
    now: { notifications: { integration_names: ["y", "x"] } },
    result: { notifications: { integration_names: ["z"] } },
  },
  {
    title: "leaves maps and lists that somebody else has removed whole",
    before: { comment: "silent", analyzers: { a: { enabled: true } }, code_policies: [{ id: "p" }] },
    after: { comment: "enabled", analyzers: { a: { enabled: true } }, code_policies: [{ id: "p" }] },
    now: { comment: "silent" },
    result: { comment: "enabled" },
  },
  {
    title: "adds maps and lists that were absent, with their entries or empty",
    before: {},
    after: { analyzers: { a: { enabled: true } }, code_policies: [] },
    now: {},
    result: { analyzers: { a: { enabled: true } }, code_policies: [] },
  },
  {
    title: "adds an empty map and the entries of a list that were absent",
    before: {},
    after: { analyzers: {}, code_policies: [{ id: "p" }] },
    now: {},
    result: { analyzers: {}, code_policies: [{ id: "p" }] },
  },
  {
    title: "replaces a set that the service has merged with its former members",
    before: { notifications: { integration_names: ["x"] } },
    after: { notifications: { integration_names: ["z"] } },
    now: { notifications: { integration_names: ["z", "x"] } },
    result: { notifications: { integration_names: ["z"] } },
  },
  {
    title: "leaves what was read as planned and is as before again, or with former members: somebody else's",
    before: { comment: "silent", notifications: { integration_names: ["x"] }, analyzers: { a: { enabled: true } } },
    after: { comment: "enabled", notifications: { integration_names: ["z"] }, analyzers: {} },
    now: { comment: "silent", notifications: { integration_names: ["z", "x"] }, analyzers: { a: { enabled: true } } },
    shown: ["comment", "notifications.integration_names", 'analyzers["a"].enabled'],
    result: {
      comment: "silent",
      notifications: { integration_names: ["z", "x"] },
      analyzers: { a: { enabled: true } },
    },
  },
  {
    title: "keeps unknown fields",
    before: {},
    after: { comment: "silent" },
    now: { beta: 1 } as Settings,
    result: { beta: 1, comment: "silent" } as Settings,
  },
])("$title", ({ before, after, now, lost = [], shown = [], result }) => {
  expect(corrected({ before, after, now }, { lost: new Set(lost), shown: new Set(shown) })).toStrictEqual(result);
});

const none = { lost: new Set<string>(), shown: new Set<string>() };
const after: Settings = { notifications: { enabled: true, integration_names: ["a", "b"] } };

test.each([
  ["keeps an empty set of an entry that the write has added: somebody else has emptied it", {}, []],
  [
    "writes a set again that the service kept empty",
    { notifications: { enabled: true, integration_names: [] } },
    ["a", "b"],
  ],
  ["writes a set again that the service never had", { notifications: { enabled: true } }, ["a", "b"]],
])("%s", (_title, before: Settings, names) => {
  const now: Settings = { notifications: { enabled: true, integration_names: [] } };
  expect(corrected({ now, before, after }, none)).toEqual({
    notifications: { enabled: true, integration_names: names },
  });
});

test("writes a set again that the service left out of a new entry", () => {
  expect(corrected({ now: { notifications: { enabled: true } }, before: {}, after }, none)).toEqual(after);
});

/** The service lists patterns in another order each time, which changes nothing. */

const before: Settings = {
  analyzers: { a: { enabled: true, excludes: ["x", "y"] } },
  notifications: { enabled: true },
};
const now: Settings = { analyzers: { a: { enabled: true, excludes: ["y", "x"] } }, notifications: { enabled: true } };

test("removes an analyzer that the service kept and lists in another order", () => {
  const after: Settings = { analyzers: {}, notifications: { enabled: true } };
  expect(corrected({ now, before, after }, none)).toEqual(after);
});

test("keeps an analyzer that was to go where somebody else has changed a pattern", () => {
  const after: Settings = { analyzers: {}, notifications: { enabled: true } };
  const changed: Settings = { ...now, analyzers: { a: { enabled: true, excludes: ["y", "z"] } } };
  expect(corrected({ now: changed, before, after }, none)).toEqual(changed);
});

test("keeps an analyzer that was to go where somebody else has set what this version does not know", () => {
  const after: Settings = { analyzers: {}, notifications: { enabled: true } };
  const changed = { ...now, analyzers: { a: { enabled: true, excludes: ["y", "x"], mode: "deep" } } } as Settings;
  expect(corrected({ now: changed, before, after }, none)).toEqual(changed);
});

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
