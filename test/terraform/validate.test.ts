import type { Diagnostic } from "../../src/diagnostics/diagnostic";
import { scanformProvider } from "../../src/terraform/scanform-provider";
import { BigNumber, type ObjectValue, Unknown, type Value } from "../../src/terraform/value";
import { uuid } from "../reconcile/arbitrary";
import { blank } from "./session";

/** What every way in refuses is in test/mistakes: here is what only terraform can send. */

const provider = scanformProvider({});
const [id, unknown] = [uuid("a", 1), new Unknown()];
const policy = "abcdef00-0000-4000-8000-000000000001";

const shown = ({ severity, code, attribute = [] }: Diagnostic) => `${severity} ${code} ${JSON.stringify(attribute)}`;
const said = (type: string, given: ObjectValue): readonly string[] => {
  const resource = provider.resources[type];
  if (resource === undefined) throw new Error(`there is no ${type}`);
  return resource.validate(blank(resource.schema, given)).map(shown);
};
const configuration = (given: ObjectValue) => said("scanform_configuration", { name: "it", ...given });
const triage = { finding_id: id, category: "wont_fix", justification: "x" };

test.each<[string, ObjectValue]>([
  ["a name that is not known", { name: unknown }],
  ["a setting that is not known", { comment: unknown, analyzers: unknown, code_policies: unknown }],
  ["an entry that is not known", { analyzers: { xss: unknown }, code_policies: { [id]: unknown } }],
  ["an entry of which nothing is managed", { analyzers: { xss: {} }, code_policies: { [id]: {} } }],
])("a configuration may have %s", (_, given) => {
  expect(configuration(given)).toEqual([]);
});

test.each<[string, ObjectValue, string, readonly unknown[]]>([
  ["a number without end", { risk_threshold: new BigNumber("1e30") }, "out-of-range", ["risk_threshold"]],
  [
    "a policy twice",
    { code_policies: { [policy]: {}, [policy.toUpperCase()]: {} } },
    "entry-repeated",
    ["code_policies"],
  ],
])("%s is an error", (_, given, code, at) => {
  expect(configuration(given)).toEqual([`error ${code} ${JSON.stringify(at)}`]);
});

test.each<[string, ObjectValue, readonly string[]]>([
  ["begins with !", { excludes: ["!src/**", "**"] }, ['warning patterns-unordered ["analyzers"]']],
  ["is empty, beside one that is not known", { includes: ["", unknown] }, ['warning patterns-unordered ["analyzers"]']],
  ["begins with !, and is alone", { excludes: ["!src/**"] }, []],
  ["takes everything", { excludes: ["**", "src/**"] }, []],
])("a pattern that %s: %j", (_, given, warnings) => {
  expect(configuration({ analyzers: { xss: { enabled: true, ...given } } })).toEqual(warnings);
});

describe("the second of two rules", () => {
  const rules = (rule: Value) =>
    said("scanform_repository_assignments", { rules: [{ configuration_id: id, repository_pattern: "%" }, rule] });
  const names = { repository_names: ["web"] };

  test.each<[string, Value]>([
    ["assigns a configuration that is not known yet", { configuration_id: unknown, ...names }],
    ["may turn out to leave repositories", { leave: unknown, ...names }],
    ["may turn out to do either", { configuration_id: unknown, leave: unknown, ...names }],
    ["has selectors that are not known yet", { configuration_id: id, repository_ids: unknown }],
    ["has a pattern that is not known yet", { configuration_id: id, repository_pattern: unknown }],
    ["is not known yet", unknown],
  ])("the second of two rules is valid when it %s", (_, rule) => {
    expect(rules(rule)).toEqual([]);
  });

  test("the second of two rules is underlined where it is wrong", () => {
    expect(rules(names)).toEqual(['error rule-without-action ["rules",1]']);
  });
});

test("a triage may be unknown, and a time without its zone is refused", () => {
  const of = (given: ObjectValue) => said("scanform_finding_triage", { ...triage, ...given });
  expect(of({ finding_id: unknown, category: unknown, justification: unknown, expires: unknown })).toEqual([]);
  expect(of({ expires: "2026-01-31T12:00:00" })).toEqual(['error date-invalid ["expires"]']);
});

test.each<[ObjectValue, readonly string[]]>([
  [{ max_concurrency: unknown, managed_scope: unknown, base_url: unknown }, []],
  [{ max_concurrency: 1000, managed_scope: { names: null, all: true, max_deletes: 0 } }, []],
  [{ base_url: "findings" }, ['error base-url-invalid ["base_url"]']],
])("of the provider block %j it says %j", (given, expected) => {
  expect(provider.validate(blank(provider.block, given)).map(shown)).toEqual(expected);
});

test("the timeouts of every resource are checked", () => {
  for (const type of Object.keys(provider.resources))
    expect(said(type, { timeouts: { create: "soon" } })).toContain('error duration-invalid ["timeouts","create"]');
});
