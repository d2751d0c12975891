import type { TerraformStack } from "cdktf";
import { Configuration, DataScanformAnalyzer, l1, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { id, problems as found } from "./synth";

const binding = (configuration: Configuration): l1.configuration.Configuration =>
  configuration.node.defaultChild as l1.configuration.Configuration;

describe.each<[string, unknown]>([
  ["undefined", undefined],
  ["null", null],
  ["a text", "strict"],
  ["a list", [{ name: "strict" }]],
  ["a function", () => ({ name: "strict" })],
  ["a promise", Promise.resolve({ name: "strict" })],
])("%s in place of the properties", (_what, props) => {
  test.each<[string, (stack: TerraformStack) => unknown]>([
    ["a configuration", (stack) => new Configuration(stack, "made", props as never)],
    // undefined is the default of the others
    ["assignments", (stack) => new RepositoryAssignments(stack, "made", (props ?? null) as never)],
    ["a provider", (stack) => new ScanformProvider(stack, "made", (props ?? null) as never)],
    [
      "an analyzer",
      (stack) => {
        made(stack).addAnalyzer("xss", props as never);
      },
    ],
    [
      "a code policy",
      (stack) => {
        made(stack).addCodePolicy(props as never);
      },
    ],
    [
      "a rule",
      (stack) => {
        new RepositoryAssignments(stack, "made").addRule(props as never);
      },
    ],
    ["an id", (stack) => Configuration.fromConfigurationId(stack, "made", props as never)],
  ])("is a problem of %s, not an exception", (_construct, declare) => {
    expect(found(declare)).toMatch(/\[acme\/made\] [A-Za-z][^\n]* is [^\n]*/);
    expect(found(declare)).not.toContain("TypeError");
  });
});

const made = (stack: TerraformStack) => new Configuration(stack, "made", { name: "a" });

test("refuses a second importFrom", () => {
  const said = found((stack) => {
    made(stack).importFrom(id);
    const strict = new Configuration(stack, "strict", { name: "strict" });
    strict.importFrom(id);
    strict.importFrom(id);
  });
  expect(said).toContain("[acme/strict] importFrom is called twice");
  expect(said).not.toContain("acme/made");
});

test.each<[string, (stack: TerraformStack) => unknown, string]>([
  [
    "a resource of another kind",
    (stack) => new RepositoryAssignments(stack, "first", { rules: [{ leave: true, repositoryPattern: "a%" }] }),
    'is the construct "acme/first", and must be a Configuration',
  ],
  ["an object with an empty id", () => ({ configurationId: "" }), 'is "", which is not a UUID'],
])("refuses %s in place of a configuration", (_what, given, message) => {
  const said = found((stack) => {
    const rules = [{ configuration: given(stack) as never, repositoryPattern: "%" }];
    new RepositoryAssignments(stack, "routing", { rules });
  });
  expect(said).toContain(`[acme/routing] rule 1: configuration ${message}`);
});

test("reports the wrong id of a configuration once, where it is given", () => {
  const said = found((stack) => {
    const live = Configuration.fromConfigurationId(stack, "live", "strict");
    new RepositoryAssignments(stack, "routing", { rules: [{ configuration: live, repositoryPattern: "%" }] });
  });
  expect(said).toContain('[acme/live] configurationId is "strict", which is not a UUID');
  expect(said).not.toContain("acme/routing");
});

test("reports a lookup without properties", () => {
  expect(found((stack) => new DataScanformAnalyzer(stack, "xss", undefined as never))).toContain(
    "[acme/xss] Its argument is absent, and must be an object",
  );
});

describe("escape hatches", () => {
  const override = (path: string, value: unknown) =>
    found((stack) => {
      binding(new Configuration(stack, "strict", { name: "strict", analyzers: { xss: {} } })).addOverride(path, value);
    });

  test.each<[string, unknown, string]>([
    ["riskThreshold", 3, '[acme/strict] riskThreshold cannot be set here. Did you mean "risk_threshold"'],
    ["analyzers.xss.blokcing", true, "[acme/strict] analyzers.xss.blokcing cannot be set here"],
    ["analyzers.xss.risk_level", "hihg", '[acme/strict] analyzers.xss.risk_level is "hihg", which is none of info'],
    ["comment", "loud", '[acme/strict] comment is "loud", which is none of disabled, silent, enabled'],
    ["code_policies", [{ id }], "[acme/strict] code_policies is a list, and must be an object"],
    ["code_policies.secrets", {}, '[acme/strict] code_policies.secrets is "secrets", which is not a UUID'],
    ["lifecycle.prevent_destory", true, "[acme/strict] lifecycle.prevent_destory cannot be set here"],
    ["name", "", "[acme/strict] name is empty. Give the configuration the name"],
    ["name", undefined, "[acme/strict] name is missing"],
  ])("escape hatches refuses %s: %j", (path, value, message) => {
    expect(override(path, value)).toContain(message);
  });

  test.each<[string, unknown]>([
    ["risk_threshold", null],
    ["comment", "${var.comment}"],
    [`code_policies.${id}`, { enabled: true }],
    ["code_policies", { "${var.policy}": { enabled: true } }],
    ["analyzers.secrets", { enabled: true, excludes: ["a"] }],
    ["lifecycle.prevent_destroy", true],
    ["depends_on", ["scanform_configuration.other"]],
    ["count", 1],
  ])("escape hatches accepts %s: %j", (path, value) => {
    expect(override(path, value)).toBe("");
  });

  test("escape hatches are checked for assignments and providers", () => {
    const said = found((stack) => {
      const routing = new RepositoryAssignments(stack, "routing", {
        rules: [{ leave: true, repositoryPattern: "a%" }],
      });
      const resource = routing.node.defaultChild as l1.repositoryAssignments.RepositoryAssignments;
      resource.addOverride("rules", [{ configuration_id: id, repository_pattern: "a-*" }]);
      new ScanformProvider(stack, "west", { alias: "west" }).addOverride("acount_id", "a");
    });
    expect(said).toContain('[acme/routing] rule 2: repository_pattern is "a-*"');
    expect(said).toContain("[acme/routing] rule 2 can never match");
    expect(said).toContain('[acme/west] acount_id cannot be set here. Did you mean "account_id"');
  });

  test("escape hatches are checked on a number that a property of the binding is set to", () => {
    const said = found((stack) => {
      binding(made(stack)).riskThreshold = Number.NaN;
    });
    expect(said).toContain("risk_threshold is NaN");
  });

  test("escape hatches are checked in generated bindings that are used by themselves", () => {
    const said = found((stack) => {
      new l1.configuration.Configuration(stack, "plain", { name: "plain", comment: "loud" });
      new l1.repositoryAssignments.RepositoryAssignments(stack, "routing", { rules: [{ leave: true }] });
      new l1.provider.ScanformProvider(stack, "west", { alias: "west" }).addOverride("dry_runs", true);
    });
    expect(said).toContain('"acme/plain": comment is "loud"');
    expect(said).toContain('"acme/routing": rule 1 selects no repository. Give it repository_names');
    expect(said).toContain('"acme/west": dry_runs cannot be set here');
  });
});
