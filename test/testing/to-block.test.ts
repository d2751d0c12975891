import { Configuration, RepositoryAssignments } from "../../src/constructs";
import { exampleFiles } from "../../src/testing/to-block";
import { failureOf, refusal, stackOf } from "./stacks";

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
