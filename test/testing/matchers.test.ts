import { Configuration, DataScanformRepository, RepositoryAssignments } from "../../src/constructs";
import { acme, failureOf, refusal, stackOf, twoConfigurations } from "./stacks";

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

describe("toAssign of a repository that rules select by its id", () => {
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
