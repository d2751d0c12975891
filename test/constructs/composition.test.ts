import type { TerraformStack } from "cdktf";
import { Lazy, TerraformVariable } from "cdktf";
import {
  Configuration,
  type ConfigurationSettings,
  type ExtensionProps,
  Presets,
  ScanformProvider,
} from "../../src/constructs";
import { problemsOf, synthesized } from "./synth";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
const other = "7a0e2a51-2b7d-4c61-8f0e-6a1d2c3b4e5f";

type Resources = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The attributes of every configuration by its construct's id. */
function attributes(declare: (stack: TerraformStack) => void): Readonly<Record<string, unknown>> {
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  });
  return (json["resource"] as Resources)["scanform_configuration"] ?? {};
}

const problems = (declare: (stack: TerraformStack) => void): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  });

const base: ConfigurationSettings = {
  comment: "enabled",
  riskThreshold: 5,
  analyzers: { secrets: { enabled: true, blocking: true, excludes: ["a"] }, xss: { enabled: true } },
  codePolicies: [{ id, enabled: true, blocking: true }],
  notifications: { enabled: true, integrationNames: ["a"] },
};

const extended = (overrides: Omit<ExtensionProps, "name">, of: ConfigurationSettings = base): unknown =>
  attributes((stack) => {
    Configuration.extend(stack, "made", of, { name: "made", ...overrides });
  })["made"];

describe("an extension", () => {
  test("has the settings of its base, and its own name", () => {
    expect(extended({})).toEqual({
      name: "made",
      comment: "enabled",
      risk_threshold: 5,
      analyzers: { secrets: { enabled: true, blocking: true, excludes: ["a"] }, xss: { enabled: true } },
      code_policies: { [id]: { enabled: true, blocking: true } },
      notifications: { enabled: true, integration_names: ["a"] },
    });
  });

  test("wins leaf by leaf, and lists whole", () => {
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

  test("replaces code policies that it gives as a list", () => {
    expect(extended({ codePolicies: [{ id: other, enabled: true }] })).toMatchObject({
      code_policies: { [other]: { enabled: true } },
    });
    expect(extended({ codePolicies: [] })).toMatchObject({ code_policies: {} });
  });

  test("removes what is undefined", () => {
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

  test("does not bring back what it has removed, where something is said there again", () => {
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

  test("takes what its base gains later, through several extensions", () => {
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
    expect(Object.keys((made as Resources)["team"] ?? {})).not.toContain("notifications");
  });

  test("takes nothing over but the settings", () => {
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

  test("carries tokens through in place of values", () => {
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

  test("cannot be merged with a token in place of a map", () => {
    const found = problems((stack) => {
      const variable = new TerraformVariable(stack, "any", {});
      const strict = new Configuration(stack, "strict", { name: "strict", analyzers: variable.value as never });
      Configuration.extend(stack, "one", strict, { name: "one", analyzers: { xss: { enabled: true } } });
      Configuration.extend(stack, "two", base, {
        name: "two",
        analyzers: { xss: Lazy.anyValue({ produce: () => ({}) }) },
      });
    });
    expect(found).toContain("[acme/one] analyzers is known to Terraform alone in the base");
    expect(found).toContain(
      "[acme/two] analyzers.xss is known to Terraform alone, so it cannot be merged with the base's",
    );
  });

  test("is as strict as a configuration", () => {
    const found = problems((stack) => {
      const live = Configuration.fromLookup(stack, "live", { name: "live" });
      Configuration.extend(stack, "one", base, { name: "one", analyzers: { xss: { blokcing: true } } } as never);
      Configuration.extend(stack, "two", { analyzers: { xss: { enable: true } } } as never, { name: "two" });
      Configuration.extend(stack, "three", live as never, { name: "three" });
      Configuration.extend(stack, "four", base, {} as never);
    });
    expect(found).toContain(
      '[acme/one] analyzers.xss.blokcing is not a property that can be set. Did you mean "blocking"?',
    );
    expect(found).toContain(
      '[acme/two] base.analyzers.xss.enable is not a property that can be set. Did you mean "enabled"?',
    );
    expect(found).toContain('[acme/three] base is the construct "acme/live": give it a Configuration');
    expect(found).toContain("[acme/four] name is absent");
  });
});

describe("what a configuration shows", () => {
  test("is its name and frozen plain settings", () => {
    let shown: unknown;
    attributes((stack) => {
      const strict = Configuration.extend(stack, "strict", base, { name: "strict", comment: undefined });
      const before = strict.settings;
      strict.addAnalyzer("ssrf", { enabled: true });
      shown = strict.settings;
      expect(strict.name).toBe("strict");
      expect(before).toEqual({ ...base, comment: undefined });
      expect(Object.isFrozen(before.analyzers?.["secrets"]?.excludes)).toBe(true);
      expect(() => Object.assign(strict.settings, { comment: "silent" })).toThrow(TypeError);
    });
    expect(shown).toEqual({
      riskThreshold: 5,
      analyzers: { ...base.analyzers, ssrf: { enabled: true } },
      codePolicies: base.codePolicies,
      notifications: base.notifications,
    });
  });

  test("can be spread into another", () => {
    const made = attributes((stack) => {
      const strict = new Configuration(stack, "strict", { name: "same", ...base });
      new Configuration(stack, "copy", { ...strict.settings, name: "copy" });
    });
    expect(made["copy"]).toEqual({ ...(made["strict"] as object), name: "copy" });
  });
});

describe("override", () => {
  const overridden = (path: string, value: unknown): unknown =>
    attributes((stack) => {
      new Configuration(stack, "made", { name: "made", ...base }).override(path, value);
    })["made"];

  test.each<[string, unknown, object]>([
    ["comment", "silent", { comment: "silent" }],
    ["risk_threshold", 1, { risk_threshold: 1 }],
    ["exclusiveAnalyzers", true, { exclusive_analyzers: true }],
    ['analyzers["secrets"].blocking', false, { analyzers: { secrets: { enabled: true, blocking: false } } }],
    ["analyzers.secrets.risk_level", "high", { analyzers: { secrets: { risk_level: "high" } } }],
    [`code_policies["${id}"].blocking`, false, { code_policies: { [id]: { enabled: true, blocking: false } } }],
    [`codePolicies["${id.toUpperCase()}"].silent`, true, { code_policies: { [id]: { silent: true } } }],
    ["notifications.integration_names", ["b"], { notifications: { integration_names: ["b"] } }],
    ["notifications.integrationNames", ["b"], { notifications: { integration_names: ["b"] } }],
  ])("sets %s to %j", (path, value, expected) => {
    expect(overridden(path, value)).toMatchObject(expected);
  });

  test("removes a leaf, an entry or a whole setting with undefined", () => {
    expect(overridden("comment", undefined)).not.toHaveProperty("comment");
    expect(overridden("analyzers.xss", undefined)).toMatchObject({ analyzers: { secrets: { enabled: true } } });
    expect(overridden("analyzers.xss", undefined)).not.toHaveProperty("analyzers.xss");
    expect(overridden("code_policies", undefined)).not.toHaveProperty("code_policies");
  });

  test.each<[string, unknown, string]>([
    ["coment", "silent", 'override("coment") has no setting "coment". Did you mean "comment"'],
    ["analyzers.xss.blokcing", true, 'has no setting "blokcing". Did you mean "blocking"'],
    ["analyzers.xss.risk_levle", true, 'Did you mean "risk_level"'],
    ["analyzers.xss.enabled.now", true, "goes on after analyzers.xss.enabled, which is a value"],
    ["analyzers.xs.enabled", true, 'is of "xs", which is not declared here. Did you mean "xss"'],
    ["analyzers.xss", { enabled: true }, "has several settings: name one of them"],
    ["analyzers[xss]", true, "is no path: write it as plans do"],
    ["analyzers.xss.enabled", "yes", 'analyzers.xss.enabled is "yes": give it true or false'],
    ["comment", null, 'comment is null: give it "disabled", "silent" or "enabled"'],
  ])("refuses %s: %j, and says where", (path, value, message) => {
    const found = problems((stack) => {
      new Configuration(stack, "made", { name: "made", ...base }).override(path, value);
    });
    expect(found).toContain(message);
    expect(found).toMatch(/\(at test\/constructs\/composition\.test\.ts:\d+:\d+\)/);
    expect(found.split("\n").filter((line) => /^\s*\[/.test(line))).toHaveLength(1);
  });
});

describe("the same said twice", () => {
  const place = /composition\.test\.ts:\d+:\d+/g;

  test("an analyzer with other settings is an error that says what differs, and both places", () => {
    const found = problems((stack) => {
      const strict = new Configuration(stack, "made", { name: "made", analyzers: { xss: { enabled: true } } });
      strict.addAnalyzer("ssrf", { blocking: true });
      strict.addAnalyzer("ssrf", { blocking: false });
      strict.addAnalyzer("xss", { enabled: true, riskLevel: "high" });
      strict.addCodePolicy({ id, enabled: true });
      strict.addCodePolicy({ id });
    });
    expect(found).toContain("analyzers.ssrf is declared twice at test/");
    expect(found).toContain(
      "with other settings: blocking is true, then false. Put all of its settings into one place",
    );
    expect(found).toContain("analyzers.xss is declared twice");
    expect(found).toContain('riskLevel is not set, then "high"');
    expect(found).toContain(`codePolicies["${id}"] is declared twice`);
    const line = found.split("\n").find((each) => each.includes("analyzers.ssrf")) ?? "";
    expect(new Set(line.match(place)).size).toBe(2);
  });

  test("with the same settings is nothing", () => {
    const found = problems((stack) => {
      const strict = new Configuration(stack, "made", { name: "made", ...base });
      strict.addAnalyzer("secrets", { excludes: ["a"], blocking: true, enabled: true });
      strict.addCodePolicy({ id, blocking: true, enabled: true });
      strict.addSettings(base);
    });
    expect(found).toBe("");
  });

  test("settings of several teams add up", () => {
    const made = attributes((stack) => {
      const strict = new Configuration(stack, "made", { name: "made", analyzers: { xss: { enabled: true } } });
      strict.addSettings(Presets.strict(["secrets"]));
      strict.addSettings({ comment: "enabled", analyzers: { xss: { blocking: true } }, codePolicies: [{ id }] });
    });
    expect(made["made"]).toEqual({
      name: "made",
      comment: "enabled",
      analyzers: { xss: { enabled: true, blocking: true }, secrets: { enabled: true, silent: false, blocking: true } },
      code_policies: { [id]: {} },
    });
  });

  test("settings of several teams that disagree are an error that names both places", () => {
    const found = problems((stack) => {
      const strict = new Configuration(stack, "made", { name: "made" });
      strict.addSettings({ riskThreshold: 3, analyzers: { xss: { blocking: true, excludes: ["a", "b"] } } });
      strict.addSettings({ riskThreshold: 4, analyzers: { xss: { blocking: true, excludes: ["b", "a"] } } });
      strict.addSettings({ analyzers: { xss: { excludes: ["a"] } } });
      strict.addSettings({ analyzers: { xss: { enable: true } } } as never);
    });
    const [threshold = "", excludes = ""] = found.split("\n").filter((each) => each.includes("say it in one place"));
    expect(threshold).toMatch(
      /riskThreshold is 3 at \S+ and 4 at \S+: say it in one place, or change it with override\./,
    );
    expect(new Set(threshold.match(place)).size).toBe(2);
    expect(excludes).toContain('analyzers.xss.excludes is ["a", "b"] at');
    expect(found).toContain("addSettings.analyzers.xss.enable is not a property that can be set");
  });
});

describe("settings that are added", () => {
  test("disagree about a code policy in whichever case its id is written", () => {
    const found = problems((stack) => {
      const strict = new Configuration(stack, "made", { name: "made", codePolicies: [{ id, enabled: true }] });
      strict.addSettings({ codePolicies: [{ id: id.toUpperCase(), enabled: false }] });
    });
    expect(found).toMatch(/codePolicies\["[-\w]+"\]\.enabled is true at \S+ and false at \S+: say it in one place/);
  });

  test("may have analyzers that are called like a method of all objects", () => {
    const settings = { analyzers: { constructor: { enabled: true }, toString: { blocking: true } } };
    const made = attributes((stack) => {
      new Configuration(stack, "made", { name: "made", analyzers: { xss: {} } }).addSettings(settings);
    });
    expect(made["made"]).toEqual({ name: "made", analyzers: { xss: {}, ...settings.analyzers } });
  });

  test("are placed where they were said last", () => {
    const found = problems((stack) => {
      const strict = new Configuration(stack, "made", { name: "made", analyzers: { xss: { blocking: true } } });
      strict.override('analyzers["xss"].blocking', false);
      strict.override('analyzers["xss"]', undefined);
      strict.addAnalyzer("xss", { blocking: true });
      strict.addSettings({ analyzers: { xss: { blocking: false } } });
    });
    const [, added = "", again = ""] =
      /blocking is true at \S+:(\d+):\d+ and false at \S+:(\d+):\d+:/.exec(found) ?? [];
    expect(Number(again) - Number(added)).toBe(1);
  });
});

test("a code policy that is a key twice, in another case, is an error", () => {
  const found = problems((stack) => {
    const codePolicies = { [id]: { enabled: true }, [id.toUpperCase()]: { enabled: false } };
    new Configuration(stack, "made", { name: "made", codePolicies });
  });
  expect(found).toContain(`is the code policy "${id}" again: put both into one.`);
});

describe("presets", () => {
  test("are plain data", () => {
    expect(Presets.strict(["a", "b"])).toEqual({
      analyzers: {
        a: { enabled: true, silent: false, blocking: true },
        b: { enabled: true, silent: false, blocking: true },
      },
    });
    expect(Presets.advisory(["a"])).toEqual({ analyzers: { a: { enabled: true, silent: false, blocking: false } } });
    expect(Presets.monitor(["a"])).toEqual({ analyzers: { a: { enabled: true, silent: true, blocking: false } } });
  });

  test("take a list", () => {
    expect(() => Presets.strict("secrets" as never)).toThrow('Presets.strict is "secrets": give it a list of slugs');
  });
});
