import { type TerraformStack, TerraformVariable } from "cdktf";
import {
  Analyzer,
  CodePolicy,
  Configuration,
  DataScanformConfiguration,
  Deepscan,
  FindingTriage,
  type FindingTriageProps,
  l1,
  Removed,
  Repository,
  RepositoryAssignments,
  ScanformProvider,
  TriageCategory,
} from "../../src/constructs";
import { triageCategories } from "../../src/model/findings";
import { id, linesOf, other, problems, problemsOf, resources, synthesized, withoutDefaults } from "./synth";

const triage: FindingTriageProps = {
  findingId: id,
  category: TriageCategory.ACCEPTED_RISK,
  justification: "Only in tests.",
  expires: "2027-01-31",
};

test("writes a triage and a deepscan under Terraform's names", () => {
  const made = resources((stack) => {
    new FindingTriage(stack, "key", { ...triage, timeouts: { create: "5m" } });
    const web = Repository.fromName(stack, "web", "web");
    new Deepscan(stack, "release", { repositoryId: web.repositoryId, triggers: { release: "1" } });
  });
  expect(made).toEqual({
    scanform_finding_triage: {
      key: {
        finding_id: id,
        category: "accepted_risk",
        justification: "Only in tests.",
        expires: "2027-01-31",
        timeouts: { create: "5m" },
      },
    },
    scanform_deepscan: {
      release: { repository_id: "${data.scanform_repository.web.id}", triggers: { release: "1" } },
    },
  });
});

test("has a constant for each category of the model, and no other", () => {
  const categories: readonly `${TriageCategory}`[] = triageCategories;
  expect(Object.values(TriageCategory)).toEqual(categories);
});

test.each<[string, (stack: TerraformStack) => unknown, string]>([
  [
    "a Date",
    (s) => new FindingTriage(s, "made", { ...triage, expires: new Date(0) as never }),
    "expires is a Date, and must be a string",
  ],
  [
    "a typo",
    (s) => new FindingTriage(s, "made", { ...triage, expiry: "2027-01-31" } as never),
    'expiry cannot be set here. Did you mean "expires"',
  ],
  [
    "a trigger",
    (s) => new Deepscan(s, "made", { repositoryId: id, triggers: { a: 1 } } as never),
    "triggers.a is 1, and must be a string",
  ],
  ["a removal of nothing", (s) => new Removed(s, "made", {} as never), "from is missing. Give it the address"],
  ["no address", (s) => new Removed(s, "made", { from: "old" }), 'from is "old", which is not an address'],
])("refuses %s, and says where", (_what, declare, message) => {
  const found = problems(declare);
  expect(found).toContain(`[acme/made] ${message}`);
  expect(found).toMatch(/\(at test\/constructs\/other-resources\.test\.ts:\d+:\d+\)/);
  expect(linesOf(found)).toHaveLength(1);
});

test("accepts tokens as values", () => {
  const declare = (stack: TerraformStack): void => {
    const variable = new TerraformVariable(stack, "any", {});
    const text = variable.stringValue;
    new FindingTriage(stack, "key", { findingId: text, category: text as never, justification: text, expires: text });
    new Deepscan(stack, "release", { repositoryId: text, triggers: { release: text } });
  };
  expect(problems(declare)).toBe("");
});

test("checks generated bindings that are used by themselves, and overrides", () => {
  const found = problems((stack) => {
    new l1.findingTriage.FindingTriage(stack, "plain", { ...triage, category: "wont_fix", expires: "soon" });
    const { node } = new Deepscan(stack, "release", { repositoryId: id });
    (node.defaultChild as l1.deepscan.Deepscan).addOverride("trigers", { a: "b" });
  });
  expect(found).toContain('"acme/plain": expires is "soon", which is neither a date');
  expect(found).toContain('[acme/release] trigers cannot be set here. Did you mean "triggers"');
});

test("state is written as import, moved and removed blocks", () => {
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    const strict = new Configuration(stack, "strict", { name: "strict" });
    strict.importFrom(id);
    strict.movedFrom("scanform_configuration.old");
    strict.movedFrom('scanform_configuration.older["a"]');
    new FindingTriage(stack, "key", triage).importFrom(id);
    const scan = new Deepscan(stack, "release", { repositoryId: id });
    scan.importFrom(`${id}/${other}`);
    scan.movedFrom("scanform_deepscan.old");
    const routing = new RepositoryAssignments(stack, "routing", { rules: [{ leave: true, repositoryPattern: "%" }] });
    routing.importFrom(id);
    routing.movedFrom("module.a.scanform_repository_assignments.old");
    new Removed(stack, "gone", { from: "scanform_configuration.gone" });
    new Removed(stack, "deleted", { from: "scanform_configuration.deleted", destroy: true });
  });
  expect(json["import"]).toEqual([
    { to: "scanform_configuration.strict", id },
    { to: "scanform_finding_triage.key", id },
    { to: "scanform_deepscan.release", id: `${id}/${other}` },
    { to: "scanform_repository_assignments.routing", id },
  ]);
  expect(json["moved"]).toEqual([
    { from: "scanform_configuration.old", to: "scanform_configuration.strict" },
    { from: 'scanform_configuration.older["a"]', to: "scanform_configuration.strict" },
    { from: "scanform_deepscan.old", to: "scanform_deepscan.release" },
    { from: "module.a.scanform_repository_assignments.old", to: "scanform_repository_assignments.routing" },
  ]);
  expect(json["removed"]).toEqual([
    { from: "scanform_configuration.gone", lifecycle: { destroy: false } },
    { from: "scanform_configuration.deleted", lifecycle: { destroy: true } },
  ]);
});

test.each<[string, (stack: TerraformStack) => void, string]>([
  [
    "another's import",
    (stack) => {
      new Deepscan(stack, "made", { repositoryId: id }).importFrom(id);
    },
    `importFrom is "${id}". Give it REPOSITORY_ID/DEEPSCAN_ID`,
  ],
  [
    "an import without an id",
    (stack) => {
      new Configuration(stack, "made", { name: "a" }).importFrom("a");
    },
    'importFrom is "a", which is not a UUID',
  ],
  [
    "a move from a path",
    (stack) => {
      new Configuration(stack, "made", { name: "a" }).movedFrom("acme/old");
    },
    'movedFrom is "acme/old", which is not an address',
  ],
])("state refuses %s", (_what, declare, message) => {
  expect(problems(declare)).toContain(`[acme/made] ${message}`);
});

test("state takes a deepscan with the id of its account, too", () => {
  const imported = (text: string) =>
    problems((stack) => {
      new Deepscan(stack, "release", { repositoryId: id }).importFrom(text);
    });
  expect(imported(`${other}/${id}/${other}`)).toBe("");
  for (const wrong of [`${id}/${other}/${id}/${other}`, `${id}/release`])
    expect(imported(wrong)).toContain("Give it REPOSITORY_ID/DEEPSCAN_ID");
});

test("writes a lookup as a data source of its provider, and a reference to it", () => {
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    const provider = new ScanformProvider(stack, "west", { alias: "west" });
    const policy = CodePolicy.fromTitle(stack, "tokens", "No tokens", { provider });
    const analyzer = Analyzer.fromSlug(stack, "xss", "xss");
    const web = Repository.fromName(stack, "web", "web");
    Analyzer.fromSlug(stack, "ssrf", "ssrf", { provider });
    Repository.fromName(stack, "api", "api", { provider });
    const live = Configuration.fromLookup(stack, "live", { name: "live", provider });
    new Configuration(stack, "strict", {
      name: "strict",
      analyzers: { [analyzer.slug]: { enabled: true } },
      codePolicies: { [policy.codePolicyId]: { enabled: true } },
    });
    new RepositoryAssignments(stack, "routing", {
      rules: [{ configuration: live, repositoryIds: [web.repositoryId] }],
    });
  });
  expect(json["data"]).toEqual({
    scanform_custom_policy: { tokens: { title: "No tokens", provider: "scanform.west" } },
    scanform_analyzer: { xss: { slug: "xss" }, ssrf: { slug: "ssrf", provider: "scanform.west" } },
    scanform_repository: { web: { name: "web" }, api: { name: "api", provider: "scanform.west" } },
    scanform_configuration: { live: { name: "live", provider: "scanform.west" } },
  });
  expect(withoutDefaults(json["resource"])).toEqual({
    scanform_configuration: {
      strict: {
        name: "strict",
        analyzers: { "${data.scanform_analyzer.xss.slug}": { enabled: true } },
        code_policies: { "${data.scanform_custom_policy.tokens.id}": { enabled: true } },
      },
    },
    scanform_repository_assignments: {
      routing: {
        rules: [
          {
            configuration_id: "${data.scanform_configuration.live.id}",
            repository_ids: ["${data.scanform_repository.web.id}"],
          },
        ],
      },
    },
  });
});

test.each<[string, (stack: TerraformStack) => unknown, string]>([
  [
    "no title",
    (stack) => CodePolicy.fromTitle(stack, "made", undefined as never),
    "title is absent, and must be a string",
  ],
  ["an empty slug", (stack) => Analyzer.fromSlug(stack, "made", " "), "slug is empty. Give it a value"],
  ["a number", (stack) => Repository.fromName(stack, "made", 7 as never), "name is 7, and must be a string"],
  [
    "an object in place of a name",
    (stack) => Repository.fromName(stack, "made", { name: "web" } as never),
    "name is an object, and must be a string",
  ],
  [
    "a misspelt key",
    (stack) => Configuration.fromLookup(stack, "made", { nam: "live" } as never),
    'nam cannot be set here. Did you mean "name"?',
  ],
  [
    "another key",
    (stack) => Configuration.fromLookup(stack, "made", { identifier: "live" } as never),
    'identifier cannot be set here. There are "name" and "provider".',
  ],
  [
    "a missing key",
    (stack) => Configuration.fromLookup(stack, "made", {} as never),
    "name is missing. Give it a value",
  ],
  ["an empty name", (stack) => Configuration.fromLookup(stack, "made", { name: "" }), "name is empty. Give it a value"],
  [
    "a misspelt option",
    (stack) => CodePolicy.fromTitle(stack, "made", "a", { provder: 1 } as never),
    'provder cannot be set here. Did you mean "provider"?',
  ],
  [
    "a misspelt key of a data source",
    (stack) => new DataScanformConfiguration(stack, "made", { nam: "live" } as never),
    'nam cannot be set here. Did you mean "name"?',
  ],
  ["a name by itself", (stack) => Configuration.fromLookup(stack, "made", "live" as never), "must be an object"],
  [
    "another provider",
    (stack) => Repository.fromName(stack, "made", "web", { provider: "west" as never }),
    'provider is "west", and must be a ScanformProvider',
  ],
  [
    "options",
    (stack) => Analyzer.fromSlug(stack, "made", "xss", null as never),
    "options is null, and must be an object",
  ],
])("refuses %s once", (_what, declare, message) => {
  const found = problems(declare);
  expect(found).toContain(message);
  expect(found).toMatch(/\[acme\/made\] .* \(at test\/constructs\/other-resources\.test\.ts:\d+:\d+\)/);
  expect(linesOf(found)).toHaveLength(1);
});

const lines = (declare: Parameters<typeof problemsOf>[0]): readonly string[] =>
  linesOf(problemsOf(declare)).map((each) => each.trim().replace(/ \(at [^)]*\)$/, ""));

test("two provider blocks of one account are refused, with both aliases", () => {
  expect(
    lines((stack) => {
      const provider = new ScanformProvider(stack, "east", { alias: "east", accountId: id });
      new ScanformProvider(stack, "west", { alias: "west", accountId: id.toUpperCase() });
      new Configuration(stack, "strict", { name: "strict", provider });
    }),
  ).toEqual([
    `[acme] "acme/west": accountId is "${id.toUpperCase()}", which another provider block names. Keep one of them: this, or the one with the alias "east".`,
  ]);
});

test("a construct that chooses none of several provider blocks is shown their aliases", () => {
  const declare =
    (isChosen: boolean): Parameters<typeof problemsOf>[0] =>
    (stack) => {
      const provider = new ScanformProvider(stack, "east", { alias: "east", accountId: id });
      new ScanformProvider(stack, "west", { alias: "west", accountId: other });
      const options = isChosen ? { provider } : {};
      new Configuration(stack, "strict", { name: "strict", ...options });
      Repository.fromName(stack, "api", "api", options);
    };
  expect(lines(declare(true))).toEqual([]);
  expect(lines(declare(false))).toEqual([
    expect.stringMatching(
      /^\[acme\] "acme\/strict": provider is missing, and each provider block has an alias\. Give it the provider of one of them: "east" and "west"\. The same in 1 more place: "acme\/api" provider /,
    ),
  ]);
});

test("a provider block without an alias is that of whatever chooses none", () => {
  expect(
    lines((stack) => {
      new ScanformProvider(stack, "scanform");
      new ScanformProvider(stack, "east", { alias: "east", accountId: id });
      new ScanformProvider(stack, "west", { alias: "west", accountId: other });
      new Configuration(stack, "strict", { name: "strict" });
    }),
  ).toEqual([]);
});
