import { profileOfPairs } from "../../src/emulator/profile/profile";
import { readingsOf } from "../../src/rehearsal/readings";

test("a reading is called as `scanform emulator --profile` takes it", () => {
  const readings = readingsOf();
  expect(readings[0]?.name).toBe(
    "patch_merge=shallow,bulk_merge=shallow,put_omitted=removed,deep_lists=replaced,update_repositories=added",
  );
  for (const { name, profile } of readings) expect(profileOfPairs(name, "--profile")).toEqual(profile);
  expect(new Set(readings.map(({ name }) => name)).size).toBe(48);
});
