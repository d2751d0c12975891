import { describeWithTerraform } from "../../support/terraform";
import { globexAccountId } from "../../../src/emulator";
import { configurationNamed, workspace } from "./workspace";

interface Wrong {
  readonly title: string;
  /** What is wrong stands in the line that ends with `# here`. */
  readonly hcl: string;
  readonly summary: string;
  readonly detail: RegExp;
  readonly env?: NodeJS.ProcessEnv;
  readonly provider?: string;
}

const unknown = "dddddddd-0000-4000-8000-000000000004";
const one = (...lines: readonly string[]): string =>
  `resource "scanform_configuration" "it" {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
const named = (...lines: readonly string[]): string => one('name = "it"', ...lines);
const rules = (...lines: readonly string[]): string =>
  `resource "scanform_repository_assignments" "it" {\n  rules = [\n${lines.map((line) => `    ${line}`).join("\n")}\n  ]\n}\n`;
const baseline = `configuration_id = "${configurationNamed("baseline")}"`;

const cases: readonly Wrong[] = [
  {
    title: "an analyzer that is not there",
    hcl: named("analyzers = {", "  secrets = { enabled = true }", "  sql-inection = { enabled = true } # here", "}"),
    summary: "?",
    detail: /./,
  },
  {
    title: "a policy that is not there",
    hcl: named("code_policies = [", `  { id = "${unknown}", enabled = true }, # here`, "]"),
    summary: "?",
    detail: /./,
  },
  {
    title: "a policy whose id is none",
    hcl: named("code_policies = [", '  { id = "secrets" }, # here', "]"),
    summary: "Not an id",
    detail: /"secrets" is not a UUID/,
  },
  {
    title: "a policy that is there twice",
    hcl: named("code_policies = [", `  { id = "${unknown}" },`, `  { id = "${unknown.toUpperCase()}" }, # here`, "]"),
    summary: "Named twice",
    detail: /./,
  },
  { title: "a word that is none of those", hcl: named('comment = "enable" # here'), summary: "Not one of the values", detail: /enabled/ },
  { title: "a risk level that is none", hcl: named("analyzers = {", '  xss = { risk_level = "hi" } # here', "}"), summary: "Not one of the values", detail: /./ },
  { title: "a part of a number", hcl: named("risk_threshold = 1.5 # here"), summary: "Not a whole number", detail: /./ },
  { title: "a huge number", hcl: named("risk_threshold = 123456789012345678901234567890 # here"), summary: "Not a whole number", detail: /./ },
  { title: "no name", hcl: one('name = "" # here'), summary: "The name is empty", detail: /./ },
  { title: "the name among the former ones", hcl: named('renamed_from = ["it"] # here'), summary: "A former name is the present one", detail: /./ },
  { title: "an empty place in a list", hcl: named('analyzers = {', '  xss = { excludes = ["a", null] } # here', "}"), summary: "An item is null", detail: /./ },
  { title: "an analyzer without settings", hcl: named('analyzers = {', '  xss = null # here', "}"), summary: "An entry is null", detail: /./ },
  { title: "one name for two", hcl: `${named('comment = "silent"')}resource "scanform_configuration" "other" {\n  depends_on = [scanform_configuration.it]\n  name = "it" # here\n}\n`, summary: "Two configurations with one name", detail: /./ },
  { title: "a rule without a meaning", hcl: rules('{ repository_names = ["docs-site"] }, # here'), summary: "A rule without a meaning", detail: /./ },
  { title: "a rule with two meanings", hcl: rules(`{ ${baseline}, leave = true, repository_pattern = "%" }, # here`), summary: "A rule with two meanings", detail: /./ },
  { title: "a rule that selects nothing", hcl: rules(`{ ${baseline} }, # here`), summary: "A rule that selects nothing", detail: /./ },
  { title: "a bad pattern", hcl: rules(`{ ${baseline}, repository_pattern = "a\\\\" }, # here`), summary: "The repository pattern is not valid", detail: /./ },
  { title: "a rule whose configuration is no id", hcl: rules(`{ leave = true, repository_names = ["docs-site"] },`, '{ configuration_id = "baseline", repository_pattern = "%" }, # here'), summary: "Not an id", detail: /./ },
  { title: "an unknown repository name", hcl: rules(`{ ${baseline}, repository_names = ["doc-site"] }, # here`), summary: "?", detail: /./ },
  { title: "an unknown repository id", hcl: rules(`{ ${baseline}, repository_ids = ["${unknown}"] }, # here`), summary: "?", detail: /./ },
  { title: "an unknown configuration id", hcl: rules(`{ configuration_id = "${unknown}", repository_pattern = "%" }, # here`), summary: "?", detail: /./ },
  {
    title: "a repository of two resources",
    hcl: `${rules(`{ ${baseline}, repository_pattern = "docs%" },`)}resource "scanform_repository_assignments" "other" {\n  depends_on = [scanform_repository_assignments.it]\n  rules = [{ ${baseline}, repository_names = ["docs-site"] }] # here\n}\n`,
    summary: "A repository is claimed twice",
    detail: /docs-site/,
  },
  { title: "two of a collection with one name", hcl: `resource "scanform_configurations" "it" {\n  configurations = {\n    a = { name = "x" }\n    b = { name = "x" } # here\n  }\n}\n`, summary: "Two configurations with one name", detail: /./ },
  { title: "an error in an entry of a collection", hcl: `resource "scanform_configurations" "it" {\n  configurations = {\n    a = { name = "x" }\n    b = { name = "", comment = "silent" } # here\n  }\n}\n`, summary: "The name is empty", detail: /./ },
  { title: "an unknown triage category", hcl: `resource "scanform_finding_triage" "it" {\n  finding_id = "f"\n  category = "false" # here\n  justification = "x"\n}\n`, summary: "Unknown category", detail: /./ },
  { title: "a triage without a reason", hcl: `resource "scanform_finding_triage" "it" {\n  finding_id = "f"\n  category = "false_positive"\n  justification = " " # here\n}\n`, summary: "No justification", detail: /./ },
  { title: "a triage that expires never", hcl: `resource "scanform_finding_triage" "it" {\n  finding_id = "f"\n  category = "false_positive"\n  justification = "x"\n  expires = "31.12.2030" # here\n}\n`, summary: "Not a date", detail: /./ },
  { title: "a deepscan of an unknown repository", hcl: `resource "scanform_deepscan" "it" {\n  repository_id = "${unknown}" # here\n}\n`, summary: "?", detail: /./ },
  { title: "a wrong number of days", hcl: `data "scanform_insights" "it" {\n  days = 400 # here\n}\n`, summary: "?", detail: /./ },
  { title: "a repository that is not there", hcl: `data "scanform_repository" "it" {\n  name = "nope" # here\n}\n`, summary: "?", detail: /./ },
  { title: "no key", hcl: named(), env: { SCANFORM_API_KEY: "" }, summary: "No API key", detail: /./ },
  { title: "no URL", hcl: named(), env: { SCANFORM_BASE_URL: "" }, summary: "No base URL", detail: /./ },
  { title: "a wrong key", hcl: named(), env: { SCANFORM_API_KEY: "wrong" }, summary: "?", detail: /./ },
  { title: "http to another machine", hcl: named(), provider: '  base_url = "http://findings.example.com" # here', summary: "?", detail: /./ },
  { title: "a URL that is none", hcl: named(), provider: '  base_url = "findings" # here', summary: "?", detail: /./ },
  { title: "too many requests at once", hcl: named(), provider: "  max_concurrency = 0 # here", summary: "Not a number of requests", detail: /./ },
  { title: "semantics that are none", hcl: named(), provider: '  semantics = "{}" # here', summary: "?", detail: /./ },
  { title: "an account that the key does not reach", hcl: named(), provider: `  account_id = "${globexAccountId}" # here`, summary: "?", detail: /./ },
  { title: "an account that is none", hcl: named(), provider: `  account_id = "acme" # here`, summary: "?", detail: /./ },
  { title: "an import id that is none", hcl: `${named()}import {\n  to = scanform_configuration.it\n  id = "baseline" # here\n}\n`, summary: "Not an id", detail: /./ },
  { title: "an import id of another account", hcl: `${named()}import {\n  to = scanform_configuration.it\n  id = "${globexAccountId}/${unknown}" # here\n}\n`, summary: "Another account", detail: /./ },
  { title: "an import of what is not there", hcl: `${named()}import {\n  to = scanform_configuration.it\n  id = "${unknown}" # here\n}\n`, summary: "?", detail: /./ },
];

describeWithTerraform("what is wrong is said at the line where it is", () => {
  test.each(cases)("$title", async ({ hcl, summary, detail, env = {}, provider = "" }) => {
    const at = await workspace({ env, provider });
    at.write(hcl);
    const ran = await at.raw.run("plan", "-json");
    const said = ran.stdout.split("\n").filter((l) => l.includes('"diagnostic"')).map((l) => (JSON.parse(l) as any).diagnostic).filter((d: any) => d.severity === "error");
    console.log(ran.code, ran.stderr, said.map((d: any) => [d.summary, d.detail, d.range?.filename, d.range?.start.line, d.range?.end.line, d.snippet?.code, d.address].join(" | ")).join("\n"));
    void [summary, detail];
  });
});
