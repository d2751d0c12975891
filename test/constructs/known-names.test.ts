import type { TerraformStack } from "cdktf";
import {
  Analyzer,
  CodePolicy,
  Configuration,
  type KnownNames,
  RepositoryAssignments,
  ScanformProvider,
} from "../../src/constructs";
import { problemsOf, synthesized } from "./synth";
import { snapshotOf } from "../../src/generate/types/snapshot";
import { accountId, repositoryId } from "../../src/model/ids";

const policyId = "cccccccc-0000-4000-8000-000000000003";
const Analyzers = { SECRETS: "secrets", SQL_INJECTION: "sql-injection" } as const;
const Policies = { NO_PLAINTEXT_SECRETS: policyId } as const;
const Repositories = { PAYMENTS_API: "payments-api", WEB: "web" } as const;

/** What the module of `scanform types` exports. */
const types = { account_id: "a", analyzers: Analyzers, policies: Policies, repositories: Repositories } as const;

function declare(stack: TerraformStack, names: readonly string[] = [], provider?: ScanformProvider): void {
  const [slug = Analyzers.SECRETS, id = Policies.NO_PLAINTEXT_SECRETS, repository = Repositories.WEB] = names;
  const own = provider === undefined ? {} : { provider };
  const strict = new Configuration(stack, "strict", {
    ...own,
    name: "strict",
    analyzers: { [Analyzers.SQL_INJECTION]: { enabled: true }, [slug]: { enabled: true } },
    codePolicies: [{ id, enabled: true }],
  });
  new RepositoryAssignments(stack, "routing", {
    ...own,
    rules: [{ configuration: strict, repositoryNames: [repository], repositoryPattern: "new-%" }],
  });
}

const problems = (names: readonly string[], given?: KnownNames): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform", given === undefined ? {} : { types: given });
    declare(stack, names);
  });

test("names of the snapshot are accepted, and the snapshot is not written into the stack", () => {
  const stack = synthesized((scope) => {
    new ScanformProvider(scope, "scanform", { types, accountId: "a" });
    declare(scope);
  });
  expect(stack["provider"]).toEqual({ scanform: [{ account_id: "a" }] });
});

test.each([
  [["secret"], 'The analyzer "secret" is not in the snapshot of the account. Did you mean "secrets"?'],
  [
    ["secrets", "dddddddd-0000-4000-8000-000000000004"],
    'The code policy "dddddddd-0000-4000-8000-000000000004" is not',
  ],
  [["secrets", policyId, "wep"], 'The repository "wep" is not in the snapshot of the account. Did you mean "web"?'],
])("of %j the name that the snapshot lacks is refused at synth, and none where no snapshot is given", (names, said) => {
  expect(problems(names, types)).toContain(said);
  expect(problems(names, types)).toContain("If it is new there, run: scanform types");
  expect(problems(names)).toBe("");
});

test("an analyzer that was added later is looked for in the snapshot too", () => {
  const found = problemsOf((stack) => {
    const strict = new Configuration(stack, "strict", { name: "strict" });
    strict.addAnalyzer("xss", { enabled: true });
    new ScanformProvider(stack, "scanform", { types });
  });
  expect(found).toContain('The analyzer "xss" is not in the snapshot');
});

test("each provider block has a snapshot of its own", () => {
  const found = problemsOf((stack) => {
    new ScanformProvider(stack, "scanform", { types });
    const other = new ScanformProvider(stack, "other", { alias: "other" });
    declare(stack, ["unknown-here"], other);
  });
  expect(found).toBe("");
  const both = problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    const other = new ScanformProvider(stack, "other", { alias: "other", types });
    declare(stack, ["unknown-here"], other);
  });
  expect(both).toContain('The analyzer "unknown-here"');
});

test("the content of scanform-types.json is accepted as a snapshot", () => {
  const snapshot: KnownNames = snapshotOf(accountId("a"), {
    analyzers: Object.values(Analyzers).map((slug) => ({ id: slug, slug })),
    policies: [{ id: policyId, title: "No plaintext secrets" }],
    repositories: [{ id: repositoryId("1"), name: "web" }],
  });
  expect(problems([], snapshot)).toBe("");
  expect(problems(["secret"], snapshot)).toContain("Did you mean");
});

test("a snapshot with other than names in it is a problem, not an exception", () => {
  for (const policies of [{ A: null }, { A: { title: "a" } }, { A: 7 }])
    expect(problems([], { ...types, policies } as never)).toContain("[acme/scanform] types is an object, and must be");
});

test("names that are looked up are not looked for in the snapshot", () => {
  const found = problemsOf((stack) => {
    new ScanformProvider(stack, "scanform", { types });
    const analyzers = { [Analyzer.fromSlug(stack, "xss", "xss").slug]: { enabled: true } };
    const codePolicies = { [CodePolicy.fromTitle(stack, "tokens", "No tokens").codePolicyId]: { enabled: true } };
    new Configuration(stack, "strict", { name: "strict", analyzers, codePolicies });
  });
  expect(found).toBe("");
});
