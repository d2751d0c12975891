import type { Profile } from "../emulator/profile/profile";

/** One answer to what the specification leaves open about writes. */
export interface Reading {
  /** As `scanform emulator --profile` takes it. */
  readonly name: string;
  readonly profile: Partial<Profile>;
}

/** The switches of the emulator that a rehearsal turns, with what is tried. */
const open = {
  patch_merge: ["shallow", "deep"],
  bulk_merge: ["shallow", "deep"],
  put_omitted: ["removed", "kept", "merged"],
  deep_lists: ["replaced", "merged"],
  update_repositories: ["added", "whole_set"],
} as const satisfies { readonly [K in keyof Profile]?: readonly Profile[K][] };

/** Each combination of what is open: 48. */
export function readingsOf(): readonly Reading[] {
  const switches: readonly (readonly [string, readonly string[]])[] = Object.entries(open);
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
