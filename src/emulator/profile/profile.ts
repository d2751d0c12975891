import { listed } from "../../diagnostics/enumeration";
import { z } from "zod";
import { suggestion } from "../../model/suggest";
import { Input, nameProblems } from "../support/problems";
import { readings, type Switch } from "../../api/readings";

const milliseconds = { kind: "number", least: 0, most: 600_000, standard: 0, section: "Speed" } as const;

/**
 * Every question that the specification leaves open, and how slow the emulator is. The schema, the types, the command
 * line and the documentation are derived from this table; `state/` and `http/` implement it.
 */
export const switches = {
  ...readings,
  latency_ms: { ...milliseconds, tried: [2], description: "How long every answer takes, in milliseconds." },
  latency_spread_ms: {
    ...milliseconds,
    tried: [3],
    description: "How much longer it may take by chance, in milliseconds.",
  },
} as const satisfies Readonly<Record<string, Switch>>;

type SwitchName = keyof typeof switches;
export const switchNames = Object.keys(switches) as readonly SwitchName[];

type ValueOf<S extends Switch> = S extends { kind: "choice"; values: readonly (infer V)[] } ? V : number;

/** The behaviour of the service where its specification is silent: a value for every switch. */
export type Profile = { readonly [K in SwitchName]: ValueOf<(typeof switches)[K]> };

/** The default value of every switch. */
export const defaultProfile = Object.fromEntries(
  switchNames.map((name) => [name, switches[name].standard]),
) as unknown as Profile;

/** A partial profile in JSON. */
const profileSchema = z.strictObject(
  Object.fromEntries(switchNames.map((name) => [name, valueSchema(switches[name]).optional()])),
);

function valueSchema(of: Switch): z.ZodType {
  if (of.kind === "choice")
    return z.literal(of.values, { error: ({ input }) => `is ${valueText(input)}. ${allowedValues(of, input)}` });
  const { least, most } = of;
  const rule = `must be a whole number from ${String(least)} to ${String(most)}`;
  return z.int(rule).min(least, rule).max(most, rule);
}

const valueText = (value: unknown): string =>
  value === undefined ? "not a value" : JSON.stringify(value).slice(0, 100);

function allowedValues({ values }: Switch & { readonly kind: "choice" }, input: unknown): string {
  if (values.every((each) => typeof each === "number")) return `It can be ${values.join(" or ")}.`;
  return typeof input === "string"
    ? suggestion(input, values.map(String))
    : `It can be ${listed(values.map(String), 10, "or")}.`;
}

/** A partial profile; each problem suggests the nearest valid name or value. */
export const profileInput = new Input<Partial<Profile>>("the profile", (value) =>
  nameProblems(
    profileSchema.safeParse(value).error,
    (name) => `is not a switch. ${suggestion(name, switchNames, switchNames.length)}`,
  ),
);

/** Parses and validates a partial profile from the text of a JSON file. */
export const readProfile = (text: string, source: string): Partial<Profile> => profileInput.read(text, source);

/** Parses and validates a partial profile of the form `name=value,name=value`. */
export function profileOfPairs(text: string, source: string): Partial<Profile> {
  const pairs = text.split(",").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    const given = value.join("=").trim();
    return [name.trim(), /^-?\d+$/.test(given) ? Number(given) : given];
  });
  return profileInput.check(Object.fromEntries(pairs), source);
}

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
  {
    patch_merge: "replace",
    bulk_merge: "replace",
    patch_without_settings: "removed",
    put_repositories: "dropped",
    defaults: "at_put",
    unlisted_entries: "refused",
    triage_again: "refused",
  },
  {
    name_spelling: "composed",
    empty: "dropped",
    stored_lists: "unique",
    unknown_repositories: "ignored",
    delete_held: "refused",
    deleted_holders: "dangling",
    read_lag_ms: 30,
    read_lag_of: "lists",
  },
];

/** The default profile, and profiles that combine several unfavourable switches. */
export const combinedVariants: readonly Variant[] = [
  { name: "default", profile: defaultProfile },
  ...combinations.map(createVariant),
];

/** The combined variants and every switch by itself. */
export const variants: readonly Variant[] = [...combinedVariants, ...singleVariants];
