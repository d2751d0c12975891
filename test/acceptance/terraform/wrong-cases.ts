import { acmeAccountId, allKey, globexAccountId } from "../../../src/emulator";
import { configurationNamed } from "./workspace";

/** What a user may get wrong, and what is said of it. */

export interface Wrong {
  readonly title: string;
  /** What is wrong stands in the line that ends with `# here`. */
  readonly hcl: string;
  /** Words of the summary and the detail. */
  readonly says: string;
  /** Another line, in other words; "" where terraform shows none. */
  readonly line?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What stands inside the provider block. */
  readonly provider?: string;
}

const unknown = "dddddddd-0000-4000-8000-000000000004";
const one = (...lines: readonly string[]): string =>
  `resource "scanform_configuration" "it" {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
const named = (...lines: readonly string[]): string => one('name = "it"', ...lines);
const rules = (...lines: readonly string[]): string =>
  `resource "scanform_repository_assignments" "it" {\n  rules = [\n${lines.map((line) => `    ${line}`).join("\n")}\n  ]\n}\n`;
const baseline = `configuration_id = "${configurationNamed("baseline")}"`;

const triage = (...lines: readonly string[]): string =>
  `resource "scanform_finding_triage" "it" {\n  finding_id = "0f0f0f0f-0000-4000-8000-000000000000"\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
const collection = (...lines: readonly string[]): string =>
  `resource "scanform_configurations" "it" {\n  configurations = {\n${lines.map((line) => `    ${line}`).join("\n")}\n  }\n}\n`;
const imports = (id: string): string => `${named()}import {\n  to = scanform_configuration.it\n  id = "${id}"\n}\n`;
const atProvider = (line: string): Pick<Wrong, "hcl" | "provider"> => ({ hcl: named(), provider: `  ${line} # here` });
const withoutLine = (env: NodeJS.ProcessEnv): Pick<Wrong, "hcl" | "env" | "line"> => ({
  hcl: named(),
  env,
  line: 'provider "scanform" {',
});

/** What `terraform validate` finds, without the service. */
export const inTheFile: readonly Wrong[] = [
  {
    title: "a policy whose id is none",
    hcl: named("code_policies = {", "  secrets = {} # here", "}"),
    says: 'Not an id | "secrets" is not a UUID, and policies are declared by their ids',
  },
  {
    title: "a policy that is there twice, once in capitals",
    hcl: named(
      "code_policies = {",
      `  "${unknown.toLowerCase()}" = {} # here`,
      `  "${unknown.toUpperCase()}" = {}`,
      "}",
    ),
    says: "Named twice | ",
  },
  {
    title: "a comment that is none",
    hcl: named('comment = "enable" # here'),
    says: 'Not one of the values | "enable" is none of disabled, silent, enabled. Did you mean "enabled"',
  },
  {
    title: "a risk level that is none",
    hcl: named("analyzers = {", '  xss = { risk_level = "hi" } # here', "}"),
    says: 'Not one of the values | analyzers["xss"].risk_level: "hi" is none of',
  },
  { title: "a part of a number", hcl: named("risk_threshold = 1.5 # here"), says: "Not a whole number" },
  {
    title: "a number without end",
    hcl: named("risk_threshold = 123456789012345678901 # here"),
    says: "Not a whole number",
  },
  { title: "no name", hcl: one('name = "" # here'), says: "The name is empty" },
  {
    title: "the name among the former ones",
    hcl: named('renamed_from = ["it"] # here'),
    says: 'A former name equals the current one | "it" is the name itself.',
  },
  {
    title: "a gap in a set",
    hcl: named("analyzers = {", '  xss = { excludes = ["a", null] } # here', "}"),
    says: 'An item is null | analyzers["xss"].excludes: Remove it from the set.',
  },
  {
    title: "a gap among the policies",
    hcl: named("code_policies = {", `  "${unknown}" = null # here`, "}"),
    says: "An entry is null | Write {} for an entry without settings, or remove it.",
  },
  {
    title: "a timeout that is none",
    hcl: named("timeouts = {", '  create = "soon" # here', "}"),
    says: 'Not a duration | timeouts.create: "soon" is not a duration of at most 24h, such as "90s", "5m" or "1h30m".',
  },
  {
    title: "a gap among the former names",
    hcl: named("renamed_from = [null] # here"),
    says: "An item is null | Remove it from the list.",
  },
  { title: "a name that is null", hcl: one("name = null # here"), says: "A value is missing | It is null." },
  {
    title: "a name of a collection that is null",
    hcl: collection('a = { name = "n" }', "b = { name = null } # here"),
    says: 'A value is missing | configurations["b"].name: It is null.',
  },
  {
    title: "no rules at all",
    hcl: 'resource "scanform_repository_assignments" "it" {\n  rules = null # here\n}\n',
    says: "A value is missing | It is null.",
  },
  {
    title: "a configuration to look up by nothing",
    hcl: 'data "scanform_configuration" "it" { # here\n}\n',
    says: "Nothing to look it up by | Give its id or its exact name.",
  },
  {
    title: "a custom policy to look up both ways",
    hcl: `data "scanform_custom_policy" "it" {\n  id    = "${unknown}"\n  title = "x" # here\n}\n`,
    says: "Given both ways | Give the id or the title: the other is then read.",
  },
  {
    title: "an account to look up by an empty name",
    hcl: 'data "scanform_account" "it" {\n  name = "" # here\n}\n',
    says: "Nothing to look it up by | name is empty.",
  },
  {
    title: "a repository of an ephemeral resource that is null",
    hcl: 'ephemeral "scanform_sbom" "it" {\n  repository_id = null # here\n}\n',
    says: "A value is missing | It is null.",
  },
  {
    title: "a repository of a data source that is null",
    hcl: 'data "scanform_scans" "it" {\n  repository_id = null # here\n}\n',
    says: "A value is missing | It is null.",
  },
  {
    title: "a gap among the names for a function",
    hcl: 'output "it" {\n  value = provider::scanform::names_like("%", ["a", null]) # here\n}\n',
    says: 'Invalid function argument | Invalid value for "names" parameter: item 1 is null',
  },
  {
    title: "an analyzer without settings",
    hcl: named("analyzers = {", "  xss = null # here", "}"),
    says: "An entry is null | Write {}",
  },
  {
    title: "a rule without a meaning",
    hcl: rules('{ repository_names = ["docs-site"] }, # here'),
    says: "A rule neither assigns nor leaves | Add configuration_id, or leave = true.",
  },
  {
    title: "a rule with two meanings",
    hcl: rules(`{ ${baseline}, leave = true, repository_pattern = "%" }, # here`),
    says: "A rule assigns and leaves",
  },
  { title: "a rule that selects nothing", hcl: rules(`{ ${baseline} }, # here`), says: "A rule that selects nothing" },
  {
    title: "a pattern that ends in the middle",
    hcl: rules(`{ ${baseline}, repository_pattern = "a\\\\" }, # here`),
    says: "The repository pattern is not valid",
  },
  {
    title: "a configuration that is no id, in the second rule",
    hcl: rules(
      '{ leave = true, repository_pattern = "a%" },',
      '{ configuration_id = "x", repository_pattern = "%" }, # here',
    ),
    says: 'Not an id | configuration_id: "x" is not a UUID. Refer to a configuration',
  },
  {
    title: "two of a collection with one name",
    hcl: collection('a = { name = "x" }', 'b = { name = "x" } # here'),
    says: 'Two configurations with one name | configurations["b"].name: "x" is also the name of a.',
  },
  {
    title: "something wrong in an entry of a collection",
    hcl: collection('a = { name = "x" }', 'b = { name = "y", comment = "no" } # here'),
    says: 'Not one of the values | configurations["b"].comment',
  },
  {
    title: "a category that is none",
    hcl: triage('category = "false" # here', 'justification = "x"'),
    says: 'Unknown category | "false" is none of',
  },
  {
    title: "a triage for no reason",
    hcl: triage('category = "wont_fix"', 'justification = " " # here'),
    says: "No justification",
  },
  {
    title: "a triage that ends on no date",
    hcl: triage('category = "wont_fix"', 'justification = "x"', 'expires = "31.12.2030" # here'),
    says: 'Not a date | "31.12.2030" is neither',
  },
  {
    title: "a day that is none",
    hcl: 'data "scanform_insights" "it" {\n  date = "2026-02-30" # here\n}\n',
    says: "This filter cannot be used | date must be a date such as 2026-01-31.",
  },
  {
    title: "too many days",
    hcl: 'data "scanform_all_findings" "it" {\n  days = 400 # here\n}\n',
    says: "This filter cannot be used | days must be a whole number from 1 to 365.",
  },
  {
    title: "a pattern for a function that ends in the middle",
    hcl: 'output "it" {\n  value = provider::scanform::like("a\\\\", "a") # here\n}\n',
    says: 'Invalid function argument | Invalid value for "pattern" parameter: a pattern cannot end in a single backslash',
  },
];

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
