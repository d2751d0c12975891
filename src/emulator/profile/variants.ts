import { defaultProfile, type Profile } from "./profile";
import { type Switch, switches, switchNames } from "./switches";

/** One possible behaviour of the service, for tests that must pass under all of them. */
export interface Variant {
  readonly name: string;
  readonly profile: Profile;
}

const createVariant = (given: Partial<Profile>): Variant => ({
  name: Object.entries(given)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(","),
  profile: { ...defaultProfile, ...given },
});

const otherValues = (of: Switch): readonly (string | number)[] =>
  of.kind === "number" ? of.tried : of.values.filter((value) => value !== of.standard);

/** One variant for each value of each switch other than its default. */
const singleVariants = switchNames.flatMap((name) =>
  otherValues(switches[name]).map((value) => createVariant({ [name]: value })),
);

const combinations: readonly Partial<Profile>[] = [
  {
    patch_merge: "deep",
    bulk_merge: "deep",
    put_omitted: "merged",
    deep_lists: "merged",
    update_repositories: "whole_set",
  },
  {
    patch_merge: "deep",
    bulk_merge: "shallow",
    put_omitted: "kept",
    write_answer: "before",
    patch_name: "optional",
    page_size: 25,
  },
  { defaults: "always", unset: "null", order: "shuffled", page_size: 200, page_size_most: 100 },
  { defaults: "at_create", unset: "absent", delete_status: 200, put_omitted: "kept" },
  { page_size: 10, page_query: "page_only", page_envelope: "pagination", order: "shuffled" },
  { page_size: 10, page_query: "ignored" },
  { page_size: 20, page_size_most: 50, unset: "absent", defaults: "always" },
  { bulk_unknown: "refused", assign_unknown: "reported", error_item: "nested", ids_most: 5, ids_status: 413 },
  { bulk_unknown: "reported", assign_unknown: "reported", error_item: "by_id", names: "unique" },
  { rate_limit: 50, rate_window: "fixed_window", retry_after: "date", latency_ms: 1, latency_spread_ms: 2 },
  { read_lag_ms: 30, write_answer: "before", patch_merge: "deep", defaults: "always" },
];

/** The default profile, and profiles that combine several unfavourable switches. */
export const combinedVariants: readonly Variant[] = [
  { name: "default", profile: defaultProfile },
  ...combinations.map(createVariant),
];

/** The combined variants and every switch by itself. */
export const variants: readonly Variant[] = [...combinedVariants, ...singleVariants];
