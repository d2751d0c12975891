import { acme, failureOf } from "./stacks";

describe("toHaveConfiguration", () => {
  test("holds for a declared name, and for settings in part", () => {
    expect(acme()).toHaveConfiguration("strict");
    expect(acme()).toHaveConfiguration("strict", {
      riskThreshold: 3,
      analyzers: { secrets: { excludes: ["docs/**", "test/**"] }, xss: { riskLevel: "high" } },
    });
    expect(acme()).not.toHaveConfiguration("hardened");
    expect(acme()).not.toHaveConfiguration("strict", { riskThreshold: 2 });
  });

  test("says what is instead", () => {
    expect(failureOf(() => expect(acme()).toHaveConfiguration("strikt"))).toBe(
      'no configuration "strikt" is declared. Did you mean "strict"?',
    );
    const wanted = { analyzers: { secrets: { blocking: false }, ssrf: { enabled: true } } };
    expect(failureOf(() => expect(acme()).toHaveConfiguration("strict", wanted))).toMatch(
      /^in "strict" \(test\/testing\/stacks\.ts:\d+:\d+\) analyzers\["secrets"\]\.blocking is true instead of false, and analyzers\["ssrf"\]\.enabled is not set instead of true\.$/,
    );
    expect(failureOf(() => expect(acme()).not.toHaveConfiguration("strict"))).toContain(
      "is declared, which is not expected.",
    );
  });

  test("fails for a setting that there is not, also when negated", () => {
    const wanted = { analyzers: { secrets: { bloking: true } } } as object;
    const says = "analyzers.secrets";
    expect(failureOf(() => expect(acme()).toHaveConfiguration("strict", wanted))).toContain(says);
    expect(failureOf(() => expect(acme()).not.toHaveConfiguration("strict", wanted))).toContain(says);
  });
});

describe("toAssign", () => {
  test("holds for what the first matching rule gives", () => {
    expect(acme()).toAssign("payments-api", "strict");
    expect(acme()).toAssign("web", "baseline");
    expect(acme()).toAssign("legacy-monolith", null);
    expect(acme()).not.toAssign("payments-api", "baseline");
    expect(acme()).not.toAssign("payments-api", null);
  });

  test("says what is instead, by which rule and where", () => {
    expect(failureOf(() => expect(acme()).toAssign("web", "strict"))).toMatch(
      /^web gets "baseline" by rule 3: %, at test\/testing\/stacks\.ts:\d+:\d+, and is expected to get "strict"\.$/,
    );
  });
});

describe("toBlock", () => {
  test("x", () => {
    expect(acme()).toBlock({ analyzer: "secrets", repository: "payments-api" });
    expect(acme()).not.toBlock({ analyzer: "secrets", repository: "payments-api", severity: "medium" });
    expect(acme()).not.toBlock({ analyzer: "secrets", repository: "payments-api", file: "test/a.ts" });
    expect(failureOf(() => expect(acme()).toBlock({ analyzer: "xss", repository: "web" }))).toMatch("");
    console.log(failureOf(() => expect(acme()).toBlock({ analyzer: "xss", repository: "web" })));
    console.log(failureOf(() => expect(acme()).not.toBlock({ analyzer: "xss", repository: "legacy-monolith" })));
    console.log(failureOf(() => expect(acme()).toBlock({ analyzer: "ssrf", repository: "payments-x" })));
  });
});
