import { baseline, collection, named, one, rules, triage, unknown, type Wrong } from "./wrong-form";

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
