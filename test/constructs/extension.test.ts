import { App, Aspects, type IAspect, Lazy, TerraformStack, TerraformVariable } from "cdktf";
import {
  addAspect,
  Analyzer,
  Configuration,
  type ConfigurationSettings,
  type ExtensionProps,
  l1,
  MustBlock,
  NoAnalyzerOff,
  Presets,
  ScanformProvider,
} from "../../src/constructs";
import { attributes, base, id, other, problems, problemsOf } from "./synth";
import type { IConstruct } from "constructs";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

describe("aspects", () => {
  const outdirs: string[] = [];
  afterAll(() => {
    for (const each of outdirs) rmSync(each, { recursive: true });
  });

  function newApp(): App {
    const outdir = mkdtempSync(join(tmpdir(), "scanform-test-"));
    outdirs.push(outdir);
    return new App({ outdir });
  }

  /** A stack with a configuration of its own name. */
  function stackOf(app: App, name: string): TerraformStack {
    const stack = new TerraformStack(app, name);
    new ScanformProvider(stack, "scanform");
    new Configuration(stack, "strict", { name, analyzers: { secrets: { enabled: true, blocking: false } } });
    return stack;
  }

  const settingsIn = (app: App, stack: string): unknown => {
    const text = readFileSync(join(app.outdir, "stacks", stack, "cdk.tf.json"), "utf8");
    const { resource } = JSON.parse(text) as { resource: { scanform_configuration: Record<string, object> } };
    return resource.scanform_configuration["strict"];
  };

  /** Lets secrets block, with typed access. */
  class SecretsBlock implements IAspect {
    readonly seen: string[] = [];

    visit(node: IConstruct): void {
      if (!Configuration.isConfiguration(node)) return;
      this.seen.push(node.name);
      if (node.settings.analyzers?.["secrets"]?.blocking === false)
        node.override('analyzers["secrets"].blocking', true);
    }
  }

  test("an aspect of a stack reads and overrides settings", () => {
    const app = newApp();
    const aspect = new SecretsBlock();
    Aspects.of(stackOf(app, "one")).add(aspect);
    stackOf(app, "two");
    app.synth();
    expect(aspect.seen).toEqual(["one"]);
    expect(settingsIn(app, "one")).toMatchObject({ analyzers: { secrets: { enabled: true, blocking: true } } });
    expect(settingsIn(app, "two")).toMatchObject({ analyzers: { secrets: { enabled: true, blocking: false } } });
  });

  test("an aspect of an app visits all stacks, those that are made later too, once", () => {
    const app = newApp();
    stackOf(app, "one");
    const aspect = new SecretsBlock();
    addAspect(app, aspect);
    stackOf(app, "two");
    app.synth();
    expect(aspect.seen).toEqual(["one", "two"]);
    for (const stack of ["one", "two"])
      expect(settingsIn(app, stack)).toMatchObject({ analyzers: { secrets: { blocking: true } } });
  });

  test("addAspect in a stack is an aspect of the framework", () => {
    const app = newApp();
    const aspect = new SecretsBlock();
    addAspect(stackOf(app, "one"), aspect);
    app.synth();
    expect(aspect.seen).toEqual(["one"]);
  });

  test("an extension has what an aspect gives to its base", () => {
    const app = newApp();
    const stack = new TerraformStack(app, "one");
    new ScanformProvider(stack, "scanform");
    const base = new Configuration(stack, "base", { name: "base", analyzers: { secrets: { blocking: false } } });
    Configuration.extend(stack, "strict", base, { name: "strict", comment: "silent" });
    Aspects.of(base).add(new SecretsBlock());
    app.synth();
    expect(settingsIn(app, "one")).toMatchObject({ analyzers: { secrets: { blocking: true } } });
  });

  const problems = (declare: (stack: TerraformStack) => void, aspect: IAspect): string =>
    problemsOf((stack) => {
      new ScanformProvider(stack, "scanform");
      declare(stack);
      addAspect(stack.node.root, aspect);
    });

  test("NoAnalyzerOff refuses what is off, whichever way it is declared, and says where", () => {
    const found = problems(
      (stack) => {
        new Configuration(stack, "fine", { name: "fine", analyzers: { xss: { enabled: false }, secrets: {} } });
        const base = new Configuration(stack, "base", { name: "base", ...Presets.strict(["secrets"]) });
        Configuration.extend(stack, "off", base, { name: "off", analyzers: { secrets: { enabled: false } } });
        new l1.configuration.Configuration(stack, "plain", {
          name: "plain",
          analyzers: { secrets: { enabled: false } },
        });
        base.addAnalyzer("ssrf", { enabled: true });
        (base.node.defaultChild as l1.configuration.Configuration).addOverride("analyzers.ssrf.enabled", false);
      },
      new NoAnalyzerOff(["secrets", "ssrf"]),
    );
    const lines = found.split("\n").filter((line) => /^\s*\[/.test(line));
    expect(lines).toHaveLength(3);
    expect(found).toMatch(
      /"acme\/off": analyzers\.secrets\.enabled is false, which NoAnalyzerOff refuses\. \(at test\/constructs\/extension\.test\.ts:\d+:\d+\)/,
    );
    expect(found).toContain("[acme/plain] analyzers.secrets.enabled is false");
    expect(found).toContain('"acme/base": analyzers.ssrf.enabled is false');
  });

  test("MustBlock refuses what does not block in so many words", () => {
    const found = problems(
      (stack) => {
        new Configuration(stack, "fine", { name: "fine", ...Presets.strict(["secrets"]) });
        new Configuration(stack, "advisory", { name: "advisory", ...Presets.advisory(["secrets"]) });
        new Configuration(stack, "nothing", { name: "nothing" });
      },
      new MustBlock(["secrets"]),
    );
    expect(found).toContain('"acme/advisory": analyzers.secrets.blocking is false, which MustBlock refuses');
    expect(found).toContain('"acme/nothing": analyzers.secrets.enabled is not set, which MustBlock refuses');
    expect(found).not.toContain("fine");
  });

  test("the ready ones take a list", () => {
    expect(() => new NoAnalyzerOff("secrets" as never)).toThrow(
      'NoAnalyzerOff is given "secrets", and must be given a list of slugs',
    );
  });

  test("ready aspects know an analyzer by its lookup", () => {
    const found = problemsOf((stack) => {
      new ScanformProvider(stack, "scanform");
      const { slug } = Analyzer.fromSlug(stack, "secrets", "secrets");
      new Configuration(stack, "off", { name: "off" }).addAnalyzer(slug, { enabled: false });
      new Configuration(stack, "on", { name: "on" }).addAnalyzer(slug, { enabled: true, blocking: true });
      addAspect(stack, new NoAnalyzerOff(["secrets"]));
      addAspect(stack, new MustBlock(["secrets"]));
    });
    expect(found.match(/analyzers\.secrets\.enabled is false, which \w+ refuses/g)).toEqual([
      "analyzers.secrets.enabled is false, which NoAnalyzerOff refuses",
      "analyzers.secrets.enabled is false, which MustBlock refuses",
    ]);
  });

  test.each([[undefined], [""], [5]])("a slug that is %p is refused, since nothing would ever match it", (slug) => {
    const slugs = ["xss", slug] as string[];
    const says = /: slug 2 of the list is (absent|""|5), and must be the slug of an analyzer\./;
    expect(() => new NoAnalyzerOff(slugs)).toThrow(says);
    expect(() => Presets.strict(slugs)).toThrow(says);
  });

  test("every aspect of an app visits, in the order in which they were added", () => {
    const app = newApp();
    const seen: string[] = [];
    for (const name of ["first", "second"])
      addAspect(app, {
        visit: (node) => {
          if (Configuration.isConfiguration(node)) seen.push(`${name} ${node.name}`);
        },
      });
    stackOf(app, "one");
    app.synth();
    expect(seen).toEqual(["first one", "second one"]);
  });

  test("a ready aspect that is added to the app and to a stack says each mistake once", () => {
    const found = problemsOf((stack) => {
      new ScanformProvider(stack, "scanform");
      new Configuration(stack, "off", { name: "off", analyzers: { secrets: { enabled: false } } });
      const aspect = new NoAnalyzerOff(["secrets"]);
      addAspect(stack.node.root, aspect);
      addAspect(stack, aspect);
    });
    expect(found.match(/which NoAnalyzerOff refuses/g)).toHaveLength(1);
  });

  test("MustBlock accepts what only Terraform knows", () => {
    const found = problemsOf((stack) => {
      new ScanformProvider(stack, "scanform");
      const known = new TerraformVariable(stack, "known-later", {});
      new Configuration(stack, "entry", { name: "entry", analyzers: { secrets: known.value as never } });
      const secrets = { enabled: known.value as never, blocking: known.value as never };
      new Configuration(stack, "leaves", { name: "leaves", analyzers: { secrets } });
      addAspect(stack, new MustBlock(["secrets"]));
    });
    expect(found).toBe("");
  });
});
