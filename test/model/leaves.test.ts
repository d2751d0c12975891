import { differences, leafAt, leavesOf, pathOf, settingsOf } from "../../src/model/leaves";
import type { Settings } from "../../src/model/settings";
import { compareSettings } from "../../src/model/compare-settings";

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
