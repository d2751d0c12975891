/** The ways in which a declaration comes to scanform. */
export const ways = ["constructs", "cli", "provider", "library"] as const;
export type WayIn = (typeof ways)[number];

/** What is declared, under the names of Terraform. */
export type Block = "configuration" | "rule" | "rules" | "triage" | "triages" | "provider" | "lookup" | "deepscan";
export type Attributes = Readonly<Record<string, unknown>>;

/** One mistake: the same code, sentence and place in every way in. */
export interface Mistake {
  readonly block: Block;
  readonly attributes: Attributes;
  readonly code: string;
  readonly place: string;
  /** Ways in which nobody can make it, since another program refuses it or there is no such attribute. */
  readonly not?: readonly WayIn[];
}

export const uuid = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

/** Terraform itself checks types, names of attributes, and that required ones are written. */
const terraform: readonly WayIn[] = ["provider"];
/** Resources have code policies as a map by id. */
const noList: readonly WayIn[] = ["cli", "provider"];
const noLibrary: readonly WayIn[] = ["library"];
/** In a resource null is an attribute that is left out. */
const nullIsAbsent: readonly WayIn[] = ["cli", "provider"];

const mistake =
  (block: Block, given: Attributes) =>
  (attributes: Attributes, code: string, place: string, not: readonly WayIn[] = []): Mistake => ({
    block,
    attributes: { ...given, ...attributes },
    code,
    place,
    not,
  });

const configuration = mistake("configuration", { name: "strict" });
const rule = mistake("rule", { configuration_id: uuid, repository_pattern: "%" });
const rules = mistake("rules", {});
const triage = mistake("triage", { finding_id: uuid, category: "accepted_risk", justification: "A test key." });
const triages = mistake("triages", {});
const ofOne = { finding_id: uuid, category: "accepted_risk", justification: "A test key." };
const provider = mistake("provider", {});
const lookup = mistake("lookup", {});
const deepscan = mistake("deepscan", { repository_id: uuid });
const noCli: readonly WayIn[] = ["cli", "library"];

export const mistakes: readonly Mistake[] = [
  // a configuration
  configuration({ name: "" }, "name-empty", "name"),
  configuration({ name: " " }, "name-empty", "name"),
  configuration({ name: "strict " }, "name-padded", "name"),
  configuration({ name: "\tstrict" }, "name-padded", "name"),
  configuration({ name: undefined }, "value-missing", "name", terraform),
  configuration({ name: null }, "value-missing", "name"),
  configuration({ name: 7 }, "value-kind", "name", terraform),
  configuration({ renamed_from: "old" }, "value-kind", "renamed_from", terraform),
  configuration({ renamed_from: [7] }, "value-kind", "renamed_from[0]", terraform),
  configuration({ renamed_from: ["old", null] }, "item-null", "renamed_from"),
  configuration({ renamed_from: ["strict"] }, "renamed-from-itself", "renamed_from"),
  configuration({ exclusive_analyzers: "yes" }, "value-kind", "exclusive_analyzers", terraform),
  configuration({ deletion_protection: 1 }, "value-kind", "deletion_protection", ["provider", "library"]),
  configuration({ force_destroy: [] }, "value-kind", "force_destroy", ["provider", "library"]),
  configuration({ comment: "loud" }, "value-unknown", "comment"),
  configuration({ comment: "enable" }, "value-unknown", "comment"),
  configuration({ comment: true }, "value-kind", "comment", terraform),
  configuration({ coment: "enabled" }, "attribute-unknown", "coment", ["provider", "library"]),
  configuration({ renamed_form: ["old"] }, "attribute-unknown", "renamed_form", terraform),
  configuration({ show_scan_confirmation: 0 }, "value-kind", "show_scan_confirmation", terraform),
  configuration({ risk_threshold: 1.5 }, "not-an-integer", "risk_threshold"),
  configuration({ risk_threshold: 2 ** 53 }, "out-of-range", "risk_threshold"),
  configuration({ risk_threshold: "3" }, "value-kind", "risk_threshold", terraform),
  configuration({ analyzers: ["xss"] }, "value-kind", "analyzers", terraform),
  configuration({ analyzers: { xss: null } }, "entry-null", "analyzers.xss"),
  configuration({ analyzers: { xss: true } }, "value-kind", "analyzers.xss", terraform),
  configuration({ analyzers: { "": {} } }, "key-empty", "analyzers"),
  configuration({ analyzers: { xss: { enabled: "true" } } }, "value-kind", "analyzers.xss.enabled", terraform),
  configuration({ analyzers: { xss: { silent: 1 } } }, "value-kind", "analyzers.xss.silent", terraform),
  configuration({ analyzers: { xss: { blocking: {} } } }, "value-kind", "analyzers.xss.blocking", terraform),
  configuration({ analyzers: { xss: { risk_level: "HIGH" } } }, "value-unknown", "analyzers.xss.risk_level"),
  configuration({ analyzers: { xss: { excludes: "a/**" } } }, "value-kind", "analyzers.xss.excludes", terraform),
  configuration({ analyzers: { xss: { includes: ["a", null] } } }, "item-null", "analyzers.xss.includes"),
  configuration({ analyzers: { xss: { blokcing: true } } }, "attribute-unknown", "analyzers.xss.blokcing", terraform),
  configuration({ code_policies: { "no-logs": {} } }, "id-invalid", 'code_policies["no-logs"]'),
  configuration({ code_policies: { [uuid]: null } }, "entry-null", `code_policies["${uuid}"]`),
  configuration(
    { code_policies: { [uuid]: { enabled: "on" } } },
    "value-kind",
    `code_policies["${uuid}"].enabled`,
    terraform,
  ),
  configuration({ code_policies: [{ id: "no-logs" }] }, "id-invalid", "code_policies[0].id", noList),
  configuration({ code_policies: [{ enabled: true }] }, "value-missing", "code_policies[0].id", noList),
  configuration({ code_policies: [{ id: uuid }, { id: uuid }] }, "entry-repeated", "code_policies", noList),
  configuration({ code_policies: [{ id: uuid, enabled: "on" }] }, "value-kind", "code_policies[0].enabled", noList),
  configuration({ notifications: "chat" }, "value-kind", "notifications", terraform),
  configuration({ notifications: { enabled: 1 } }, "value-kind", "notifications.enabled", terraform),
  configuration({ notifications: { deduplicate: "no" } }, "value-kind", "notifications.deduplicate", terraform),
  configuration(
    { notifications: { integration_names: "chat" } },
    "value-kind",
    "notifications.integration_names",
    terraform,
  ),
  configuration({ timeouts: { create: "48h" } }, "duration-invalid", "timeouts.create", noLibrary),
  configuration({ timeouts: { update: "soon" } }, "duration-invalid", "timeouts.update", noLibrary),
  configuration({ timeouts: { delete: "0s" } }, "duration-invalid", "timeouts.delete", noLibrary),
  configuration({ timeouts: { created: "5m" } }, "attribute-unknown", "timeouts.created", ["provider", "library"]),
  // rules
  rules({ rules: [null] }, "item-null", "rules"),
  rules({ rules: "all" }, "value-kind", "rules", terraform),
  rule({ configuration_id: "strict" }, "id-invalid", "rules[0].configuration_id", noLibrary),
  rule({ leave: true }, "rule-contradictory", "rules[0]"),
  rule({ leave: "yes" }, "value-kind", "rules[0].leave", terraform),
  rule({ configuration_id: undefined }, "rule-without-action", "rules[0]"),
  rule({ repository_pattern: undefined }, "rule-selects-nothing", "rules[0]"),
  rule({ repository_pattern: undefined, repository_ids: [], repository_names: [] }, "rule-selects-nothing", "rules[0]"),
  rule({ repository_ids: ["api"] }, "id-invalid", "rules[0].repository_ids[0]"),
  rule({ repository_ids: uuid }, "value-kind", "rules[0].repository_ids", terraform),
  rule({ repository_ids: [null] }, "item-null", "rules[0].repository_ids"),
  rule({ repository_names: ["api", ""] }, "repository-missing", "rules[0].repository_names[1]"),
  rule({ repository_names: [null] }, "item-null", "rules[0].repository_names"),
  rule({ repository_pattern: "api-*" }, "pattern-wildcards", "rules[0].repository_pattern"),
  rule({ repository_pattern: "api-?" }, "pattern-wildcards", "rules[0].repository_pattern"),
  rule({ repository_pattern: "api\\" }, "pattern-invalid", "rules[0].repository_pattern"),
  rule({ repository_pattern: 7 }, "value-kind", "rules[0].repository_pattern", terraform),
  rule({ repository_patern: "%" }, "attribute-unknown", "rules[0].repository_patern", terraform),
  // a triage
  triage({ finding_id: "" }, "finding-missing", "finding_id"),
  triage({ finding_id: "1" }, "id-invalid", "finding_id"),
  triage({ finding_id: undefined }, "value-missing", "finding_id", terraform),
  triage({ category: "wontfix" }, "category-unknown", "category"),
  triage({ category: null }, "value-missing", "category"),
  triage({ category: 7 }, "value-kind", "category", terraform),
  triage({ justification: " " }, "justification-missing", "justification"),
  triage({ justification: undefined }, "value-missing", "justification", terraform),
  triage({ expires: "31.1.2026" }, "date-invalid", "expires"),
  triage({ expires: "2026-02-30" }, "date-invalid", "expires"),
  triage({ expires: null }, "value-null", "expires", nullIsAbsent),
  triage({ expire: "2026-01-31" }, "attribute-unknown", "expire", terraform),
  triages({ all: [ofOne, { ...ofOne, category: "wont_fix" }] }, "finding-claimed-twice", "finding_id", terraform),
  triages(
    { all: [ofOne, { ...ofOne, finding_id: uuid.toUpperCase() }] },
    "finding-claimed-twice",
    "finding_id",
    terraform,
  ),
  // the provider block
  provider({ managed_scope: { names: "a-%", all: true } }, "scope-contradictory", "managed_scope"),
  provider({ managed_scope: { max_deletes: -1 } }, "out-of-range", "managed_scope.max_deletes"),
  provider({ managed_scope: { max_deletes: 1.5 } }, "not-an-integer", "managed_scope.max_deletes"),
  provider({ managed_scope: { max_deletes: "3" } }, "value-kind", "managed_scope.max_deletes", terraform),
  provider({ managed_scope: { names: "platform-*" } }, "pattern-wildcards", "managed_scope.names"),
  provider({ managed_scope: { names: "platform\\" } }, "pattern-invalid", "managed_scope.names"),
  provider({ managed_scope: { al: true } }, "attribute-unknown", "managed_scope.al", terraform),
  provider({ managed_scope: "platform-%" }, "value-kind", "managed_scope", terraform),
  provider({ max_concurrency: 0 }, "out-of-range", "max_concurrency", noLibrary),
  provider({ max_concurrency: 1001 }, "out-of-range", "max_concurrency", noLibrary),
  provider({ max_concurrency: 2.5 }, "not-an-integer", "max_concurrency", noLibrary),
  provider({ dry_run: "yes" }, "value-kind", "dry_run", ["provider", "library"]),
  provider({ base_url: 1 }, "value-kind", "base_url", ["provider", "library"]),
  provider({ account_id: [] }, "value-kind", "account_id", ["provider", "library"]),
  provider({ acount_id: uuid }, "attribute-unknown", "acount_id", ["provider", "library"]),
  // a lookup of a repository
  lookup({ name: "" }, "lookup-empty", "name", noLibrary),
  lookup({}, "lookup-empty", "", noLibrary),
  lookup({ name: "api", id: uuid }, "lookup-ambiguous", "", noLibrary),
  // a deepscan
  deepscan({ repository_id: "" }, "repository-missing", "repository_id", noCli),
  deepscan({ repository_id: "api" }, "id-invalid", "repository_id", noCli),
  rule({ repository_ids: [], repository_pattern: "" }, "rule-selects-nothing", "rules[0]"),
  deepscan({ timeouts: { create: "1w" } }, "duration-invalid", "timeouts.create", noCli),
];

/** Declarations that every way in takes, where there is such a thing. */
export const right: readonly Pick<Mistake, "block" | "attributes" | "not">[] = [
  configuration(
    { comment: "silent", risk_threshold: 0, analyzers: { xss: { excludes: [] } }, code_policies: {} },
    "",
    "",
  ),
  configuration({ renamed_from: [" strict "] }, "", ""),
  configuration({ renamed_from: ["old"], notifications: { integration_names: ["chat"] } }, "", ""),
  configuration({ timeouts: { create: "1h30m" } }, "", "", noLibrary),
  rule({}, "", ""),
  rule({ leave: false }, "", ""),
  rule({ configuration_id: undefined, leave: true, repository_pattern: undefined, repository_names: ["a"] }, "", ""),
  rule({ repository_ids: [] }, "", ""),
  rule({ repository_names: ["a"], repository_pattern: "" }, "", ""),
  rule({ repository_pattern: "a\\*" }, "", ""),
  triage({ expires: "2026-01-31T12:00:00Z" }, "", ""),
  triages({ all: [ofOne, { ...ofOne, finding_id: uuid.replace("0", "1") }] }, "", ""),
  provider({ managed_scope: { all: true, max_deletes: 0 } }, "", ""),
  provider({ managed_scope: { all: false, names: "a-%" } }, "", ""),
  provider({ max_concurrency: 5, dry_run: false }, "", "", noLibrary),
  lookup({ name: "api" }, "", "", noLibrary),
  deepscan({ triggers: { release: "1" } }, "", "", noCli),
];
