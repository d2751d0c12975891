import fc from "fast-check";
import { type Case, cases } from "./case";
import { brokenBy, left, leavesOf } from "./promises";
import { applyOnce } from "./run";
import { serviceOf } from "./service";

const runs = Number(process.env["SOAK_RUNS"] ?? 300);

async function survived({ live, desired, prune, profile, trouble, concurrency }: Case): Promise<void> {
  const t0 = performance.now();
  let tt: number[] = [];
  const service = await serviceOf({ live, profile, concurrency });
  try {
    tt.push(performance.now() - t0);
    const first = await applyOnce(service, desired, prune, trouble.faults);
    expect(brokenBy(first, desired, prune, profile)).toEqual([]);
    tt.push(performance.now() - t0);
    await service.sleep(1000);
    const second = await applyOnce(service, desired, prune);
    expect(brokenBy(second, desired, prune, profile)).toEqual([]);
    tt.push(performance.now() - t0);
    const rest = left(second.after, desired, prune);
    const unreachable =
      profile.put_omitted === "merged" ||
      profile.deep_lists === "merged" ||
      (profile.ids_most ?? 0) > 0 ||
      (profile.defaults ?? "none") !== "none";
    if (!unreachable && second.refused === undefined) {
      expect(leavesOf(rest)).toEqual([]);
      expect(second.applied?.verified ?? true).toBe(true);
    }
  } catch (thrown) {
    console.error(JSON.stringify({ profile, trouble, concurrency, prune }));
    throw thrown;
  } finally {
    tt.push(performance.now() - t0);
    await service.close();
    tt.push(performance.now() - t0);
    if (tt.at(-1)! > 300)
      console.error(
        tt.map(Math.round).join(" "),
        trouble.kind,
        trouble.amount,
        JSON.stringify(profile),
        concurrency,
        service.emulator.requests.length,
      );
  }
}

test(
  "soak",
  async () => {
    await fc.assert(fc.asyncProperty(cases, survived), {
      numRuns: runs,
      ...(process.env["SEED"] ? { seed: Number(process.env["SEED"]) } : {}),
      ...(process.env["PATH_OF_CASE"] ? { path: process.env["PATH_OF_CASE"] } : {}),
      endOnFailure: process.env["NOSHRINK"] === "1",
    });
  },
  runs * 1000,
);
