import { Lazy, TerraformVariable } from "cdktf";
import { Configuration, type ConfigurationSettings, type ExtensionProps } from "../../src/constructs";
import { attributes, base, id, other, problems } from "./synth";

const extended = (overrides: Omit<ExtensionProps, "name">, of: ConfigurationSettings = base): unknown =>
  attributes((stack) => {
    Configuration.extend(stack, "made", of, { name: "made", ...overrides });
  })["made"];

test("an extension has the settings of its base, and its own name", () => {
  expect(extended({})).toEqual({
    name: "made",
    comment: "enabled",
    risk_threshold: 5,
    analyzers: { secrets: { enabled: true, blocking: true, excludes: ["a"] }, xss: { enabled: true } },
    code_policies: { [id]: { enabled: true, blocking: true } },
    notifications: { enabled: true, integration_names: ["a"] },
  });
});

test("an extension wins leaf by leaf, and lists whole", () => {
  expect(
    extended({
      riskThreshold: 3,
      analyzers: { secrets: { blocking: false, excludes: ["b"] }, ssrf: { enabled: true } },
      codePolicies: { [id.toUpperCase()]: { blocking: false }, [other]: { enabled: true } },
      notifications: { integrationNames: [] },
    }),
  ).toEqual({
    name: "made",
    comment: "enabled",
    risk_threshold: 3,
    analyzers: {
      secrets: { enabled: true, blocking: false, excludes: ["b"] },
      xss: { enabled: true },
      ssrf: { enabled: true },
    },
    code_policies: { [id]: { enabled: true, blocking: false }, [other]: { enabled: true } },
    notifications: { enabled: true, integration_names: [] },
  });
});

test("an extension replaces code policies that it gives as a list", () => {
  expect(extended({ codePolicies: [{ id: other, enabled: true }] })).toMatchObject({
    code_policies: { [other]: { enabled: true } },
  });
  expect(extended({ codePolicies: [] })).toMatchObject({ code_policies: {} });
});

test("an extension removes what is undefined", () => {
  expect(
    extended({
      comment: undefined,
      analyzers: { secrets: { blocking: undefined, excludes: undefined }, xss: undefined, absent: undefined },
      codePolicies: undefined,
      notifications: { integrationNames: undefined },
    }),
  ).toEqual({
    name: "made",
    risk_threshold: 5,
    analyzers: { secrets: { enabled: true } },
    notifications: { enabled: true },
  });
});

test("an extension does not bring back what it has removed, where something is said there again", () => {
  const made = attributes((stack) => {
    const of = new Configuration(stack, "base", { name: "base", ...base });
    const entry = Configuration.extend(stack, "entry", of, { name: "entry" });
    entry.override('analyzers["secrets"]', undefined);
    entry.addAnalyzer("secrets", { enabled: true });
    const whole = Configuration.extend(stack, "whole", of, { name: "whole", analyzers: undefined });
    whole.override("notifications", undefined);
    whole.override("codePolicies", undefined);
    whole.addSettings({ analyzers: { ssrf: { enabled: true } }, notifications: { deduplicate: true } });
    whole.addCodePolicy({ id: other, enabled: true });
    const policy = Configuration.extend(stack, "policy", of, {
      name: "policy",
      codePolicies: { [id.toUpperCase()]: undefined },
    });
    policy.addCodePolicy({ id: id.toUpperCase(), enabled: false });
  });
  expect(made["entry"]).toMatchObject({ analyzers: { secrets: { enabled: true }, xss: { enabled: true } } });
  expect(made["entry"]).not.toHaveProperty("analyzers.secrets.blocking");
  expect(made["whole"]).toEqual({
    name: "whole",
    comment: "enabled",
    risk_threshold: 5,
    analyzers: { ssrf: { enabled: true } },
    notifications: { deduplicate: true },
    code_policies: { [other]: { enabled: true } },
  });
  expect(made["policy"]).toMatchObject({ code_policies: { [id]: { enabled: false } } });
  expect(made["policy"]).not.toHaveProperty(["code_policies", id, "blocking"]);
});

test("an extension takes what its base gains later, through several extensions", () => {
  const made = attributes((stack) => {
    const strict = new Configuration(stack, "strict", { name: "strict" });
    const team = Configuration.extend(stack, "team", strict, { name: "team", riskThreshold: 1 });
    const app = Configuration.extend(stack, "app", team, { name: "app", analyzers: { xss: { blocking: false } } });
    strict.addAnalyzer("xss", { enabled: true, blocking: true });
    team.addAnalyzer("secrets", { enabled: true });
    strict.override("risk_threshold", 9);
    strict.override("comment", "silent");
    app.notify("chat");
  });
  expect(made).toMatchObject({
    strict: {
      name: "strict",
      comment: "silent",
      risk_threshold: 9,
      analyzers: { xss: { enabled: true, blocking: true } },
    },
    team: {
      comment: "silent",
      risk_threshold: 1,
      analyzers: { xss: { blocking: true }, secrets: { enabled: true } },
    },
    app: {
      comment: "silent",
      risk_threshold: 1,
      analyzers: { xss: { enabled: true, blocking: false }, secrets: { enabled: true } },
      notifications: { enabled: true, integration_names: ["chat"] },
    },
  });
  expect(Object.keys(made["team"] ?? {})).not.toContain("notifications");
});

test("an extension takes nothing over but the settings", () => {
  const made = attributes((stack) => {
    const strict = new Configuration(stack, "strict", {
      name: "strict",
      renamedFrom: ["old"],
      deletionProtection: true,
      lifecycle: { preventDestroy: true },
    });
    Configuration.extend(stack, "team", strict, { name: "team" });
  });
  expect(made["team"]).toEqual({ name: "team" });
});

test("an extension carries tokens through in place of values", () => {
  const made = attributes((stack) => {
    const variable = new TerraformVariable(stack, "any", {});
    const strict = new Configuration(stack, "strict", {
      name: "strict",
      riskThreshold: variable.numberValue,
      analyzers: { xss: { enabled: variable.booleanValue, excludes: variable.listValue } },
      codePolicies: variable.value as never,
    });
    Configuration.extend(stack, "team", strict, {
      name: "team",
      analyzers: { xss: { enabled: true, riskLevel: variable.stringValue as never } },
    });
    Configuration.extend(stack, "again", strict.settings, { name: "again" });
  });
  expect(made).toMatchObject({
    team: {
      risk_threshold: "${var.any}",
      analyzers: { xss: { enabled: true, risk_level: "${var.any}", excludes: "${var.any}" } },
      code_policies: "${var.any}",
    },
    again: { risk_threshold: "${var.any}", code_policies: "${var.any}" },
  });
});

test("an extension cannot be merged with a token in place of a map", () => {
  const found = problems((stack) => {
    const variable = new TerraformVariable(stack, "any", {});
    const strict = new Configuration(stack, "strict", { name: "strict", analyzers: variable.value as never });
    Configuration.extend(stack, "one", strict, { name: "one", analyzers: { xss: { enabled: true } } });
    Configuration.extend(stack, "two", base, {
      name: "two",
      analyzers: { xss: Lazy.anyValue({ produce: () => ({}) }) },
    });
  });
  expect(found).toContain("[acme/one] analyzers is known only to Terraform in the base");
  expect(found).toContain(
    "[acme/two] analyzers.xss is known only to Terraform, so it cannot be merged with the base's",
  );
});

test("an extension is as strict as a configuration", () => {
  const found = problems((stack) => {
    const live = Configuration.fromLookup(stack, "live", { name: "live" });
    Configuration.extend(stack, "one", base, { name: "one", analyzers: { xss: { blokcing: true } } } as never);
    Configuration.extend(stack, "two", { analyzers: { xss: { enable: true } } } as never, { name: "two" });
    Configuration.extend(stack, "three", live as never, { name: "three" });
    Configuration.extend(stack, "four", base, {} as never);
  });
  expect(found).toContain('[acme/one] analyzers.xss.blokcing cannot be set here. Did you mean "blocking"?');
  expect(found).toContain('[acme/two] base.analyzers.xss.enable cannot be set here. Did you mean "enabled"?');
  expect(found).toContain('[acme/three] base is the construct "acme/live", and must be a Configuration');
  expect(found).toContain("[acme/four] name is missing");
});
