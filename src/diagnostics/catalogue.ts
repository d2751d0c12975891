/**
 * Every message that scanform can show for a user's mistake or the service's answer.
 * The key is the code that a program may rely on; the text is the one-line summary.
 */
export const catalogue = {
  // how scanform was called
  usage: "The command was not understood",
  "no-api-key": "No API key",
  "base-url-missing": "No base URL",
  "base-url-invalid": "The base URL cannot be used",
  "account-ambiguous": "The key reaches several accounts and none was chosen",
  "account-unknown": "The key does not reach this account",
  "not-confirmed": "Nothing was applied, because nobody confirmed it",
  interrupted: "Interrupted",
  // the app that declares
  "cdktf-json": "cdktf.json cannot be used",
  "app-failed": "The app of cdktf.json failed",
  "synth-missing": "There is no synthesized output",
  "synth-invalid": "The synthesized output cannot be read",
  "app-annotation": "The app reported a problem",
  // what is declared
  "not-evaluable": "scanform cannot evaluate this expression",
  "reference-unknown": "This refers to something that is not declared",
  "declaration-invalid": "The declaration is not valid",
  "declaration-empty": "Nothing is declared",
  "several-providers": "Several accounts in one app",
  "list-incomplete": "The service did not list everything",
  "secret-declared": "A secret stands in the declaration",
  "resource-unsupported": "The scanform CLI cannot manage this",
  "name-declared-twice": "Two configurations are declared with the same name",
  "name-live-twice": "Two live configurations have the declared name",
  "same-live-object": "Two declarations claim the same live configuration",
  "import-not-found": "There is no live configuration with the id to import",
  "configuration-unknown": "There is no live configuration with this id",
  "analyzer-unknown": "Unknown analyzer",
  "policy-unknown": "Unknown custom code policy",
  "repository-unknown": "Unknown repository",
  "repository-claimed-twice": "A repository is claimed twice",
  journal: "The journal cannot be used",
  "data-file": "The emulator's data file cannot be used",
  "no-way-back": "Not everything can be undone",
  "scope-missing": "Nothing says what may be deleted",
  "delete-in-use": "A configuration to be deleted still has repositories",
  "delete-too-many": "More would be deleted than may be",
  "pattern-invalid": "The repository pattern is not valid",
  "rule-matches-nothing": "A rule matches no repository",
  "rule-shadowed": "A rule is never reached",
  // the service
  "argument-invalid": "This cannot be asked of the service",
  "service-unreachable": "The service did not answer",
  "service-error": "The service refused the request",
  "service-answer": "The service's answer cannot be read",
  "webhook-payload": "The webhook payload cannot be read",
  unauthorized: "The service does not accept the key",
  "read-only": "A command that only looks tried to write",
  "not-converged": "The service does not hold what was applied",
  "write-failed": "A change failed",
  // plan files
  "plan-file-unreadable": "The plan file cannot be used",
  "plan-file-version": "The plan file was written by another version",
  "plan-file-account": "The plan file is for another account or service",
  "plan-stale": "The plan is stale",
  // the provider for Terraform
  "provider-install": "The provider cannot be installed",
  "provider-replaced": "The same version of the provider was replaced",
  // ourselves
  internal: "scanform failed unexpectedly",
} as const;

export type DiagnosticCode = keyof typeof catalogue;
