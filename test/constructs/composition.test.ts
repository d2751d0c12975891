import { TerraformStack, Testing } from "cdktf";
import { CodePolicy, Configuration, Presets, ScanformProvider } from "../../src/constructs";
import { attributes, base, id, linesOf, problems } from "./synth";

test("what a configuration shows is its name and frozen plain settings", () => {
  let shown: unknown;
  attributes((stack) => {
    const strict = Configuration.extend(stack, "strict", base, { name: "strict", comment: undefined });
    const before = strict.settings;
    strict.addAnalyzer("ssrf", { enabled: true });
    shown = strict.settings;
    expect(strict.name).toBe("strict");
    expect(before).toEqual({ ...base, comment: undefined });
    const { analyzers, codePolicies } = before;
    for (const each of [analyzers?.["secrets"], analyzers?.["secrets"]?.excludes, codePolicies, codePolicies?.[0]])
      expect(Object.isFrozen(each)).toBe(true);
    expect(() => Object.assign(strict.settings, { comment: "silent" })).toThrow(TypeError);
  });
  expect(shown).toEqual({
    riskThreshold: 5,
    analyzers: { ...base.analyzers, ssrf: { enabled: true } },
    codePolicies: base.codePolicies,
    notifications: base.notifications,
  });
});

test("what a configuration shows can be spread into another", () => {
  const made = attributes((stack) => {
    const strict = new Configuration(stack, "strict", { name: "same", ...base });
    new Configuration(stack, "copy", { ...strict.settings, name: "copy" });
  });
  expect(made["copy"]).toEqual({ ...(made["strict"] as object), name: "copy" });
});

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
])("override sets %s to %j", (path, value, expected) => {
  expect(overridden(path, value)).toMatchObject(expected);
});

test("override removes a leaf, an entry or a whole setting with undefined", () => {
  expect(overridden("comment", undefined)).not.toHaveProperty("comment");
  expect(overridden("analyzers.xss", undefined)).toMatchObject({ analyzers: { secrets: { enabled: true } } });
  expect(overridden("analyzers.xss", undefined)).not.toHaveProperty("analyzers.xss");
  expect(overridden("code_policies", undefined)).not.toHaveProperty("code_policies");
});

test.each<[string, unknown, string]>([
  ["coment", "silent", 'override("coment") has no setting "coment". Did you mean "comment"'],
  ["analyzers.xss.blokcing", true, 'has no setting "blokcing". Did you mean "blocking"'],
  ["analyzers.xss.risk_levle", true, 'Did you mean "risk_level"'],
  ["analyzers.xss.enabled.now", true, "continues after analyzers.xss.enabled, which is a value"],
  ["analyzers.xs.enabled", true, 'is of "xs", which is not declared here. Did you mean "xss"'],
  ["analyzers.xss", { enabled: true }, "has several settings. Name one of them"],
  ["analyzers[xss]", true, "is not a path. Write it as plans do"],
  ["analyzers.xss.enabled", "yes", 'analyzers.xss.enabled is "yes", and must be true or false'],
  ["comment", null, 'comment is null, and must be "disabled", "silent" or "enabled"'],
])("override refuses %s: %j, and says where", (path, value, message) => {
  const found = problems((stack) => {
    new Configuration(stack, "made", { name: "made", ...base }).override(path, value);
  });
  expect(found).toContain(message);
  expect(found).toMatch(/\(at test\/constructs\/composition\.test\.ts:\d+:\d+\)/);
  expect(linesOf(found)).toHaveLength(1);
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

  test("the same said twice with the same settings is nothing", () => {
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
    const [threshold = "", excludes = ""] = found.split("\n").filter((each) => each.includes("Write it in one place"));
    expect(threshold).toMatch(
      /riskThreshold is 3 at \S+ and 4 at \S+\. Write it in one place, or change it with override\./,
    );
    expect(new Set(threshold.match(place)).size).toBe(2);
    expect(excludes).toContain('analyzers.xss.excludes is ["a", "b"] at');
    expect(found).toContain("addSettings.analyzers.xss.enable cannot be set here");
  });
});

test("settings that are added disagree about a code policy in whichever case its id is written", () => {
  const found = problems((stack) => {
    const strict = new Configuration(stack, "made", { name: "made", codePolicies: [{ id, enabled: true }] });
    strict.addSettings({ codePolicies: [{ id: id.toUpperCase(), enabled: false }] });
  });
  expect(found).toMatch(/codePolicies\["[-\w]+"\]\.enabled is true at \S+ and false at \S+\. Write it in one place/);
});

test("settings that are added may have analyzers that are called like a method of all objects", () => {
  const settings = { analyzers: { constructor: { enabled: true }, toString: { blocking: true } } };
  const made = attributes((stack) => {
    new Configuration(stack, "made", { name: "made", analyzers: { xss: {} } }).addSettings(settings);
  });
  expect(made["made"]).toEqual({ name: "made", analyzers: { xss: {}, ...settings.analyzers } });
});

test("settings that are added are placed where they were said last", () => {
  const found = problems((stack) => {
    const strict = new Configuration(stack, "made", { name: "made", analyzers: { xss: { blocking: true } } });
    strict.override('analyzers["xss"].blocking', false);
    strict.override('analyzers["xss"]', undefined);
    strict.addAnalyzer("xss", { blocking: true });
    strict.addSettings({ analyzers: { xss: { blocking: false } } });
  });
  const [, added = "", again = ""] = /blocking is true at \S+:(\d+):\d+ and false at \S+:(\d+):\d+\./.exec(found) ?? [];
  expect(Number(again) - Number(added)).toBe(1);
});

test("refuses a code policy that is a key twice, in another case", () => {
  const found = problems((stack) => {
    const codePolicies = { [id]: { enabled: true }, [id.toUpperCase()]: { enabled: false } };
    new Configuration(stack, "made", { name: "made", codePolicies });
  });
  expect(found).toContain(`has the code policy`);
});

test("presets are plain data", () => {
  expect(Presets.strict(["a", "b"])).toEqual({
    analyzers: {
      a: { enabled: true, silent: false, blocking: true },
      b: { enabled: true, silent: false, blocking: true },
    },
  });
  expect(Presets.advisory(["a"])).toEqual({ analyzers: { a: { enabled: true, silent: false, blocking: false } } });
  expect(Presets.monitor(["a"])).toEqual({ analyzers: { a: { enabled: true, silent: true, blocking: false } } });
});

test("presets take a list", () => {
  expect(() => Presets.strict("secrets" as never)).toThrow(
    'Presets.strict is given "secrets", and must be given a list of slugs',
  );
});

test("what is given to a configuration is copied, so a later change to a list changes nothing", () => {
  const [excludes, names] = [["a"], ["chat"]];
  const made = attributes((stack) => {
    const analyzers = { xss: { excludes } };
    const strict = new Configuration(stack, "made", { name: "made", analyzers, renamedFrom: names });
    strict.addSettings({ notifications: { integrationNames: names } });
    excludes.push("b");
    names.push("pager");
  });
  expect(made["made"]).toEqual({
    name: "made",
    renamed_from: ["chat"],
    analyzers: { xss: { excludes: ["a"] } },
    notifications: { integration_names: ["chat"] },
  });
});

test("what is given to a configuration may name a code policy once, in whichever case its id is written, also in what is added", () => {
  const found = problems((stack) => {
    const strict = new Configuration(stack, "made", { name: "made" });
    strict.addSettings({
      codePolicies: [
        { id, enabled: true },
        { id: id.toUpperCase(), enabled: true },
      ],
    });
  });
  expect(found).toContain(`codePolicies has the code policy "${id.toUpperCase()}" twice`);
});

test("what is given to a configuration names a code policy by its id or by a lookup, and not by both", () => {
  const found = problems((stack) => {
    const policy = CodePolicy.fromTitle(stack, "tokens", "No tokens");
    new Configuration(stack, "made", { name: "made", codePolicies: [{ id, policy } as never] });
  });
  expect(found).toContain("[acme/made] codePolicies[0].policy is given beside an id. Remove one of them.");
});

test("refuses an analyzer that is added again with one pattern more", () => {
  const found = problems((stack) => {
    const strict = new Configuration(stack, "made", { name: "made", analyzers: { xss: { excludes: ["a"] } } });
    strict.addAnalyzer("xss", { excludes: ["a", "b"] });
  });
  expect(found).toContain('with other settings: excludes is ["a"], then ["a", "b"]');
});

test("places settings that disagree with those of a base where the base was made", () => {
  const found = problems((stack) => {
    const strict = new Configuration(stack, "strict", { name: "strict", riskThreshold: 3 });
    const team = Configuration.extend(stack, "team", strict, { name: "team" });
    team.addSettings({ riskThreshold: 4 });
  });
  const [, declared = "", added = ""] =
    /riskThreshold is 3 at \S+?:(\d+):\d+ and 4 at \S+?:(\d+):\d+\./.exec(found) ?? [];
  expect(Number(added) - Number(declared)).toBe(2);
});

test("gives each analyzer of a preset settings of its own", () => {
  const { analyzers } = Presets.strict(["secrets", "xss"]);
  Object.assign(analyzers["xss"] ?? {}, { blocking: false });
  expect(analyzers["secrets"]).toEqual({ enabled: true, silent: false, blocking: true });
});

test("writes the place of a resource and of a provider beside what the framework notes of them", () => {
  const stack = new TerraformStack(Testing.app(), "acme");
  new ScanformProvider(stack, "scanform");
  new Configuration(stack, "strict", { name: "strict" });
  stack.prepareStack();
  const scanform = { location: expect.stringMatching(/^test\/constructs\/composition\.test\.ts:\d+:\d+$/) as string };
  const json: unknown = stack.toTerraform();
  expect(json).toHaveProperty("resource.scanform_configuration.strict.//.metadata", {
    path: "acme/strict/Default",
    uniqueId: "strict",
    scanform,
  });
  expect(json).toHaveProperty(["provider", "scanform", 0, "//", "metadata"], { scanform });
});
