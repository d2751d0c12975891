/** What else a sentence may mean, where no switch of the emulator shows it. */
export interface FurtherReading {
  /** The words of the specification that leave it open. */
  readonly quote: string;
  /** What the service may do. */
  readonly may: string;
  /** Why nothing that scanform sends or believes rests on it, or how it is found out. */
  readonly holds: string;
  /** The test of that; absent where nothing rests on it. */
  readonly test?: string;
}

const settings = "Settings object (`configuration.configuration`) as accepted on write";
const lists = "Most list endpoints return an object with a top-level array `data`.";
const holder = "configuration_id | string uuid, N | currently assigned configuration";
const errors =
  "Statuses and bodies for invalid input (for example missing days, bad enum value), unauthenticated, forbidden and server errors: not shown.";

/** Beside `readings.ts`: those that would cost more in the emulator than they show. */
export const furtherReadings = {
  listed_settings: {
    quote: "configuration | object, N | settings, see below",
    may: "Lists leave the settings out as null, and only the GET of one configuration has them.",
    holds:
      "Right before each write that configuration is read by itself; a leaf that differs from the list is withheld.",
    test: "test/reconcile/apply/withheld.test.ts",
  },
  hidden_repositories: {
    quote: "enabled | boolean | R; whether the repository is enabled for scanning",
    may: "Repositories that are disabled, or that the key may not see, are not listed.",
    holds:
      "They are not known, so a PUT that names all repositories cannot name them. Where `repositories` is the whole set they lose their configuration; only writes that need a PUT, or give repositories, name any.",
  },
  hidden_configurations: {
    quote: lists,
    may: "A configuration that repositories have, such as a default, is not listed.",
    holds: "An id that repositories have and no list has is asked for by itself before anything rests on the list.",
    test: "test/reconcile/refresh/complete-lists.test.ts",
  },
  unassigned: {
    quote: holder,
    may: "A repository without a configuration has the settings of a default one.",
    holds: "Nothing is known of what it has: the verdict takes every leaf as not set.",
    test: "test/model/leaf-verdict.test.ts",
  },
  id_case: {
    quote: "Identifiers are UUID strings unless stated.",
    may: "An id is spelled in capitals in one answer, and in small letters in another or in a declaration.",
    holds:
      "Ids of policies, findings and accounts are compared in any case. Others are used as the service lists them; a declared one that it does not list so is an error with a hint.",
    test: "test/terraform/resources/names-and-ids.test.ts",
  },
  unknown_settings: {
    quote: settings,
    may: "Answers have settings, or values, that are newer than the specification. A body with them is kept, refused, or taken without them.",
    holds:
      "They go back as they came. A refusal is reported with the leaves that nobody declared, and a loss by the read-back.",
    test: "test/cli/other-services.test.ts",
  },
  null_settings: {
    quote: "Notation: N means the value may be null.",
    may: "A null in a body removes a value, as in a JSON merge patch, or is refused.",
    holds:
      "No body has a null of ours: what is null counts as not set. A null within settings that are not known goes back as it came.",
    test: "test/model/field-decoder.test.ts",
  },
  changed_values: {
    quote: "risk_threshold | integer; risk_level (string: info, low, medium, high, critical, fail, risky)",
    may: "A value is stored as another one: a number within limits, `fail` as `critical`, the slug of a destination for its name, a pattern in another spelling.",
    holds: "The read-back names the leaf that does not hold what was declared.",
    test: "test/reconcile/apply/read-back.test.ts",
  },
  coupled_leaves: {
    quote: "Analyzer setting: enabled (boolean), silent (boolean), blocking (boolean)",
    may: "One leaf changes another: what blocks cannot be silent.",
    holds:
      "Every leaf of what was written is read back, declared or not, and one that is neither as before nor as written is an error.",
    test: "test/reconcile/apply/read-back.test.ts",
  },
  unset_switches: {
    quote: "enabled (boolean), silent (boolean), blocking (boolean)",
    may: "A switch that is not set is on, off, or that of the analyzer's default configuration.",
    holds: "The verdict has no direction for it, or takes the worst case.",
    test: "test/model/leaf-verdict.test.ts",
  },
  pattern_syntax: {
    quote: "excludes (array of string, file patterns to exclude), includes (array of string, file patterns to include)",
    may: "A pattern that begins with `!`, or is empty, turns those before it around; no `includes` are all files, or none.",
    holds: "Such a list is never stronger, and its order counts wherever two are compared.",
    test: "test/model/fingerprint.test.ts",
  },
  created_in_part: {
    quote: "`repositories` (optional array of repository UUIDs to assign the configuration to)",
    may: "A creation makes the configuration and fails at its repositories, or answers before they have it.",
    holds: "The places of the repositories are read back as the settings are.",
    test: "test/reconcile/apply/read-back.test.ts",
  },
  created_again: {
    quote: "POST /v1/accounts/{account_id}/configurations | create body | 201",
    may: "A POST with a name that is there changes that configuration, in place of a second one or a refusal.",
    holds:
      "A configuration is created only where the whole list has none of its name, and a lost answer is looked for before a second POST.",
    test: "test/reconcile/apply/create.test.ts",
  },
  applied_later: {
    quote: "applied to every listed configuration",
    may: "A bulk_update is answered before it is done, or done for some and then not for the others.",
    holds: "Success is what a read after the last write shows, with some grace; counts in answers are not believed.",
    test: "test/reconcile/apply/read-back.test.ts",
  },
  counts: {
    quote: "200 {updated_count (integer), total_count (integer), errors (array of objects)}",
    may: "The counts are of those that were named, found, or really changed.",
    holds: "No count is read.",
  },
  selectors: {
    quote: "repositories are selected by any of the three",
    may: "Several selectors select what all of them name; a pattern of LIKE has other wildcards, or ignores case.",
    holds: "Only ids are sent: rules are expanded when planning.",
  },
  taken_repositories: {
    quote: holder,
    may: "A repository that has a configuration, or is disabled, is passed over by an assignment or a creation.",
    holds: "The places of the repositories are read back, and those that have not arrived are tried once more.",
    test: "test/reconcile/apply/second-attempt.test.ts",
  },
  deleted_softly: {
    quote: "DELETE /v1/accounts/{account_id}/configurations/{id} | none | permanent",
    may: "What is deleted is not listed, and still answers to its own GET, or keeps its name.",
    holds:
      "A list that lacks an id that answers is taken as cut, so that a plan with deletions is refused; a name that is taken is a refused creation.",
    test: "test/reconcile/refresh/complete-lists.test.ts",
  },
  other_statuses: {
    quote: errors,
    may: "Other statuses mean the same: 400 or 409 for 422, 410 for 404, 403 for a limit.",
    holds: "A 4xx is a refusal, which is reported; only 404, 413, 422 and 429 lead to anything else.",
    test: "test/service/caller.test.ts",
  },
  inactive_accounts: {
    quote: "active | boolean | R; whether the account is active",
    may: "An inactive account refuses writes, or everything.",
    holds: "That is a refusal like any other, which says that the account is listed as inactive.",
    test: "test/cli/list.test.ts",
  },
  triage_answers: {
    quote: "Response bodies of the three triage operations: not shown.",
    may: "The answer about one finding has another shape, or is 404 for a finding without triage.",
    holds: "Where it says nothing clear, the list of findings is read.",
    test: "test/reconcile/refresh/observe.test.ts",
  },
  triaged_state: {
    quote: "Which state wins when a finding is both triaged and absent from the latest scan: not shown.",
    may: "A triaged finding is dismissed or resolved, and is listed or not.",
    holds: "Only the category is compared.",
  },
  shifting_findings: {
    quote: "Results are sorted by created_at, newest first.",
    may: "A finding that comes while pages are read moves the others, so that one comes twice or not at all.",
    holds: "Findings are counted for the reader of a plan. No write rests on a count.",
  },
  queued_deepscans: {
    quote: "POST to trigger returns 202 and the deepscan is queued.",
    may: "A second trigger makes a second deepscan, or none while one is queued.",
    holds: "It is sent once, and not again when its answer was lost.",
    test: "test/terraform/resources/deepscan.test.ts",
  },
} as const satisfies Readonly<Record<string, FurtherReading>>;
