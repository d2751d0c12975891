import type { Profile } from "../emulator/profile/profile";
import type { Semantics } from "../reconcile/plan/plan";

/** One answer to what the specification leaves open about writes. */
export interface Reading {
  /** As `scanform emulator --profile` takes it. */
  readonly name: string;
  readonly profile: Partial<Profile>;
}

/** The switches of the emulator that a rehearsal turns, with what is tried where `scanform probe` has not settled it. */
const open = {
  patch_merge: ["shallow", "deep"],
  bulk_merge: ["shallow", "deep"],
  put_omitted: ["removed", "kept", "merged"],
  deep_lists: ["replaced", "merged"],
  update_repositories: ["added", "whole_set"],
} as const satisfies { readonly [K in keyof Profile]?: readonly Profile[K][] };

const putOmitted = { replaces: "removed", keeps: "kept", merges: "merged" } as const;

/** What `scanform probe` has found, as switches. Nothing is filled in unless it has found so. */
const settled = ({
  patchMerge,
  bulkMerge,
  put,
  fillsIn,
}: Semantics): Partial<Record<keyof Profile, readonly string[]>> => ({
  ...(patchMerge === undefined ? {} : { patch_merge: [patchMerge] }),
  ...(bulkMerge === undefined ? {} : { bulk_merge: [bulkMerge] }),
  ...(put === undefined ? {} : { put_omitted: [putOmitted[put]] }),
  ...(fillsIn === true ? { defaults: ["at_create", "always"] } : {}),
});

/** Each combination of what is open: 48 where nothing was probed. */
export function readingsOf(semantics: Semantics = {}): readonly Reading[] {
  const switches = Object.entries({ ...open, ...settled(semantics) });
  const profiles = switches.reduce<readonly Partial<Profile>[]>(
    (all, [name, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
  return profiles.map((profile) => ({
    name: Object.entries(profile)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join(","),
    profile,
  }));
}
