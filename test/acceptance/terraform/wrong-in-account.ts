import { acmeAccountId, allKey, globexAccountId } from "../../../src/emulator";
import {
  atProvider,
  baseline,
  collection,
  imports,
  named,
  rules,
  unknown,
  withoutLine,
  type Wrong,
} from "./wrong-form";

/** What only a plan finds, with the account. */
export const inTheAccount: readonly Wrong[] = [
  {
    title: "an analyzer that is not there",
    hcl: named("analyzers = {", "  secrets = { enabled = true }", "  sql-inection = { enabled = true } # here", "}"),
    says: 'Unknown analyzer | The account has no analyzer "sql-inection". Did you mean "sql-injection"?',
  },
  {
    title: "a policy that is not there",
    hcl: named("code_policies = {", `  "${unknown}" = { enabled = true } # here`, "}"),
    says: `Unknown custom code policy | The account has no custom policy ${unknown}`,
  },
  {
    title: "an analyzer of a collection that is not there",
    hcl: collection('a = { name = "x" }', 'b = { name = "y", analyzers = { xs = {} } } # here'),
    says: "Unknown analyzer",
  },
  {
    title: "one name for two resources",
    hcl: `${named()}resource "scanform_configuration" "other" {\n  depends_on = [scanform_configuration.it]\n  name = "it" # here\n}\n`,
    says: 'Two configurations with one name | "it" is declared twice.',
  },
  {
    title: "a name for a resource and in a collection",
    hcl: `${named()}resource "scanform_configurations" "all" {\n  depends_on = [scanform_configuration.it]\n  configurations = {\n    a = { name = "it" } # here\n  }\n}\n`,
    says: "Two configurations with one name",
  },
  {
    title: "a name that no repository has",
    hcl: rules(`{ ${baseline}, repository_names = ["doc-site"] }, # here`),
    says: 'Unknown repository | The account has no repository named "doc-site". Did you mean "docs-site"?',
  },
  {
    title: "an id that no repository has",
    hcl: rules(`{ ${baseline}, repository_ids = ["${unknown}"] }, # here`),
    says: "Unknown repository",
  },
  {
    title: "an id that no configuration has",
    hcl: rules(`{ configuration_id = "${unknown}", repository_pattern = "%" }, # here`),
    says: `There is no live configuration with this id | The account has no configuration "${unknown}"`,
  },
  {
    title: "a repository of two resources",
    hcl: `${rules(`{ ${baseline}, repository_pattern = "docs%" },`)}resource "scanform_repository_assignments" "other" {\n  depends_on = [scanform_repository_assignments.it]\n  rules = [{ ${baseline}, repository_names = ["docs-site"] }] # here\n}\n`,
    says: 'A repository is claimed twice | "docs-site" is assigned by another',
  },
  {
    title: "a repository to look up that is not there",
    hcl: 'data "scanform_repository" "it" {\n  name = "docs-sit" # here\n}\n',
    says: 'Unknown repository | The account has no repository with the name "docs-sit". Did you mean "docs-site"?',
  },
  {
    title: "a custom policy to look up that is not there",
    hcl: 'data "scanform_custom_policy" "it" {\n  title = "No plaintext secret" # here\n}\n',
    says: 'Unknown custom code policy | The account has no custom policy with the title "No plaintext secret". Did you mean "No plaintext secrets"?',
  },
  {
    title: "an analyzer to look up that is not there",
    hcl: 'data "scanform_analyzer" "it" {\n  slug = "secret" # here\n}\n',
    says: 'Unknown analyzer | The account has no analyzer with the slug "secret". Did you mean "secrets"?',
  },
  {
    title: "an account to look up that is not there",
    hcl: 'data "scanform_account" "it" {\n  name = "globex" # here\n}\n',
    says: 'does not reach this account | The key reaches no account with the name "globex".',
  },
  {
    title: "an SBOM of a repository that is not there",
    hcl: `ephemeral "scanform_sbom" "it" {\n  repository_id = "${unknown}" # here\n}\n`,
    says: `Unknown repository | The account has no repository with the id "${unknown}".`,
  },
];

export const inTheProvider: readonly Wrong[] = [
  {
    title: "http to another machine",
    ...atProvider('base_url = "http://findings.example.com"'),
    says: 'The base URL cannot be used | "http://findings.example.com" would send the API key unencrypted to findings.example.com. Set SCANFORM_BASE_URL, or base_url of the provider block, to an https URL, or set SCANFORM_INSECURE=1 if you mean it.',
  },
  { title: "a URL that is none", ...atProvider('base_url = "findings"'), says: "The base URL cannot be used" },
  { title: "no request at once", ...atProvider("max_concurrency = 0"), says: "Not a number of requests" },
  { title: "a part of a request at once", ...atProvider("max_concurrency = 1.5"), says: "Not a number of requests" },
  {
    title: "semantics that are not JSON",
    ...atProvider('semantics = "file.json"'),
    says: "The semantics cannot be used | The text cannot be read",
  },
  {
    title: "semantics that are of something else",
    ...atProvider('semantics = "{}"'),
    says: "The semantics cannot be used | The text is not what scanform probe writes",
  },
  {
    title: "an account that the key does not reach",
    hcl: named().replace("{", "{ # here"),
    provider: `  account_id = "${globexAccountId}"`,
    says: `The key does not reach this account | The service has no account "${globexAccountId}" for this key. It reaches ${acmeAccountId} (acme). Set SCANFORM_ACCOUNT_ID, or account_id`,
  },
  {
    title: "a key that reaches two accounts, and neither is named",
    ...withoutLine({ SCANFORM_API_KEY: allKey }),
    says: "SCANFORM_ACCOUNT_ID, or account_id in the provider block",
  },
  {
    title: "no key",
    ...withoutLine({ SCANFORM_API_KEY: "" }),
    says: "No API key | Set SCANFORM_API_KEY, or SCANFORM_API_KEY_FILE to a file that holds it.",
  },
  { title: "no URL", ...withoutLine({ SCANFORM_BASE_URL: " " }), says: "No base URL | Set SCANFORM_BASE_URL" },
  {
    title: "a key that is wrong",
    ...withoutLine({ SCANFORM_API_KEY: "wrong" }),
    says: "The service does not accept the key",
  },
  {
    title: "http to another machine, by the environment",
    ...withoutLine({ SCANFORM_BASE_URL: "http://findings.example.com" }),
    says: "The base URL cannot be used",
  },
];

export const imported: readonly Wrong[] = [
  {
    title: "an id to import that is none",
    hcl: imports("basline"),
    line: "",
    says: 'Nothing to import | "basline" is no id, and the account has no configuration of that name. Did you mean "baseline"?',
  },
  {
    title: "an id to import of another account",
    hcl: imports(`${globexAccountId}/${unknown}`),
    line: "",
    says: "Another account | account_id of the provider block is",
  },
  {
    title: "an id to import that is gone",
    hcl: imports(unknown),
    line: "",
    says: "Cannot import non-existent remote object",
  },
];
