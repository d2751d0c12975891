/** A switch of a profile. `tried` lists the numbers that the variants use. */
export type Switch = { readonly description: string; readonly section: string } & (
  | { readonly kind: "choice"; readonly values: readonly (string | number)[]; readonly standard: string | number }
  | {
      readonly kind: "number";
      readonly least: number;
      readonly most: number;
      readonly standard: number;
      readonly tried: readonly number[];
    }
);

/** One of several values, of which the first is the default. */
const choice = <
  const S extends string,
  const V extends readonly [string | number, ...(string | number)[]],
  const D extends string,
>(
  section: S,
  values: V,
  description: D,
) => ({ kind: "choice", values, standard: values[0] as V[0], section, description }) as const;

/**
 * Every question that the specification leaves open, as a switch with its values, its default and its
 * effect. The schema, the types, the command line and the documentation are derived from this table;
 * `state/write-semantics.ts` and `http/` implement it.
 */
export const switches = {
  patch_merge: choice(
    "Writes",
    ["shallow", "deep", "entries", "replace"],
    "PATCH puts each top-level field that is given in the place of the old one, or merges into it, in all depths or its entries only, such as whole analyzers; or what is given takes the place of all settings.",
  ),
  bulk_merge: choice("Writes", ["shallow", "deep", "entries", "replace"], "The same for bulk_update."),
  put_omitted: choice(
    "Writes",
    ["removed", "kept", "merged"],
    "What PUT does to what it does not give: removes it, keeps top-level fields, or merges into all.",
  ),
  deep_lists: choice(
    "Writes",
    ["replaced", "merged"],
    "A list inside a deep merge replaces the old one, or adds to it; code policies are distinguished by id.",
  ),
  update_repositories: choice(
    "Writes",
    ["added", "whole_set"],
    "`repositories` in PUT and PATCH adds, or is the whole set: all others lose the configuration.",
  ),
  patch_name: choice("Writes", ["required", "optional"], "Whether PATCH needs a name."),
  names: choice(
    "Writes",
    ["repeatable", "unique"],
    "Two configurations may share a name, or the second is refused with 422.",
  ),
  delete_status: choice("Writes", [204, 200], "DELETE of a configuration answers 204, or 200 with a body."),
  write_answer: choice(
    "Writes",
    ["after", "before"],
    "PUT and PATCH answer with the configuration after the write, or as it was before.",
  ),
  unset: choice(
    "Answers",
    ["as_stored", "null", "absent"],
    "A field that nobody ever set comes as it was stored, always as null, or never.",
  ),
  defaults: choice(
    "Answers",
    ["none", "at_create", "always"],
    "Settings that were not given are filled in: never, once at the creation, or again whenever they are missing.",
  ),
  order: choice(
    "Answers",
    ["created", "shuffled"],
    "Lists come as they were created, or in another order each time; so do analyzers, patterns and code policies.",
  ),
  page_size: {
    kind: "number",
    least: 0,
    most: 100_000,
    standard: 0,
    tried: [10, 50],
    section: "Lists",
    description: "How many items of a list come at once; 0 is all of them.",
  },
  page_size_most: {
    kind: "number",
    least: 1,
    most: 100_000,
    standard: 100,
    tried: [7],
    section: "Lists",
    description: "The largest per_page that has an effect, where lists are paged.",
  },
  page_query: choice(
    "Lists",
    ["honoured", "page_only", "ignored", "refused"],
    "Where lists are paged: page and per_page count, only page does, neither does, or both are refused with 422.",
  ),
  page_envelope: choice(
    "Lists",
    ["none", "pagination"],
    "A paged list comes with nothing, or with `pagination` as all_findings has it.",
  ),
  bulk_unknown: choice(
    "Many at once",
    ["reported", "refused"],
    "An unknown id in bulk_update is reported under `errors`, or refuses the whole request with 422.",
  ),
  assign_unknown: choice(
    "Many at once",
    ["refused", "reported"],
    "The same for an unknown repository in assign_repositories.",
  ),
  error_item: choice(
    "Many at once",
    ["id_and_error", "message", "nested", "by_id"],
    "What an item of `errors` looks like.",
  ),
  ids_most: {
    kind: "number",
    least: 0,
    most: 1_000_000,
    standard: 0,
    tried: [3],
    section: "Many at once",
    description: "How many ids one request may name; 0 is any number.",
  },
  ids_status: choice("Many at once", [422, 413], "The status of a request that names too many ids."),
  rate_limit: {
    kind: "number",
    least: 0,
    most: 1_000_000,
    standard: 0,
    tried: [20],
    section: "Speed",
    description: "How many requests per second are answered; the others get 429. 0 is any number.",
  },
  rate_window: choice("Speed", ["token_bucket", "fixed_window"], "How the requests of a second are counted."),
  retry_after: choice(
    "Speed",
    ["seconds", "date", "none"],
    "Retry-After on a 429 is a number of seconds, a date, or missing.",
  ),
  latency_ms: {
    kind: "number",
    least: 0,
    most: 600_000,
    standard: 0,
    tried: [2],
    section: "Speed",
    description: "How long every answer takes, in milliseconds.",
  },
  latency_spread_ms: {
    kind: "number",
    least: 0,
    most: 600_000,
    standard: 0,
    tried: [3],
    section: "Speed",
    description: "How much longer it may take by chance, in milliseconds.",
  },
  read_lag_ms: {
    kind: "number",
    least: 0,
    most: 600_000,
    standard: 0,
    tried: [40],
    section: "Speed",
    description:
      "GET answers what configurations and repositories were so many milliseconds ago; scans, findings and triage as they are.",
  },
} as const satisfies Readonly<Record<string, Switch>>;

export type SwitchName = keyof typeof switches;
export const switchNames = Object.keys(switches) as readonly SwitchName[];
