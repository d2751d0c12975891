import type { Profile } from "../../../src/emulator";
import type { Observed } from "../../../src/model/entities";
import type { Reading } from "../../reconcile/readings";
import { serviceOf } from "../service";
import { otherService, type Played } from "./other-service";

type Play = (live: Observed, profile: Partial<Profile>, concurrency: number) => Promise<Played>;

/** Who plays a reading. */
export const players = {
  "the emulator": async (live, profile, concurrency) => {
    const { emulator, ...service } = await serviceOf({ live, profile, concurrency });
    const written = (): number =>
      emulator.requests.filter(({ method, path }) => method !== "GET" && path.startsWith("/v1/")).length;
    return { ...service, written };
  },
  "another service": (live, profile, concurrency) => otherService(live, inOwnWords(profile), concurrency),
} as const satisfies Readonly<Record<string, Play>>;

const puts = {
  removed: "replaces",
  kept: "keeps omitted fields",
  merged: "merges leaf by leaf",
} as const satisfies Record<Profile["put_omitted"], Reading["put"]>;

/** The emulator's switches as a reading of the account that was written apart from it. */
function inOwnWords(profile: Partial<Profile>): Reading {
  const { patch_merge, bulk_merge, put_omitted, deep_lists, update_repositories } = profile;
  return {
    merge: patch_merge ?? "shallow",
    bulk: bulk_merge ?? "shallow",
    put: puts[put_omitted ?? "removed"],
    lists: deep_lists === "merged" ? "add up" : "replace",
    repositories: update_repositories === "whole_set" ? "is the whole set" : "adds",
    omitted: "keeps",
  };
}
