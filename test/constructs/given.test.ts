import { TerraformStack, Testing } from "cdktf";
import { CodePolicy, Configuration, Presets, ScanformProvider } from "../../src/constructs";
import { attributes, base, id, problems } from "./settings";

describe("what is given to a configuration", () => {
  test("is copied, so a later change to a list changes nothing", () => {
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

  test("is shown frozen, code policies too", () => {
    attributes((stack) => {
      const { settings } = new Configuration(stack, "made", { name: "made", ...base });
      expect(settings.codePolicies).toEqual(base.codePolicies);
      for (const each of [settings.codePolicies, settings.codePolicies?.[0], settings.analyzers?.["xss"]])
        expect(Object.isFrozen(each)).toBe(true);
    });
  });

  test("may name a code policy once, in whichever case its id is written, also in what is added", () => {
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

  test("names a code policy by its id or by a lookup, and not by both", () => {
    const found = problems((stack) => {
      const policy = CodePolicy.fromTitle(stack, "tokens", "No tokens");
      new Configuration(stack, "made", { name: "made", codePolicies: [{ id, policy } as never] });
    });
    expect(found).toContain("[acme/made] codePolicies[0].policy stands beside an id. Remove one of them.");
  });
});

test("an analyzer that is added again with one pattern more is an error", () => {
  const found = problems((stack) => {
    const strict = new Configuration(stack, "made", { name: "made", analyzers: { xss: { excludes: ["a"] } } });
    strict.addAnalyzer("xss", { excludes: ["a", "b"] });
  });
  expect(found).toContain('with other settings: excludes is ["a"], then ["a", "b"]');
});

test("settings that disagree with those of a base are placed where the base was made", () => {
  const found = problems((stack) => {
    const strict = new Configuration(stack, "strict", { name: "strict", riskThreshold: 3 });
    const team = Configuration.extend(stack, "team", strict, { name: "team" });
    team.addSettings({ riskThreshold: 4 });
  });
  const [, declared = "", added = ""] =
    /riskThreshold is 3 at \S+?:(\d+):\d+ and 4 at \S+?:(\d+):\d+\./.exec(found) ?? [];
  expect(Number(added) - Number(declared)).toBe(2);
});

test("the analyzers of a preset may be changed one by one", () => {
  const { analyzers } = Presets.strict(["secrets", "xss"]);
  Object.assign(analyzers["xss"] ?? {}, { blocking: false });
  expect(analyzers["secrets"]).toEqual({ enabled: true, silent: false, blocking: true });
});

test("what the framework notes of a resource stays beside its place in code", () => {
  const stack = new TerraformStack(Testing.app(), "acme");
  new ScanformProvider(stack, "scanform");
  new Configuration(stack, "strict", { name: "strict" });
  stack.prepareStack();
  expect(stack.toTerraform()).toHaveProperty("resource.scanform_configuration.strict.//.metadata", {
    path: "acme/strict/Default",
    uniqueId: "strict",
    scanform: { location: expect.stringMatching(/^test\/constructs\/given\.test\.ts:\d+:\d+$/) as string },
  });
});
