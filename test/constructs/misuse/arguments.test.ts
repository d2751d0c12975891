import type { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import {
  Configuration,
  DataScanformAnalyzer,
  l1,
  RepositoryAssignments,
  ScanformProvider,
} from "../../../src/constructs";
import { problemsOf } from "../synth";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

const found = (declare: (stack: TerraformStack) => void): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  });

const binding = (configuration: Configuration): l1.configuration.Configuration =>
  configuration.node.defaultChild as l1.configuration.Configuration;

describe.each<[string, unknown]>([
  ["undefined", undefined],
  ["null", null],
  ["a text", "strict"],
  ["a number", 7],
  ["a list", [{ name: "strict" }]],
  ["a function", () => ({ name: "strict" })],
  ["a promise", Promise.resolve({ name: "strict" })],
])("%s in place of the properties", (_what, props) => {
  test.each<[string, (stack: TerraformStack) => void]>([
    ["a configuration", (stack) => new Configuration(stack, "made", props as never)],
    // undefined is the default of the others
    ["assignments", (stack) => new RepositoryAssignments(stack, "made", (props ?? null) as never)],
    ["a provider", (stack) => new ScanformProvider(stack, "made", (props ?? null) as never)],
    [
      "an analyzer",
      (stack) => {
        new Configuration(stack, "made", { name: "a" }).addAnalyzer("xss", props as never);
      },
    ],
    [
      "a code policy",
      (stack) => {
        new Configuration(stack, "made", { name: "a" }).addCodePolicy(props as never);
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

test("a name to look up must be a text", () => {
  expect(found((stack) => Configuration.fromLookup(stack, "made", { name: null as never }))).toContain(
    "[acme/made] name is missing. Give it a value",
  );
  expect(found((stack) => Configuration.fromLookup(stack, "made", { name: " " }))).toContain(
    "[acme/made] name is empty",
  );
});

test("importFrom takes one id", () => {
  const said = found((stack) => {
    const strict = new Configuration(stack, "strict", { name: "strict" });
    strict.importFrom(id);
    strict.importFrom(id);
  });
  expect(said).toContain("[acme/strict] importFrom is called twice");
});

test("a resource of another kind is no configuration", () => {
  const said = found((stack) => {
    const routing = new RepositoryAssignments(stack, "first", { rules: [{ leave: true, repositoryPattern: "a%" }] });
    new RepositoryAssignments(stack, "routing", {
      rules: [{ configuration: routing as never, repositoryPattern: "%" }],
    });
  });
  expect(said).toContain(
    '[acme/routing] rules[0].configuration is the construct "acme/first", and must be a Configuration',
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
    [
      "code_policies.secrets",
      { enabled: true },
      '[acme/strict] code_policies.secrets is "secrets", which is not a UUID',
    ],
    ["lifecycle.prevent_destory", true, "[acme/strict] lifecycle.prevent_destory cannot be set here"],
    ["name", "", "[acme/strict] name is empty. Give the configuration the name"],
    ["name", undefined, "[acme/strict] name is missing"],
  ])("%s: %j is refused", (path, value, message) => {
    expect(override(path, value)).toContain(message);
  });

  test.each<[string, unknown]>([
    ["risk_threshold", 3],
    ["risk_threshold", null],
    ["comment", "${var.comment}"],
    [`code_policies.${id}`, { enabled: true }],
    ["code_policies", { "${var.policy}": { enabled: true } }],
    ["analyzers.secrets", { enabled: true, excludes: ["a"] }],
    ["lifecycle.prevent_destroy", true],
    ["depends_on", ["scanform_configuration.other"]],
    ["count", 1],
  ])("%s: %j is accepted", (path, value) => {
    expect(override(path, value)).toBe("");
  });

  test("of assignments and providers", () => {
    const said = found((stack) => {
      const routing = new RepositoryAssignments(stack, "routing", {
        rules: [{ leave: true, repositoryPattern: "a%" }],
      });
      const resource = routing.node.defaultChild as l1.repositoryAssignments.RepositoryAssignments;
      resource.addOverride("rules", [{ leave: true, repository_pattern: "a-*" }]);
      new ScanformProvider(stack, "west", { alias: "west" }).addOverride("acount_id", "a");
    });
    expect(said).toContain('[acme/routing] rules[1].repository_pattern is "a-*"');
    expect(said).toContain("[acme/routing] rules[1] can never match");
    expect(said).toContain('[acme/west] acount_id cannot be set here. Did you mean "account_id"');
  });

  test("generated bindings that are used by themselves are checked too", () => {
    const said = found((stack) => {
      new l1.configuration.Configuration(stack, "plain", { name: "plain", comment: "loud" });
      new l1.repositoryAssignments.RepositoryAssignments(stack, "routing", { rules: [{ leave: true }] });
      new l1.provider.ScanformProvider(stack, "west", { alias: "west" }).addOverride("dry_runs", true);
    });
    expect(said).toContain('"acme/plain": comment is "loud"');
    expect(said).toContain('"acme/routing": rules[0] selects no repository. Give it repository_names');
    expect(said).toContain('"acme/west": dry_runs cannot be set here');
  });
});

describe("names", () => {
  const named =
    (...names: readonly string[]) =>
    (stack: TerraformStack) =>
      names.map((name, at) => new Configuration(new Construct(stack, `team-${String(at)}`), "base", { name }));

  test.each([
    ["Base", "base"],
    ["base", " base"],
    ["base", "base"],
    ["caf\u00e9", "cafe\u0301"],
  ])("%j and %j are too much alike", (left, right) => {
    const said = found(named(left, right));
    expect(said).toMatch(/\[acme\] "acme\/team-0\/base" \(at \S+:\d+:\d+\) and "acme\/team-1\/base" have/);
    expect(said).toMatch(/rename one of them, or pin both to their ids with importFrom\. \(at \S+:\d+:\d+\)/);
  });

  test("may be alike where each is pinned to its id", () => {
    const pin = (count: number) => (stack: TerraformStack) => {
      for (const each of named("Base", "base")(stack).slice(0, count)) each.importFrom(id);
    };
    expect(found(pin(2))).toBe("");
    expect(found(pin(1))).toContain("have names that look the same");
  });

  test("may be alike in two accounts", () => {
    const said = found((stack) => {
      const provider = new ScanformProvider(stack, "west", { alias: "west" });
      new Configuration(stack, "one", { name: "base" });
      new Configuration(stack, "two", { name: "base", provider });
    });
    expect(said).toBe("");
  });

  test("are of one account where one of them leaves the provider out", () => {
    const said = problemsOf((stack) => {
      const provider = new ScanformProvider(stack, "scanform", { accountId: id });
      new Configuration(stack, "one", { name: "base" });
      new Configuration(stack, "two", { name: "base", provider });
    });
    expect(said).toMatch(/"acme\/one" \(at .*\) and "acme\/two" have the name "base"/);
  });

  test("of an override count", () => {
    const said = found((stack) => {
      const [, other] = named("base", "other")(stack);
      if (other !== undefined) binding(other).addOverride("name", "BASE");
    });
    expect(said).toContain('"base" and "BASE"');
  });
});

test("the id of a configuration is said to be wrong once, where it is given", () => {
  const said = found((stack) => {
    const live = Configuration.fromConfigurationId(stack, "live", "strict");
    new RepositoryAssignments(stack, "routing", { rules: [{ configuration: live, repositoryPattern: "%" }] });
  });
  expect(said).toContain('[acme/live] configurationId is "strict", which is not a UUID');
  expect(said).not.toContain("acme/routing");
});

test("an object with an empty id is no configuration", () => {
  const configuration = { configurationId: "" } as never;
  const rules = [{ configuration, repositoryPattern: "%" }];
  expect(found((stack) => new RepositoryAssignments(stack, "routing", { rules }))).toContain(
    '[acme/routing] rules[0].configuration is "", which is not a UUID',
  );
});

test("a lookup without properties is a problem, not an exception", () => {
  expect(found((stack) => new DataScanformAnalyzer(stack, "xss", undefined as never))).toContain(
    "[acme/xss] Its argument is absent, and must be an object",
  );
});
