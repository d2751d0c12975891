import { profileOfPairs } from "../../src/emulator/profile/profile";
import type { Semantics } from "../../src/reconcile/plan/plan";
import { readingsOf } from "../../src/rehearsal/readings";

test("a reading is called as `scanform emulator --profile` takes it", () => {
  const readings = readingsOf();
  expect(readings[0]?.name).toBe(
    "patch_merge=shallow,bulk_merge=shallow,put_omitted=removed,deep_lists=replaced,update_repositories=added",
  );
  for (const { name, profile } of readings) expect(profileOfPairs(name, "--profile")).toEqual(profile);
  expect(new Set(readings.map(({ name }) => name)).size).toBe(readings.length);
});

test.each<[number, Semantics]>([
  [48, {}],
  [24, { patchMerge: "deep" }],
  [24, { bulkMerge: "entries" }],
  [16, { put: "replaces" }],
  [8, { patchMerge: "shallow", put: "merges" }],
  [4, { patchMerge: "deep", bulkMerge: "entries", put: "keeps" }],
  [4, { patchMerge: "deep", bulkMerge: "deep", put: "replaces", fillsIn: false }],
  [8, { patchMerge: "deep", bulkMerge: "deep", put: "replaces", fillsIn: true }],
])("%i readings are left where a probe has found %j", (count, semantics) => {
  expect(readingsOf(semantics)).toHaveLength(count);
});

test("every reading contains what a probe has found", () => {
  const found: Semantics = { patchMerge: "entries", bulkMerge: "deep", put: "keeps" };
  for (const { profile } of readingsOf(found))
    expect(profile).toMatchObject({ patch_merge: "entries", bulk_merge: "deep", put_omitted: "kept" });
});
