/**
 * What the specification leaves open, sentence by sentence. Nothing that scanform sends or believes may be wrong under
 * any of these. The emulator has a switch for each of `readings`, whose behaviour is in its `state/` and `http/`; the
 * conformance suite tries them all, and the soak random ones together.
 * A sentence is quoted so that a reader can ask what else it may mean: a new answer is a new value, or a new entry.
 * The tests' second service, `test/reconcile/readings.ts`, is written apart and does not follow this table.
 */

/** One of several values, or a whole number. `tried` lists the numbers that the tests use. */
export type Switch = { readonly section: string; readonly description: string } & (
  | { readonly kind: "choice"; readonly values: readonly (string | number)[]; readonly standard: string | number }
  | {
      readonly kind: "number";
      readonly least: number;
      readonly most: number;
      readonly standard: number;
      readonly tried: readonly number[];
    }
);

/** A switch, and the words of the specification that leave it open. */
export type Reading = Switch & { readonly quote: string };

/** One of several values, of which the first is the default. */
const choice = <const V extends readonly [string | number, ...(string | number)[]]>(
  section: string,
  quote: string,
  values: V,
  description: string,
) => ({ kind: "choice", values, standard: values[0] as V[0], section, quote, description }) as const;

/** A number of which 0, or another default, decides nothing. */
const count = (section: string, quote: string, most: number, tried: readonly number[], description: string) =>
  ({ kind: "number", least: 0, most, standard: 0, tried, section, quote, description }) as const;

const partial = "only the fields provided are updated";
const updates =
  "updates (object, required; the settings object fields comment, show_scan_confirmation, risk_threshold, analyzers, code_policies, notifications), applied to every listed configuration";
const putAndPatch = "Difference in semantics between PUT and PATCH beyond the partial-update rule of PATCH: not shown.";
const repositories = "`repositories` (optional array of repository UUIDs to assign the configuration to)";
const body =
  "object with `configuration` (required) holding `name` (string, required) and `configuration` (settings object)";
const lists =
  "excludes (array of string, file patterns to exclude), includes (array of string, file patterns to include)";
const holder = "configuration_id | string uuid, N | currently assigned configuration";
const missing =
  "An addressed item is not found (documented for SCA results of a deepscan and the SBOM of a deepscan; stated generally for endpoints) | 404";
const invalid =
  "Statuses and bodies for invalid input (for example missing days, bad enum value), unauthenticated, forbidden and server errors: not shown.";
const paging =
  "List endpoints other than all_findings are documented without pagination parameters; pagination behaviour for them: not shown.";
const errors = "Shape of the items of `errors` in bulk and assign responses: not shown.";
const manyIds = "Maximum request body size and maximum number of ids in bulk_update or assign_repositories: not shown.";
const rates = "Rate limits: not shown.";
const triage =
  "Setting a category on an already triaged finding replaces it is not stated; only set, get and remove are given.";

export const readings = {
  patch_merge: choice(
    "Writes",
    partial,
    ["shallow", "deep", "entries", "replace"],
    "PATCH puts each top-level field that is given in the place of the old one, or merges into it, in all depths or its entries only, such as whole analyzers; or what is given takes the place of all settings.",
  ),
  patch_without_settings: choice(
    "Writes",
    partial,
    ["kept", "removed"],
    "A PATCH with a name and no settings keeps the settings, or removes them: the field that is provided is all of `configuration`.",
  ),
  patch_name: choice("Writes", body, ["required", "optional"], "Whether PATCH needs a name."),
  bulk_merge: choice("Writes", updates, ["shallow", "deep", "entries", "replace"], "As patch_merge, for bulk_update."),
  put_omitted: choice(
    "Writes",
    putAndPatch,
    ["removed", "kept", "merged"],
    "What PUT does to what it does not give: removes it, keeps top-level fields, or merges into all.",
  ),
  put_repositories: choice(
    "Writes",
    putAndPatch,
    ["kept", "dropped"],
    "PUT without `repositories` keeps those that the configuration has, or drops them.",
  ),
  deep_lists: choice(
    "Writes",
    partial,
    ["replaced", "merged"],
    "A list inside a deep merge replaces the old one, or adds to it; code policies are distinguished by id.",
  ),
  update_repositories: choice(
    "Writes",
    repositories,
    ["added", "whole_set"],
    "`repositories` in PUT and PATCH adds, or is the whole set: all others lose the configuration.",
  ),
  unknown_repositories: choice(
    "Writes",
    repositories,
    ["refused", "ignored"],
    "An unknown id in `repositories`, such as of a repository that was deleted, refuses the whole request with 422, or is passed over.",
  ),
  unlisted_entries: choice(
    "Writes",
    "Only enabled and visible analyzers are listed.",
    ["accepted", "refused", "dropped"],
    "An analyzer or code policy in a body that the account does not list, such as one that was switched off later, is stored, refuses the whole request with 422, or is left out.",
  ),
  names: choice(
    "Writes",
    "name | string, N",
    ["repeatable", "unique"],
    "Two configurations may share a name, or the second is refused with 422.",
  ),
  name_spelling: choice(
    "Writes",
    "name | string, N",
    ["as_given", "trimmed", "lower_case", "composed"],
    "A name is stored as it was given, without blanks around it, in lower case, or in Unicode's normal form C.",
  ),
  empty: choice(
    "Writes",
    lists,
    ["kept", "dropped", "dropped_with_entry"],
    "An empty list is stored, or dropped, alone or with the entry that has nothing else.",
  ),
  stored_lists: choice(
    "Writes",
    lists,
    ["as_given", "sorted", "unique"],
    "Lists are stored as they were given, sorted, or without repetitions; of code policies with one id the last stays.",
  ),
  list_items_most: count("Writes", lists, 100_000, [2], "Longer lists are cut after so many items; 0 is any number."),
  delete_status: choice(
    "Writes",
    "status documented as 204 in the machine-readable description and one reference, as 200 in another",
    [204, 200],
    "DELETE of a configuration answers 204, or 200 with a body.",
  ),
  delete_missing: choice("Writes", missing, [404, 204], "DELETE of what is deleted already answers 404 or 204."),
  delete_held: choice(
    "Writes",
    invalid,
    ["allowed", "refused"],
    "A configuration that repositories have can be deleted, or that is refused with 422.",
  ),
  deleted_holders: choice(
    "Writes",
    holder,
    ["none", "dangling"],
    "Repositories of a deleted configuration have none afterwards, or still name its id.",
  ),
  write_answer: choice(
    "Writes",
    "PUT, PATCH: 200 {data: Configuration}",
    ["after", "before"],
    "PUT and PATCH answer with the configuration after the write, or as it was before.",
  ),
  unset: choice(
    "Answers",
    "N means the value may be null. R means the field is listed as required in the response.",
    ["as_stored", "null", "absent"],
    "A field that nobody ever set comes as it was stored, always as null, or never.",
  ),
  defaults: choice(
    "Answers",
    "configuration | object, N | default analyzer configuration; contents not shown",
    ["none", "at_create", "at_put", "always"],
    "Settings that were not given are filled in: never, once at the creation, at the creation and by each PUT, or again whenever they are missing.",
  ),
  order: choice(
    "Answers",
    "Most list endpoints return an object with a top-level array `data`.",
    ["created", "shuffled"],
    "Lists come as they were created, or in another order each time; so do analyzers, code policies and patterns, unless one may turn the others around.",
  ),
  page_size: count("Lists", paging, 100_000, [10, 50], "How many items of a list come at once; 0 is all of them."),
  page_size_most: {
    ...count("Lists", paging, 100_000, [7], "The largest per_page that has an effect, where lists are paged."),
    least: 1,
    standard: 100,
  },
  page_query: choice(
    "Lists",
    paging,
    ["honoured", "page_only", "ignored", "refused"],
    "Where lists are paged: page and per_page count, only page does, neither does, or both are refused with 422.",
  ),
  page_envelope: choice(
    "Lists",
    paging,
    ["none", "pagination"],
    "A paged list comes with nothing, or with `pagination` as all_findings has it.",
  ),
  bulk_unknown: choice(
    "Many at once",
    "200 {updated_count (integer), total_count (integer), errors (array of objects)}",
    ["reported", "refused"],
    "An unknown id in bulk_update is reported under `errors`, or refuses the whole request with 422.",
  ),
  assign_unknown: choice(
    "Many at once",
    "assigned_count (integer), total_matched (integer), errors (array of objects)",
    ["refused", "reported"],
    "The same for an unknown repository in assign_repositories.",
  ),
  error_item: choice(
    "Many at once",
    errors,
    ["id_and_error", "message", "nested", "by_id"],
    "What an item of `errors` looks like.",
  ),
  ids_most: count("Many at once", manyIds, 1_000_000, [3], "How many ids one request may name; 0 is any number."),
  ids_status: choice("Many at once", invalid, [422, 413], "The status of a request that names too many ids."),
  triage_again: choice(
    "Triage",
    triage,
    ["replaced", "refused", "ignored"],
    "A second category replaces the first, is refused with 422, or is answered with 200 and changes nothing.",
  ),
  triage_missing: choice(
    "Triage",
    "DELETE triage | a category exists",
    [200, 404],
    "The removal of a category that a finding does not have answers 200 or 404.",
  ),
  rate_limit: count(
    "Speed",
    rates,
    1_000_000,
    [20],
    "How many requests per second are answered; the others get 429. 0 is any number.",
  ),
  rate_window: choice("Speed", rates, ["token_bucket", "fixed_window"], "How the requests of a second are counted."),
  retry_after: choice(
    "Speed",
    rates,
    ["seconds", "date", "none"],
    "Retry-After on a 429 is a number of seconds, a date, or missing.",
  ),
  read_lag_ms: count(
    "Speed",
    "GET: 200 {data: Configuration}",
    600_000,
    [40],
    "GET answers what configurations and repositories were so many milliseconds ago; scans, findings and triage as they are.",
  ),
  read_lag_of: choice(
    "Speed",
    "GET: 200 {data: [Configuration]}",
    ["every_read", "lists"],
    "What lags: every GET, or the lists, so that they disagree with the GET of one configuration.",
  ),
} as const satisfies Readonly<Record<string, Reading>>;
