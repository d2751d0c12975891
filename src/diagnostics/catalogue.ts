import { count, haveIt, repositories } from "./count";
import { phrasebook, type ProblemKind } from "./phrasebook";

const titles = Object.fromEntries(Object.entries(phrasebook).map(([kind, { title }]) => [kind, title]));

/** Titles that name their object, and say of it what differs from one to the next. */
const titlesOfObjects = {
  weakens: (subject: string, counts: string) => `${subject} ${counts}`,
  unclassified: (subject: string, counts: string) => `${subject} ${counts}`,
  "reviewed-in-part": (subject: string) => `${subject} is reviewed in part`,
  "patterns-unordered": (name: string) => `The order of patterns of ${name} is not kept`,
  "repositories-move": (many: number) => count(many, "repository moves", "repositories move"),
  "destroyed-in-use": (name: string, holders: number) => `${name} is destroyed, and ${haveIt(holders)}`,
  "destroyed-weakens": (name: string, holders: number) =>
    `${name} is destroyed, which weakens ${repositories(holders)}`,
  "destruction-refused": (name: string) => `${name} is not deleted while repositories have it`,
  "listed-undeclarable": (name: string) => `${name} cannot be declared as it is`,
  "key-omitted": (keys: string) => `Not generated: ${keys}`,
  "created-with-errors": (title: string) => `It was created, but: ${title}`,
} as const;

/**
 * Every message that scanform can show for a user's mistake or an answer of the service. The key is the code that
 * programs may rely on; the text is the one-line summary.
 */
export const catalogue = {
  // what is declared
  ...(titles as Readonly<Record<ProblemKind, string>>),
  // how scanform was called
  usage: "The command cannot be run as given",
  "no-api-key": "No API key",
  "api-key-ambiguous": "Two API keys",
  "base-url-missing": "No base URL",
  "base-url-invalid": "The base URL cannot be used",
  "base-url-other": "The key belongs to another service",
  "tls-unchecked": "Certificates are not checked",
  "proxy-invalid": "The proxy cannot be used",
  "account-ambiguous": "The key reaches several accounts and none was chosen",
  "account-unknown": "The key does not reach this account",
  "account-inactive": "The account is inactive",
  "not-confirmed": "Nothing was written, because nobody confirmed it",
  interrupted: "Interrupted",
  "temporary-folder": "No folder for temporary files",
  // the app
  "cdktf-json": "cdktf.json cannot be used",
  "app-failed": "The app of cdktf.json failed",
  "synth-missing": "There is no synthesized output",
  "synth-invalid": "The synthesized output cannot be read",
  "app-annotation": "The app reported a problem",
  // the declaration
  "not-evaluable": "scanform cannot evaluate this expression",
  "reference-unknown": "This refers to something that is not declared",
  "declaration-empty": "Nothing is declared",
  "several-providers": "Provider blocks conflict",
  "list-incomplete": "The service did not list everything",
  "secret-declared": "The declaration contains a secret",
  "resource-unsupported": "The scanform CLI cannot manage this",
  "name-declared-twice": "Two configurations are declared with the same name",
  "name-live-twice": "Two live configurations have the declared name",
  "name-live-elsewhere": "Another live configuration has the declared name",
  "name-live-alike": "A live configuration has nearly the declared name",
  "same-live-object": "Two declarations claim the same live configuration",
  "import-nothing": "There is nothing to import",
  "import-changes": "Planning what was imported shows changes",
  "import-not-found": "There is no live configuration with the id to import",
  "configuration-unknown": "There is no live configuration with this id",
  "analyzer-unknown": "Unknown analyzer",
  "policy-unknown": "Unknown custom code policy",
  "repository-unknown": "Unknown repository",
  "repository-claimed-twice": "A repository is claimed twice",
  journal: "The journal cannot be used",
  "no-way-back": "Not everything can be undone",
  "scope-missing": "No scope for deletions",
  "delete-in-use": "A configuration to be deleted still has repositories",
  "delete-too-many": "Too many deletions",
  "base-unusable": "The base cannot be compared",
  "future-undecided": "The effect on new repositories is not known",
  "gate-closed": "Refused by --fail-on",
  "policy-file": "The file of policies cannot be used",
  "policy-failed": "A policy failed",
  "policy-denied": "Denied by a policy",
  "policy-document": "Policies cannot check this document",
  "policy-differs": "The policies of a document differ",
  "approval-missing": "An approval is missing",
  "code-host": "The code host cannot be used",
  "waiver-expired": "A waiver has expired",
  "waiver-ends": "A waiver ends soon",
  "waiver-unmatched": "A waiver matches nothing",
  "names-look-alike": "Names look alike",
  "former-name-live": "A former name is still live",
  "renamed-from-missing": "A new configuration may be an existing one under a new name",
  "rule-matches-nothing": "A rule matches no repository",
  "rule-shadowed": "A rule is never reached",
  "rule-overridden": "An earlier rule overrides this rule",
  "pattern-any": "A pattern matches more than it seems to",
  "value-unreadable": "A live value has the wrong type",
  "no-longer-listed": "The account no longer lists this",
  "destination-unlike": "No live configuration notifies this destination",
  "project-file": "A file of the project cannot be used",
  "types-file": "The file of types cannot be used",
  // the service
  "argument-invalid": "Invalid argument",
  "service-unreachable": "The service did not answer",
  "service-error": "The service refused the request",
  "service-answer": "The service's answer cannot be read",
  "webhook-payload": "The webhook payload cannot be read",
  unauthorized: "The service does not accept the key",
  "read-only": "A read-only command tried to write",
  "not-converged": "The service does not hold what was applied",
  "write-failed": "A change failed",
  "changed-since-planned": "Somebody else has changed this since it was planned",
  "changed-meanwhile": "Somebody else has changed this in the meantime",
  "changed-with-write": "A write, or somebody else right after it, has changed more than was declared",
  "bulk-update-replaces": "A bulk update changed more than it contained",
  "filled-in": "The service has filled in settings",
  "not-read-back": "What was applied could not be read back",
  "findings-unread": "Open findings could not be read",
  // plan files
  "plan-file-unreadable": "The plan file cannot be used",
  "plan-file-account": "The file is for another account or service",
  "plan-stale": "The plan is stale",
  "plan-unlike": "This is not the plan that was reviewed",
  "plan-continued": "Part of the plan is already applied",
  "repositories-left": "Repositories have come or gone since the plan was made",
  "plan-applied": "The plan is already applied",
  "plan-too-old": "The plan is too old",
  // the provider for Terraform
  "provider-install": "The provider cannot be installed",
  "provider-replaced": "The same version of the provider was replaced",
  "provider-not-configured": "The provider is not configured yet",
  "request-unreadable": "The request cannot be read",
  "dry-run": "dry_run is set",
  skipped: "Skipped",
  // the provider: state and import
  "state-newer": "The state was written by a newer version of the provider",
  "state-unreadable": "The state cannot be read",
  "move-unsupported": "The resource cannot be moved",
  "import-unknown": "Nothing to import",
  "import-id-invalid": "Not an import id",
  "import-account": "Another account",
  // the provider: configurations
  "name-taken": "Another configuration has this name",
  "configuration-adopted": "An existing configuration is taken over",
  "configuration-claimed-twice": "Two resources manage one configuration",
  "configuration-gone": "The configuration is gone",
  "created-id-unknown": "The id of the new configuration is not known",
  "analyzers-filled-in": "Analyzers cannot be removed",
  "adopted-without-state": "The configuration exists, but is not in the state",
  "deletion-protected": "The configuration is protected from deletion",
  "replaced-in-use": "Replaced while repositories have it",
  "no-longer-managed": "No longer managed",
  "not-reviewed": "Not reviewed",
  // the provider, about one object each: terraform shows only the first of several warnings of one title
  ...titlesOfObjects,
  // the provider: assignments
  "repositories-unclaimed": "Repositories stay where they are",
  "selection-changed": "The rules select different repositories than planned",
  "assignments-kept": "Assignments stay as they are",
  // the provider: triage and deepscans
  "finding-unknown": "Unknown finding",
  "triage-expired": "The triage has expired",
  "triage-gone": "The triage is gone",
  "triage-unreadable": "The triage cannot be read",
  "repository-gone": "The repository is gone",
  "deepscan-ambiguous": "Several deepscans started at once",
  "deepscan-answer-lost": "The answer to the request for a deepscan was lost",
  "deepscan-kept": "Nothing is undone",
  "deepscan-unidentified": "The new deepscan cannot be identified",
  "deepscan-unknown": "There is no such deepscan",
  "deepscan-unlisted": "The deepscan is no longer listed",
  // the provider: data sources
  "filter-invalid": "This filter cannot be used",
  "name-pattern-invalid": "The pattern is not valid",
  "configuration-not-found": "Unknown configuration",
  "configuration-name-ambiguous": "More than one configuration has this name",
  "repository-name-ambiguous": "More than one repository has this name",
  "policy-title-ambiguous": "More than one custom policy has this title",
  "analyzer-slug-ambiguous": "More than one analyzer has this slug",
  "account-name-ambiguous": "More than one account has this name",
  "findings-incomplete": "There are more findings than were read",
  "nothing-to-read": "There is nothing to read",
  // defects of scanform
  internal: "scanform failed unexpectedly",
} as const;

export type DiagnosticCode = keyof typeof catalogue;

/** What the title of a code is made from. */
export type TitleFacts<C extends DiagnosticCode> = (typeof catalogue)[C] extends (...facts: infer Facts) => string
  ? Facts
  : [];

export function titleOf<C extends DiagnosticCode>(code: C, facts: TitleFacts<C>): string {
  const title: string | ((...facts: never) => string) = catalogue[code];
  return typeof title === "string" ? title : title(...(facts as never));
}
