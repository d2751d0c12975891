import { acmeAccountId, globexAccountId } from "../../../src/emulator";
import { groupBy } from "../../../src/model/group-by";
import { describeWithTerraform } from "../../support/terraform";
import { type Workspace, workspace } from "./workspace";

// Each kind of mistake has its words in test/mistakes. Here is what terraform shows of them, and where.

/** A mistake in the line that ends with `# here`. */
interface Wrong {
  readonly title: string;
  readonly hcl: string;
  /** Words of the summary and the detail. */
  readonly says: string;
}

const wrong = (title: string, hcl: string, says: string): Wrong => ({ title, hcl, says });
const block = (head: string, lines: readonly string[]): string => `${head} {\n  ${lines.join("\n  ")}\n}\n`;
const named = (...lines: readonly string[]): string =>
  block('resource "scanform_configuration" "it"', ['name = "it"', ...lines]);
const rules = (...lines: readonly string[]): string =>
  block('resource "scanform_repository_assignments" "it"', ["rules = [", ...lines, "]"]);
const data = (type: string, ...lines: readonly string[]): string => block(`data "scanform_${type}" "it"`, lines);
const output = (value: string): string => block('output "it"', [`value = provider::scanform::${value} # here`]);

const unknown = "dddddddd-0000-4000-8000-000000000004";

/** What `terraform validate` finds, without the service. */
const inTheFile: readonly Wrong[] = [
  wrong(
    "an unknown comment",
    named('comment = "enable" # here'),
    'Not one of the values | It is "enable", which is none of disabled, silent, enabled. Did you mean "enabled"?',
  ),
  wrong(
    "a null in a set",
    named("analyzers = {", 'xss = { excludes = ["a", null] } # here', "}"),
    'An item is null | analyzers["xss"].excludes',
  ),
  wrong("an invalid timeout", named("timeouts = {", 'create = "soon" # here', "}"), "Not a duration | timeouts.create"),
  wrong(
    "a lookup by nothing",
    'data "scanform_configuration" "it" { # here\n}\n',
    "Nothing to look it up by | It is empty. Give its id or its exact name.",
  ),
  wrong(
    "a lookup in two ways",
    block('data "scanform_custom_policy" "it"', [`id = "${unknown}"`, 'title = "x"']).replace("{", "{ # here"),
    "Given both ways | It has both an id and a title. Keep one: the other is then read.",
  ),
  wrong("a null in a data source", data("scans", "repository_id = null # here"), "A value is missing | "),
  wrong(
    "a null in an ephemeral resource",
    block('ephemeral "scanform_sbom" "it"', ["repository_id = null # here"]),
    "A value is missing | ",
  ),
  wrong(
    "an invalid filter",
    data("insights", 'date = "2026-02-30" # here'),
    "This filter cannot be used | date must be a date such as 2026-01-31.",
  ),
  wrong(
    "a null for a function",
    output('names_like("%", ["a", null])'),
    'Invalid function argument | Invalid value for "names" parameter: item 1 is null',
  ),
  wrong(
    "an invalid pattern for a function",
    output('like("a\\\\", "a")'),
    'Invalid function argument | Invalid value for "pattern" parameter: a pattern cannot end in a single backslash',
  ),
  wrong(
    "a rule without an action",
    rules('{ repository_names = ["docs-site"] }, # here'),
    "A rule neither assigns nor leaves | ",
  ),
];

/** What only a plan finds, with the account. Ids may be invented until then. */
const inTheAccount: readonly Wrong[] = [
  wrong(
    "a policy id that is not an id",
    named("code_policies = {", "secrets = {} # here", "}"),
    'Not an id | code_policies["secrets"]: It is "secrets", which is not a UUID. Give the id of the policy.',
  ),
  wrong(
    "a configuration id that is not an id, in the second rule",
    rules(
      '{ leave = true, repository_pattern = "a%" },',
      '{ configuration_id = "x", repository_pattern = "%" }, # here',
    ),
    'Not an id | rules[1].configuration_id: It is "x", which is not a UUID. Refer to a configuration, or give its id.',
  ),
  wrong(
    "an unknown analyzer",
    named("analyzers = {", "secrets = { enabled = true }", "sql-inection = { enabled = true } # here", "}"),
    'Unknown analyzer | analyzers["sql-inection"]: The account has no analyzer "sql-inection". Did you mean "sql-injection"?',
  ),
  wrong(
    "an unknown policy",
    named("code_policies = {", `"${unknown}" = { enabled = true } # here`, "}"),
    `Unknown custom code policy | code_policies["${unknown}"]: The account has no custom policy ${unknown}`,
  ),
  wrong(
    "an unknown configuration id",
    rules(`{ configuration_id = "${unknown}", repository_pattern = "%" }, # here`),
    `There is no live configuration with this id | rules[0]: The account has no configuration "${unknown}"`,
  ),
  wrong(
    "an unknown repository to look up",
    data("repository", 'name = "docs-sit" # here'),
    'Unknown repository | The account has no repository with the name "docs-sit". Did you mean "docs-site"?',
  ),
  wrong(
    "an unknown repository of an ephemeral resource",
    block('ephemeral "scanform_sbom" "it"', [`repository_id = "${unknown}" # here`]),
    `Unknown repository | The account has no repository with the id "${unknown}".`,
  ),
];

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly range?: { readonly filename: string };
  readonly snippet?: { readonly code: string };
}

type Shown = readonly [says: unknown, line: unknown];

/** The errors of a command that must fail, as a machine reads them, by the file that they are shown in. */
async function errorsOf(at: Workspace, ...argv: readonly string[]): Promise<ReadonlyMap<string, readonly Shown[]>> {
  const { code, stdout, stderr } = await at.raw.run(...argv, "-json");
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout).not.toMatch(/panic|\bat \w+ \(|Plugin did not respond|Provider produced/);
  const documents = argv[0] === "validate" ? [stdout] : stdout.trim().split("\n");
  const all = documents.flatMap((text): readonly Diagnostic[] => {
    const { diagnostics, diagnostic } = JSON.parse(text) as {
      readonly diagnostics?: readonly Diagnostic[];
      readonly diagnostic?: Diagnostic;
    };
    return diagnostics ?? (diagnostic === undefined ? [] : [diagnostic]);
  });
  const errors = groupBy(
    all.filter(({ severity }) => severity === "error"),
    ({ range }) => range?.filename ?? "",
  );
  const shown = ({ summary, detail, snippet }: Diagnostic): Shown => [`${summary} | ${detail}`, snippet?.code ?? ""];
  return new Map([...errors].map(([file, each]) => [file, each.map(shown)]));
}

const shown = (says: string, line: string): readonly Shown[] => [
  [expect.stringContaining(says), line === "" ? "" : expect.stringContaining(line)],
];

/** Each in a file of its own, under names of its own, all in one command. */
async function expectErrors(all: readonly Wrong[], ...argv: readonly string[]): Promise<void> {
  const at = await workspace();
  const expected = all.map(({ title, hcl, says }, index) => {
    const own = hcl.replaceAll('"it"', `"it${String(index)}"`).replaceAll(".it]", `.it${String(index)}]`);
    const file = `${title.replaceAll(" ", "-")}.tf`;
    at.write(own, file);
    return [file, shown(says, "# here")] as const;
  });
  expect(Object.fromEntries(await errorsOf(at, ...argv))).toEqual(Object.fromEntries(expected));
}

describeWithTerraform("a mistake is one error, at its line", () => {
  test("in a file", () => expectErrors(inTheFile, "validate"));

  test("by the account", () => expectErrors(inTheAccount, "plan"));

  test.each([
    [
      'base_url = "http://findings.example.com" # here',
      'The base URL cannot be used | "http://findings.example.com" would send the API key unencrypted to findings.example.com. Set SCANFORM_BASE_URL, or base_url of the provider block, to an https URL, or set SCANFORM_INSECURE=1 to allow it.',
      {},
    ],
    ["max_concurrency = 0 # here", "A number out of range | It is 0, and must be a whole number from 1 to 1000.", {}],
    ["", "The service does not accept the key", { SCANFORM_API_KEY: "wrong" }],
    ["", "No API key | Set SCANFORM_API_KEY, or SCANFORM_API_KEY_FILE", { SCANFORM_API_KEY: "" }],
  ])("in the provider block: %s", async (provider, says, env) => {
    const at = await workspace({ env, provider });
    at.write(named());
    const line = provider === "" ? 'provider "scanform" {' : "# here";
    expect([...(await errorsOf(at, "plan")).values()]).toEqual([shown(says, line)]);
  });

  test("in the account of the provider block, shown at each resource", async () => {
    const at = await workspace({ provider: `account_id = "${globexAccountId}"` });
    at.write(named().replace("{", "{ # here"));
    const says = `The key does not reach this account | The service has no account "${globexAccountId}" for this key. It reaches ${acmeAccountId} (acme). Set SCANFORM_ACCOUNT_ID, or the account id in the provider block`;
    expect([...(await errorsOf(at, "plan")).values()]).toEqual([shown(says, "# here")]);
  });

  test("in the id of an import, where terraform shows no line", async () => {
    const at = await workspace();
    at.write(`${named()}import {\n  to = scanform_configuration.it\n  id = "basline"\n}\n`);
    const says = 'Nothing to import | "basline" is no id, and the account has no configuration of that name.';
    expect([...(await errorsOf(at, "plan")).values()]).toEqual([shown(says, "")]);
  });
});
