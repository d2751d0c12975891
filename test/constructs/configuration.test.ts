import { TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
import { Comment, Configuration, type ConfigurationProps, l1, RiskLevel, ScanformProvider } from "../../src/constructs";
import { settingsFields } from "../../src/model/settings";
import { problemsOf, synthesized } from "./synth";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

/** The attributes of one configuration, declared with these props and then by `more`. */
function attributesOf(props: ConfigurationProps, more: (configuration: Configuration) => void = () => undefined) {
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    more(new Configuration(stack, "strict", props));
  });
  return (json["resource"] as { scanform_configuration: { strict: unknown } }).scanform_configuration.strict;
}

const problems = (props: ConfigurationProps, more: (configuration: Configuration) => void = () => undefined): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    more(new Configuration(stack, "strict", props));
  });

test("writes every property under its Terraform name", () => {
  expect(
    attributesOf({
      name: "strict",
      renamedFrom: ["hardened"],
      exclusiveAnalyzers: true,
      comment: Comment.SILENT,
      showScanConfirmation: false,
      riskThreshold: 3,
      analyzers: {
        xss: { enabled: true, silent: false, riskLevel: RiskLevel.FAIL, excludes: ["test/**"], includes: [] },
      },
      codePolicies: [{ id, enabled: true, silent: false, blocking: true }],
      notifications: { enabled: false, deduplicate: true, integrationNames: ["a"] },
      deletionProtection: true,
      forceDestroy: false,
      lifecycle: { preventDestroy: true },
    }),
  ).toEqual({
    name: "strict",
    renamed_from: ["hardened"],
    exclusive_analyzers: true,
    comment: "silent",
    show_scan_confirmation: false,
    risk_threshold: 3,
    analyzers: { xss: { enabled: true, silent: false, risk_level: "fail", excludes: ["test/**"], includes: [] } },
    code_policies: { [id]: { enabled: true, silent: false, blocking: true } },
    notifications: { enabled: false, deduplicate: true, integration_names: ["a"] },
    deletion_protection: true,
    force_destroy: false,
    lifecycle: { prevent_destroy: true },
  });
});

test("omits absent properties and writes empty ones", () => {
  expect(attributesOf({ name: "strict" })).toEqual({ name: "strict" });
  expect(
    attributesOf({ name: "strict", analyzers: {}, codePolicies: [], notifications: { integrationNames: [] } }),
  ).toEqual({ name: "strict", analyzers: {}, code_policies: {}, notifications: { integration_names: [] } });
});

test("merges later additions with the props", () => {
  const attributes = attributesOf(
    {
      name: "strict",
      analyzers: { xss: { enabled: true } },
      notifications: { deduplicate: true, integrationNames: ["a"] },
    },
    (strict) => {
      strict.addAnalyzer("secrets", { blocking: true });
      strict.addCodePolicy({ id, enabled: true });
      strict.notify("b", "a");
      strict.notify("c");
    },
  );
  expect(attributes).toEqual({
    name: "strict",
    analyzers: { xss: { enabled: true }, secrets: { blocking: true } },
    code_policies: { [id]: { enabled: true } },
    notifications: { enabled: true, deduplicate: true, integration_names: ["a", "b", "c"] },
  });
});

test("notify declares that notifications are enabled, unless the props say otherwise", () => {
  const notify = (configuration: Configuration) => {
    configuration.notify("a");
  };
  expect(attributesOf({ name: "x" }, notify)).toMatchObject({
    notifications: { enabled: true, integration_names: ["a"] },
  });
  expect(attributesOf({ name: "x", notifications: { enabled: false } }, notify)).toMatchObject({
    notifications: { enabled: false },
  });
});

test("notify without names declares nothing", () => {
  expect(
    attributesOf({ name: "x" }, (configuration) => {
      configuration.notify();
    }),
  ).toEqual({ name: "x" });
});

test("the constants are exactly the values of the model", () => {
  const comment: readonly `${Comment}`[] = settingsFields.comment.values;
  const riskLevel: readonly `${RiskLevel}`[] = settingsFields.analyzers.entry.risk_level.values;
  expect(Object.values(Comment)).toEqual(comment);
  expect(Object.values(RiskLevel)).toEqual(riskLevel);
});

test.each([
  ["an empty name", { name: " " }, "[acme/strict] name is empty. Give the configuration the name"],
  ["no name, from JavaScript", {} as ConfigurationProps, "[acme/strict] name is missing"],
  ["NaN", { name: "x", riskThreshold: Number.NaN }, "[acme/strict] riskThreshold is NaN, and must be a whole number"],
  ["a fraction", { name: "x", riskThreshold: 1.5 }, "riskThreshold is 1.5"],
  ["a number that is not exact", { name: "x", riskThreshold: 2 ** 53 }, "riskThreshold is 9007199254740992"],
  [
    "a policy twice in the props",
    { name: "x", codePolicies: [{ id }, { id: id.toUpperCase() }] },
    `codePolicies has the code policy "${id.toUpperCase()}" twice`,
  ],
])("refuses %s", (_what, props: ConfigurationProps, message) => {
  expect(problems(props)).toContain(message);
});

test("refuses NaN set through an escape hatch", () => {
  const found = problems({ name: "x" }, ({ node }) => {
    (node.defaultChild as l1.configuration.Configuration).riskThreshold = Number.NaN;
  });
  expect(found).toContain("risk_threshold is NaN");
});

test("leaves a token to Terraform", () => {
  const declare = (scope: Construct) => {
    new ScanformProvider(scope, "scanform");
    const variable = new TerraformVariable(scope, "risk", { type: "number" });
    new Configuration(scope, "strict", { name: "strict", riskThreshold: variable.numberValue });
  };
  expect(problemsOf(declare)).toBe("");
  expect(synthesized(declare)).toMatchObject({
    resource: { scanform_configuration: { strict: { risk_threshold: "${var.risk}" } } },
  });
});

test("importFrom writes an import block without a terraform binary", () => {
  const path = process.env.PATH;
  process.env.PATH = "";
  try {
    const json = synthesized((stack) => {
      const provider = new ScanformProvider(stack, "scanform", { alias: "west" });
      new Configuration(stack, "strict", { name: "strict", provider }).importFrom(id);
      new Configuration(stack, "plain", { name: "plain" }).importFrom(id);
    });
    expect(json["import"]).toEqual([
      { to: "scanform_configuration.strict", id, provider: "scanform.west" },
      { to: "scanform_configuration.plain", id },
    ]);
  } finally {
    process.env.PATH = path;
  }
});
