import type { TerraformStack } from "cdktf";
import {
  Analyzer,
  CodePolicy,
  Configuration,
  DataScanformConfiguration,
  Repository,
  RepositoryAssignments,
  ScanformProvider,
} from "../../src/constructs";
import { linesOf, problems, synthesized, withoutDefaults } from "./synth";

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
  expect(found).toMatch(/\[acme\/made\] .* \(at test\/constructs\/lookups\.test\.ts:\d+:\d+\)/);
  expect(linesOf(found)).toHaveLength(1);
});
