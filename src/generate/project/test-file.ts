import { printed } from "../typescript/print";
import { array, call, code, type Expression, object, string } from "../typescript/syntax";
import type { Framework, TestRunner } from "../choices";
import type { Blocking, ExpectedConfiguration, Expectations, Routed } from "./expectations";
import { type DeclaredConstruct, importOf, usageOf } from "./project-files";

/** What runs the test. */
type Runner = Exclude<TestRunner, "none">;

/** How a test is written for a runner. */
interface Dialect {
  /** What is imported from it; jest has globals. */
  readonly imports: string;
  /** The line of a test that a list is empty. */
  readonly isEmpty: (list: string) => string;
  /** The line of a test that a call throws nothing. */
  readonly doesNotThrow: (call: string) => string;
}

const withExpect = {
  isEmpty: (list: string) => `  expect(${list}).toEqual([]);\n`,
  doesNotThrow: (call: string) => `  expect(() => ${call}).not.toThrow();\n`,
};

const dialects: Readonly<Record<Runner, Dialect>> = {
  node: {
    imports: 'import assert from "node:assert/strict";\nimport { test } from "node:test";\n',
    isEmpty: (list) => `  assert.deepEqual(${list}, []);\n`,
    doesNotThrow: (call) => `  assert.doesNotThrow(() => ${call});\n`,
  },
  jest: { imports: "", ...withExpect },
  vitest: { imports: 'import { expect, test } from "vitest";\n', ...withExpect },
};

/**
 * `main.test.ts`: a test of the declaration. It checks each rule and each analyzer that blocks pull requests; without any
 * configuration only that the declaration can be read.
 */
export function testFile(
  framework: Framework,
  declared: DeclaredConstruct,
  expectations: Expectations,
  runner: Runner = "node",
): string {
  const dialect = dialects[runner];
  const tests = isEmpty(expectations)
    ? [readable(dialect)]
    : [routedTest(dialect, expectations), configurationsTest(dialect, expectations)];
  return `${dialect.imports}import { TerraformStack, Testing } from "${framework}";
import { ScanformProvider } from "scanform/${framework}";
import { ${importsOf(expectations)} } from "scanform/testing";
${importOf(declared)}

const stack = new TerraformStack(Testing.app(), "account");
new ScanformProvider(stack, "scanform");
${usageOf(declared, "stack")}

${tests.filter((text) => text !== "").join("\n")}`;
}

const isEmpty = ({ routed, configurations }: Expectations): boolean => routed.length + configurations.length === 0;

const importsOf = (expectations: Expectations): string => {
  if (isEmpty(expectations)) return "snapshot";
  return `${expectations.configurations.length === 0 ? "" : "type ExpectedSettings, "}matchers, snapshot`;
};

const readable = ({ doesNotThrow }: Dialect): string => `test("the declaration can be read", () => {
${doesNotThrow("snapshot(stack)")}});
`;

function routedTest(dialect: Dialect, { routed }: Expectations): string {
  if (routed.length === 0) return "";
  const rows = array(routed.map(({ repository, configuration }) => array([choice(repository), choice(configuration)])));
  const isLeft = routed.some(({ configuration }) => configuration === null);
  return `${routeType(routed)}
/** A repository that each rule decides about, and the configuration that it gets${isLeft ? "; null: it stays as it is" : ""}. */
${printed([{ kind: "const", name: "routed", type: "readonly Route[]", value: rows }])}
test("each rule gives repositories their configuration", () => {
  const declared = snapshot(stack);
  const wrong = routed.flatMap(([repository, configuration]) => {
    const { pass, message } = matchers.toAssign.call(
      {},
      declared,
      repository,
      configuration,
    );
    return pass ? [] : [message()];
  });
${dialect.isEmpty("wrong")}});
`;
}

function routeType(routed: readonly Routed[]): string {
  const named = routed.every(({ repository }) => typeof repository === "string");
  const given = routed.map(({ configuration }) => configuration);
  const members = [
    `repository: string${named ? "" : " | { name: string; id: string }"}`,
    `configuration: string${given.some((each) => typeof each === "object" && each !== null) ? " | { id: string }" : ""}${given.includes(null) ? " | null" : ""}`,
  ];
  const line = `type Route = readonly [${members.join(", ")}];\n`;
  return line.length <= 81 ? line : `type Route = readonly [\n${members.map((each) => `  ${each},\n`).join("")}];\n`;
}

const choice = (value: Routed["repository"] | Routed["configuration"]): Expression => {
  if (value === null) return code("null");
  if (typeof value === "string") return string(value);
  return object(Object.entries(value).map(([key, each]) => ({ key, value: string(each) })));
};

function configurationsTest(dialect: Dialect, { configurations }: Expectations): string {
  if (configurations.length === 0) return "";
  const rows = array(configurations.map(({ name, blocking }) => array([string(name), settingsCode(blocking)])));
  const isCalled = configurations.some(({ blocking }) => usesHelper(blocking));
  return `${isCalled ? blockingHelper : ""}/** Each configuration, and its analyzers that block pull requests. */
${printed([{ kind: "const", name: "configurations", type: "readonly [string, ExpectedSettings][]", value: rows }])}
test("each configuration is declared, and its analyzers block", () => {
  const declared = snapshot(stack);
  const wrong = configurations.flatMap(([name, settings]) => {
    const { pass, message } = matchers.toHaveConfiguration.call(
      {},
      declared,
      name,
      settings,
    );
    return pass ? [] : [message()];
  });
${dialect.isEmpty("wrong")}});
`;
}

const blockingHelper = `/** Analyzers that run and block pull requests. */
const blocking = (...slugs: readonly string[]): ExpectedSettings => ({
  analyzers: Object.fromEntries(
    slugs.map((slug) => [slug, { enabled: true, blocking: true }]),
  ),
});

`;

/** The slugs of those that are declared to be enabled. */
const slugsOn = (blocking: ExpectedConfiguration["blocking"]): readonly string[] =>
  Object.entries(blocking).flatMap(([slug, { enabled }]) => (enabled === true ? [slug] : []));

const usesHelper = (blocking: ExpectedConfiguration["blocking"]): boolean =>
  slugsOn(blocking).length > 0 && slugsOn(blocking).length === Object.keys(blocking).length;

function settingsCode(blocking: ExpectedConfiguration["blocking"]): Expression {
  const all = Object.entries(blocking);
  if (all.length === 0) return object([]);
  if (usesHelper(blocking)) return call("blocking", ...slugsOn(blocking).map(string));
  const analyzers = all.map(([key, each]) => ({ key, value: blockingCode(each) }));
  return object([{ key: "analyzers", value: object(analyzers) }]);
}

const blockingCode = (settings: Blocking): Expression =>
  object(Object.keys(settings).map((key) => ({ key, value: code("true") })));
