import { Fn, Lazy, Token } from "cdktf";
import { Comment, Configuration, DataScanformCustomPolicy, RepositoryAssignments } from "../../src/constructs";
import { type Given, given, list } from "./given-tokens";
import { problemsOf, synthesized } from "./synth";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

const resourcesOf = (declare: (given: Given) => void): unknown => {
  expect(problemsOf(given(declare))).toBe("");
  return synthesized(given(declare))["resource"];
};

test("every setting of a configuration may be a token", () => {
  const resources = resourcesOf(({ stack, variable, live }) => {
    new Configuration(stack, "strict", {
      name: variable.stringValue,
      renamedFrom: list,
      comment: live.comment as never,
      riskThreshold: variable.numberValue,
      exclusiveAnalyzers: variable.booleanValue,
      analyzers: {
        [variable.stringValue]: { enabled: variable.booleanValue, excludes: list, includes: variable.listValue },
        xss: live.analyzers.get('"xss"'),
        secrets: Lazy.anyValue({ produce: () => ({ enabled: true }) }),
      },
      codePolicies: [{ id: new DataScanformCustomPolicy(stack, "policy", { title: "p" }).id, enabled: true }],
      notifications: { integrationNames: live.notifications.integrationNames },
    });
  });
  expect(resources).toEqual({
    scanform_configuration: {
      strict: {
        name: "${var.any}",
        renamed_from: '${concat(["a"], ["b"])}',
        comment: "${data.scanform_configuration.live.comment}",
        risk_threshold: "${var.any}",
        exclusive_analyzers: "${var.any}",
        analyzers: {
          "${var.any}": { enabled: "${var.any}", excludes: '${concat(["a"], ["b"])}', includes: "${var.any}" },
          xss: '${data.scanform_configuration.live.analyzers["xss"]}',
          secrets: { enabled: true },
        },
        code_policies: { "${data.scanform_custom_policy.policy.id}": { enabled: true } },
        notifications: {
          integration_names: "${tolist(data.scanform_configuration.live.notifications.integration_names)}",
        },
      },
    },
  });
});

test.each<[string, (given: Given) => unknown, string]>([
  ["a function", () => Fn.merge([{ xss: { enabled: true } }]) as unknown, '${merge({"xss" = {"enabled" = true}})}'],
  ["a variable", ({ variable }) => variable.value as unknown, "${var.any}"],
  ["a map token", ({ variable }) => Token.asAnyMap(variable.value), "${var.any}"],
  ["a map token that is spread", ({ variable }) => ({ ...Token.asAnyMap(variable.value) }), "${var.any}"],
  ["another's attribute", ({ live }) => live.analyzers, "${data.scanform_configuration.live.analyzers}"],
])("analyzers, code policies and notifications may be %s as a whole", (_what, token, text) => {
  const resources = resourcesOf((each) => {
    const whole = token(each) as never;
    new Configuration(each.stack, "strict", {
      name: "strict",
      analyzers: whole,
      codePolicies: whole,
      notifications: whole,
    });
  });
  expect(resources).toEqual({
    scanform_configuration: { strict: { name: "strict", analyzers: text, code_policies: text, notifications: text } },
  });
});

test("rules, and their parts, may be tokens", () => {
  const resources = resourcesOf(({ stack, variable }) => {
    const strict = new Configuration(stack, "strict", { name: "strict" });
    new RepositoryAssignments(stack, "parts", {
      rules: [
        { configuration: strict, repositoryNames: list },
        { configuration: strict.configurationId, repositoryIds: variable.listValue },
        { configuration: id, repositoryPattern: variable.stringValue },
        { configuration: variable.stringValue, repositoryNames: [variable.stringValue, "a"] },
      ],
    });
    new RepositoryAssignments(stack, "whole", { rules: variable.value as never });
    new RepositoryAssignments(stack, "spread", { rules: [...variable.listValue] as never });
  });
  expect(resources).toMatchObject({
    scanform_repository_assignments: {
      parts: {
        rules: [
          { configuration_id: "${scanform_configuration.strict.id}", repository_names: '${concat(["a"], ["b"])}' },
          { configuration_id: "${scanform_configuration.strict.id}", repository_ids: "${var.any}" },
          { configuration_id: id, repository_pattern: "${var.any}" },
          { configuration_id: "${var.any}", repository_names: ["${var.any}", "a"] },
        ],
      },
      whole: { rules: "${var.any}" },
      spread: { rules: "${var.any}" },
    },
  });
});

test("notify adds to names that only Terraform knows", () => {
  const resources = resourcesOf(({ stack, variable, live }) => {
    new Configuration(stack, "set", {
      name: "set",
      notifications: { integrationNames: live.notifications.integrationNames },
    }).notify("a", "b");
    new Configuration(stack, "function", { name: "function", notifications: { integrationNames: list } }).notify("c");
    new Configuration(stack, "spread", { name: "spread" }).notify(...variable.listValue);
    new Configuration(stack, "single", { name: "single" }).notify(variable.stringValue);
  });
  const names = (text: unknown) => ({ notifications: { enabled: true, integration_names: text } });
  expect(resources).toMatchObject({
    scanform_configuration: {
      set: names(
        '${distinct(concat(tolist(tolist(data.scanform_configuration.live.notifications.integration_names)), ["a", "b"]))}',
      ),
      function: names('${distinct(concat(tolist(concat(["a"], ["b"])), ["c"]))}'),
      spread: names("${var.any}"),
      single: names(["${var.any}"]),
    },
  });
});

test("a configuration of which only Terraform knows the id", () => {
  const resources = resourcesOf(({ stack, variable }) => {
    const live = Configuration.fromConfigurationId(stack, "by-id", variable.stringValue);
    new RepositoryAssignments(stack, "routing", { rules: [{ configuration: live, repositoryPattern: "%" }] });
    Configuration.fromLookup(stack, "by-name", { name: variable.stringValue });
  });
  expect(resources).toMatchObject({
    scanform_repository_assignments: { routing: { rules: [{ configuration_id: "${var.any}" }] } },
  });
});

test("members of the enums and their values alike", () => {
  const resources = resourcesOf(({ stack }) => {
    new Configuration(stack, "one", { name: "one", comment: Comment.SILENT, analyzers: { a: { riskLevel: "high" } } });
    new Configuration(stack, "two", { name: "two", comment: "silent" });
  });
  expect(resources).toMatchObject({
    scanform_configuration: { one: { comment: "silent" }, two: { comment: "silent" } },
  });
});
