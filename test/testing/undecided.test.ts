import type { TerraformStack } from "cdktf";
import {
  Configuration,
  type ConfigureRule,
  RepositoryAssignments,
  type RepositoryAssignmentsProps,
} from "../../src/constructs";
import { failureOf, refusal, stackOf, twoConfigurations } from "./stacks";

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

test("is undecided where a rule of another assignment may select the repository by its id", () => {
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
])("is undecided about a repository by its id alone that may be selected earlier by %s", (_what, selector) => {
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
});

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
    expect(failureOf(byIdAndRest(live, other)).toAssign("web", { id: other })).toContain("the id of web is not given");
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
  ])("%s, is the same", (_how, configuration) => {
    const stack = imported(configuration);
    expect(stack).toAssign("web", "strict");
    expect(stack).toAssign("web", { id: live });
    expect(stack).not.toAssign("web", { id: other });
    expect(stack).toBlock({ analyzer: "secrets", repository: "web" });
  });
});
