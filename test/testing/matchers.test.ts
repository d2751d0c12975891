import {
  Configuration,
  type ConfigureRule,
  DataScanformRepository,
  RepositoryAssignments,
  type RepositoryAssignmentsProps,
} from "../../src/constructs";
import { acme, failureOf, refusal, stackOf, twoConfigurations } from "./stacks";
import { exampleFiles } from "../../src/testing/to-block";
import type { TerraformStack } from "cdktf";
import { agrees } from "./agreement";

test("toHaveConfiguration holds for a declared name, and for settings in part", () => {
  expect(acme()).toHaveConfiguration("strict");
  expect(acme()).toHaveConfiguration("strict", {
    riskThreshold: 3,
    analyzers: { secrets: { excludes: ["docs/**", "test/**"] }, xss: { riskLevel: "high" } },
  });
  expect(acme()).not.toHaveConfiguration("hardened");
  expect(acme()).not.toHaveConfiguration("strict", { riskThreshold: 2 });
});

test("toHaveConfiguration takes every kind of setting by the names that constructs have for it", () => {
  const id = "33333333-3333-4333-8333-000000000001";
  const stack = stackOf((scope) => {
    const strict = new Configuration(scope, "strict", { name: "strict", showScanConfirmation: true });
    strict.addCodePolicy({ id, enabled: true, blocking: true });
    strict.notify("chat");
  });
  expect(stack).toHaveConfiguration("strict", {
    showScanConfirmation: true,
    codePolicies: [{ id, blocking: true }],
    notifications: { integrationNames: ["chat"] },
  });
  expect(stack).not.toHaveConfiguration("strict", { codePolicies: [] });
  expect(stack).not.toHaveConfiguration("strict", { codePolicies: [{ id, blocking: false }] });
});

test("toHaveConfiguration distinguishes what is declared as empty from what is not declared", () => {
  const empty = { analyzers: { xss: {} }, notifications: {}, codePolicies: [] };
  const stack = stackOf((scope) => {
    new Configuration(scope, "empty", { name: "empty", ...empty });
    new Configuration(scope, "none", { name: "none", analyzers: { secrets: { enabled: true } } });
  });
  expect(stack).toHaveConfiguration("empty", empty);
  for (const settings of [{ analyzers: { xss: {} } }, { notifications: {} }, { codePolicies: [] }])
    expect(stack).not.toHaveConfiguration("none", settings);
  expect(failureOf(stack).toHaveConfiguration("none", { analyzers: { secrets: { excludes: [] } } })).toContain(
    "analyzers.secrets.excludes is not set instead of [].",
  );
});

test("toHaveConfiguration holds where one of two of the name has these settings", () => {
  const stack = stackOf((scope) => {
    for (const riskThreshold of [1, 2])
      new Configuration(scope, `strict${String(riskThreshold)}`, { name: "strict", riskThreshold }).importFrom(
        `33333333-3333-4333-8333-00000000000${String(riskThreshold)}`,
      );
  });
  expect(stack).toHaveConfiguration("strict", { riskThreshold: 2 });
  expect(failureOf(stack).toHaveConfiguration("strict", { riskThreshold: 3 })).toMatch(
    /riskThreshold is 1 instead of 3; in "strict" .* riskThreshold is 2 instead of 3/,
  );
});

test("toHaveConfiguration says what is instead", () => {
  expect(failureOf(acme()).toHaveConfiguration("strikt")).toBe(
    'no configuration "strikt" is declared. Did you mean "strict"?',
  );
  const wanted = { analyzers: { secrets: { blocking: false }, ssrf: { enabled: true } } };
  expect(failureOf(acme()).toHaveConfiguration("strict", wanted)).toMatch(
    /^in "strict" \(test\/testing\/stacks\.ts:\d+:\d+\) analyzers\["secrets"\]\.blocking is true instead of false, and analyzers\["ssrf"\]\.enabled is not set instead of true\.$/,
  );
  expect(failureOf(acme(), "not").toHaveConfiguration("strict")).toContain("is declared, which is not expected.");
});

test("toHaveConfiguration fails for a setting that there is not, also when negated", () => {
  const wanted = { analyzers: { secrets: { bloking: true } } } as object;
  expect(refusal(acme(), (expected) => expected.toHaveConfiguration("strict", wanted))).toContain("analyzers.secrets");
});

test("toAssign holds for what the first matching rule gives", () => {
  expect(acme()).toAssign("payments-api", "strict");
  expect(acme()).toAssign("web", "baseline");
  expect(acme()).toAssign("legacy-monolith", null);
  expect(acme()).not.toAssign("payments-api", "baseline");
  expect(acme()).not.toAssign("payments-api", null);
});

test("toAssign says what is instead, by which rule and where", () => {
  expect(failureOf(acme()).toAssign("web", "strict")).toMatch(
    /^web gets "baseline" by rule 3: %, at test\/testing\/stacks\.ts:\d+:\d+, and is expected to get "strict"\.$/,
  );
});

const id = "22222222-2222-4222-8222-000000000001";
const byId = () =>
  stackOf((stack) => {
    const { strict, baseline } = twoConfigurations(stack);
    const checkout = new DataScanformRepository(stack, "checkout", { name: "checkout" });
    new RepositoryAssignments(stack, "routing", {
      rules: [
        { repositoryIds: [id], configuration: strict },
        { repositoryIds: [checkout.id], configuration: strict },
        { repositoryPattern: "%", configuration: baseline },
      ],
    });
  });

test("toAssign of a repository that rules select by its id is decided by name and id", () => {
  expect(byId()).toAssign({ name: "web", id }, "strict");
  expect(byId()).toAssign({ name: "web", id: id.replace("1", "2") }, "baseline");
  expect(byId()).toAssign({ id }, "strict");
});

test("toAssign of a repository that rules select by its id is decided by the name that is looked up", () => {
  expect(byId()).toAssign("checkout", "strict");
});

test("toAssign of a repository that rules select by its id fails by its name alone, also when negated", () => {
  const says = "rule 1 selects by id, and the id of web is not given: pass { name, id }.";
  expect(refusal(byId(), (expected) => expected.toAssign("web", "baseline"))).toBe(says);
});

describe("toAssign of what is not declared", () => {
  const elsewhere = "22222222-2222-4222-8222-000000000002";
  const stack = () =>
    stackOf((scope) => {
      new RepositoryAssignments(scope, "routing", {
        rules: [
          { repositoryNames: ["web"], configuration: Configuration.fromLookup(scope, "old", { name: "old" }) },
          { repositoryNames: ["api"], configuration: Configuration.fromConfigurationId(scope, "id", elsewhere) },
        ],
      });
    });

  test("toAssign of what is not declared takes the name that is looked up, or the id", () => {
    expect(stack()).toAssign("web", "old");
    expect(stack()).toAssign("api", { id: elsewhere });
    expect(stack()).not.toAssign("api", "old");
    expect(stack()).toAssign("docs", null);
    expect(failureOf(stack()).toAssign("docs", "old")).toBe(
      'no rule matches docs, so it is left as it is, and is expected to get "old".',
    );
  });

  test("toAssign of what is not declared fails for a name that nothing has, also when negated", () => {
    const says = 'No configuration "new" is declared or looked up; there are "old".';
    expect(refusal(stack(), (expected) => expected.toAssign("web", "new"))).toContain(says);
  });

  test("toBlock is undecided", () => {
    expect(refusal(stack(), (expected) => expected.toBlock({ analyzer: "xss", repository: "web" }))).toMatch(
      /^web gets "old" by rule 1: web.*, which is not declared here\.$/,
    );
  });
});

test("toBlock holds where a finding fails the scan", () => {
  for (const severity of [undefined, "high"] as const)
    expect(acme()).toBlock({ analyzer: "secrets", repository: "payments-api", severity });
  expect(acme()).toBlock({ analyzer: "secrets", repository: "web", severity: "low", file: "test/a.ts" });
});

test.each([
  ["below the risk threshold", { analyzer: "secrets", repository: "payments-api", severity: "medium" }],
  ["in a file that is excluded", { analyzer: "secrets", repository: "payments-api", file: "test/a.ts" }],
  ["of an analyzer that does not block", { analyzer: "xss", repository: "web" }],
] as const)("toBlock does not hold for a finding %s", (_, finding) => {
  expect(acme()).not.toBlock(finding);
});

test("toBlock says which configuration decides, by which rule, and which setting", () => {
  expect(failureOf(acme()).toBlock({ analyzer: "xss", repository: "web" })).toMatch(
    /^web gets "baseline" by rule 3: %, at .*, where xss does not block: analyzers\.xss\.blocking is not true\.$/,
  );
});

test("toBlock is undecided about an analyzer that is not declared, whose settings the service keeps", () => {
  expect(refusal(acme(), (expected) => expected.toBlock({ analyzer: "ssrf", repository: "web" }))).toMatch(
    /, where ssrf is not declared; "secrets" and "xss" are, and the service keeps what it has\.$/,
  );
});

test("toBlock does not hold for an analyzer that exclusiveAnalyzers removes", () => {
  const stack = stackOf((scope) => {
    const configuration = new Configuration(scope, "only", { name: "only", exclusiveAnalyzers: true });
    new RepositoryAssignments(scope, "routing", { rules: [{ repositoryPattern: "%", configuration }] });
  });
  expect(stack).not.toBlock({ analyzer: "ssrf", repository: "web" });
});

test("toBlock is undecided where the repository is left as it is", () => {
  const finding = { analyzer: "xss", repository: "legacy-monolith" };
  expect(refusal(acme(), (expected) => expected.toBlock(finding))).toMatch(
    /^legacy-monolith is left as it is by rule 1: legacy-monolith, at .*, and what it has then is not declared\.$/,
  );
});

test("a name from elsewhere cannot pass for a line of a message", () => {
  const stack = stackOf((scope) => {
    new Configuration(scope, "strict", { name: "a\u001b[31m\n::error::b" });
  });
  const says = failureOf(stack, "not").toHaveConfiguration("a\u001b[31m\n::error::b");
  expect(says).toContain("a\\u{1b}[31m\\u{a}::error::b");
});

interface Patterns {
  readonly includes?: readonly string[];
  readonly excludes?: readonly string[];
}

const scanning = (patterns: Patterns) =>
  stackOf((stack) => {
    const configuration = new Configuration(stack, "strict", {
      name: "strict",
      analyzers: { secrets: { enabled: true, blocking: true, ...patterns } },
    });
    new RepositoryAssignments(stack, "routing", { rules: [{ repositoryPattern: "%", configuration }] });
  });

const finding = { analyzer: "secrets", repository: "web" };

test.each<Patterns>([
  { includes: ["src/**"], excludes: ["src/generated/**"] },
  { includes: ["**/*.ts", "lib/**"], excludes: ["**/*.ts"] },
  { includes: ["{src,lib}/**/*.[jt]s"], excludes: ["test/**"] },
  { excludes: ["*"] },
  { excludes: ["*", "*/*"] },
  { excludes: ["!src/**"] },
])("a finding whose file is not given blocks where %j leaves one", (patterns) => {
  expect(scanning(patterns)).toBlock(finding);
});

test.each<Patterns>([
  { excludes: ["**"] },
  { includes: ["src/**"], excludes: ["**/*"] },
  { includes: ["src/**"], excludes: ["src/**"] },
  { includes: ["**/*.js", "lib/**"], excludes: ["lib/**", "**/*.js"] },
])("a finding whose file is not given does not block where %j leaves none", (patterns) => {
  expect(scanning(patterns)).not.toBlock(finding);
  expect(failureOf(scanning(patterns)).toBlock(finding)).toContain(
    "secrets does not block: analyzers.secrets.excludes leaves out every file.",
  );
});

test.each<Patterns>([
  { includes: ["src/**"], excludes: ["src/any*", "src/any/**"] },
  { excludes: ["**/any-file", ".any/**"] },
])("a finding whose file is not given is asked for where it is not known whether %j leaves one", (patterns) => {
  const stack = scanning(patterns);
  expect(refusal(stack, (expected) => expected.toBlock(finding))).toContain(
    "secrets blocks unless analyzers.secrets.excludes leaves out every file: pass { file }.",
  );
  expect(stack).toBlock({ ...finding, file: "src/a.ts" });
});

test("no finding is of an analyzer that is called like a method of all objects", () => {
  for (const analyzer of ["constructor", "toString"])
    expect(refusal(scanning({}), (expected) => expected.toBlock({ ...finding, analyzer }))).toContain(
      `${analyzer} is not declared; "secrets" is, and the service keeps what it has.`,
    );
});

test("example files are named by the patterns that they are made for", () => {
  expect(exampleFiles(["src/**", "?.[jt]s", "@(a|b)/\\*.md"])).toEqual([
    "src/any-file",
    "src/any/any-file",
    "src/any/of/these/any-file",
    "x.js",
    "a/*.md",
  ]);
});

describe("what is undecided", () => {
  const id = "22222222-2222-4222-8222-000000000001";
  const [live, other] = ["33333333-3333-4333-8333-00000000000a", "33333333-3333-4333-8333-00000000000b"];

  type Rules = NonNullable<RepositoryAssignmentsProps["rules"]>;

  /** A stack with one assignment after the other. */
  const routed = (
    rulesOf: (all: ReturnType<typeof twoConfigurations>, stack: TerraformStack) => readonly Rules[],
  ): TerraformStack =>
    stackOf((stack) => {
      for (const [at, rules] of rulesOf(twoConfigurations(stack), stack).entries())
        new RepositoryAssignments(stack, `rules${String(at)}`, { rules });
    });

  test("toAssign is undecided where a rule of another assignment may select the repository by its id", () => {
    const stack = routed(({ strict, baseline }) => [
      [{ repositoryIds: [id], configuration: strict }],
      [{ repositoryNames: ["web"], configuration: baseline }],
    ]);
    expect(refusal(stack, (expected) => expected.toAssign("web", "baseline"))).toBe(
      "rule 1 selects by id, and the id of web is not given: pass { name, id }.",
    );
    expect(stack).toAssign({ name: "web", id: live }, "baseline");
  });

  test.each([
    ["a pattern", { repositoryPattern: "legacy-%" }],
    ["a name", { repositoryNames: ["legacy-monolith"] }],
  ])(
    "toAssign is undecided about a repository by its id alone that may be selected earlier by %s",
    (_what, selector) => {
      const stack = routed(({ strict }) => [
        [
          { ...selector, leave: true },
          { repositoryIds: [id], configuration: strict },
        ],
      ]);
      expect(refusal(stack, (expected) => expected.toAssign({ id }, "strict"))).toBe(
        `rule 1 selects by name, and the name of ${id} is not given: pass { name, id }.`,
      );
      expect(stack).toAssign({ name: "web", id }, "strict");
    },
  );

  test("refuses two assignments that claim a repository, also when negated", () => {
    const stack = routed(({ strict, baseline }) => [
      [{ repositoryPattern: "web%", configuration: strict }],
      [{ repositoryNames: ["web"], configuration: baseline }],
    ]);
    expect(refusal(stack, (expected) => expected.toAssign("web", "strict"))).toMatch(/rules0.*rules1/);
    expect(stack).toAssign("web-docs", "strict");
  });

  describe("what is not declared is distinguished by its id", () => {
    const byIdAndRest = (first: string, rest: string) =>
      routed((_all, stack) => [
        [
          { repositoryIds: [id], configuration: Configuration.fromConfigurationId(stack, "first", first) },
          { repositoryPattern: "%", configuration: Configuration.fromConfigurationId(stack, "rest", rest) },
        ],
      ]);

    test("so two ids leave it open what a repository gets", () => {
      expect(failureOf(byIdAndRest(live, other)).toAssign("web", { id: other })).toContain(
        "the id of web is not given",
      );
    });

    test("what is not declared is distinguished by its id and the same one twice does not", () => {
      expect(byIdAndRest(live, live)).toAssign("web", { id: live });
    });
  });

  describe("a configuration that is declared, and named otherwise by a rule", () => {
    const imported = (configuration: (stack: TerraformStack) => ConfigureRule["configuration"]) =>
      routed(({ strict }, stack) => {
        strict.importFrom(live);
        return [[{ repositoryPattern: "%", configuration: configuration(stack) }]];
      });

    test.each<[string, Parameters<typeof imported>[0]]>([
      ["by its name", (stack) => Configuration.fromLookup(stack, "again", { name: "strict" })],
      ["by its id", (stack) => Configuration.fromConfigurationId(stack, "again", live)],
      ["by its id in upper case", () => live.toUpperCase()],
    ])("a declared configuration that a rule names %s is the same", (_how, configuration) => {
      const stack = imported(configuration);
      expect(stack).toAssign("web", "strict");
      expect(stack).toAssign("web", { id: live });
      expect(stack).not.toAssign("web", { id: other });
      expect(stack).toBlock({ analyzer: "secrets", repository: "web" });
    });
  });
});

test("toAssign and toBlock agree with what the emulator does with a scan, for random stacks", async () => {
  const counts = await agrees({ numRuns: 2 });
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
}, 120_000);
