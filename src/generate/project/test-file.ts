import { stringLiteral } from "../typescript/syntax";
import { type DeclaredConstruct, importOf, usageOf } from "./project-files";
import type { Framework, TestRunner } from "../choices";

/** Something that is true of the declaration, and that the test says. */
export type Expectation =
  /** The repository gets the configuration, both by name. */
  | { readonly repository: string; readonly configuration: string }
  /** A configuration of this name is declared. */
  | { readonly configuration: string };

/** What runs the test. */
export type Runner = Exclude<TestRunner, "none">;

/** How a test is written for a runner. */
interface Dialect {
  /** The imports of the runner; jest has globals. */
  readonly imports: readonly string[];
  /** What stands before the first test where matchers are used. */
  readonly setUp: string;
  /** The lines of a test that a matcher holds. @param args as code */
  readonly holds: (matcher: string, args: string) => string;
  readonly doesNotThrow: (call: string) => string;
}

const withExpect = {
  setUp: "expect.extend(matchers);\n\n",
  holds: (matcher: string, args: string) => `  expect(stack).${matcher}(${args});\n`,
  doesNotThrow: (call: string) => `  expect(() => ${call}).not.toThrow();\n`,
};

const dialects: Readonly<Record<Runner, Dialect>> = {
  node: {
    imports: ['import assert from "node:assert/strict";', 'import { test } from "node:test";'],
    setUp: "",
    holds: (matcher, args) =>
      `  const { pass, message } = matchers.${matcher}.call({}, stack, ${args});\n  assert.ok(pass, message());\n`,
    doesNotThrow: (call) => `  assert.doesNotThrow(() => ${call});\n`,
  },
  jest: { imports: [], ...withExpect },
  vitest: { imports: ['import { expect, test } from "vitest";'], ...withExpect },
};

/**
 * `main.test.ts`: a test of the declaration.
 *
 * @param expectation undefined: only that the declaration can be read
 */
export function testFile(
  framework: Framework,
  declared: DeclaredConstruct,
  expectation: Expectation | undefined,
  runner: Runner = "node",
): string {
  const dialect = dialects[runner];
  const imports = [
    ...dialect.imports,
    `import { TerraformStack, Testing } from "${framework}";`,
    `import { ScanformProvider } from "scanform/${framework}";`,
    `import { ${expectation === undefined ? "snapshot" : "matchers"} } from "scanform/testing";`,
    importOf(declared),
  ];
  return `${imports.join("\n")}

${expectation === undefined ? "" : dialect.setUp}const stack = new TerraformStack(Testing.app(), "account");
new ScanformProvider(stack, "scanform");
${usageOf(declared, "stack")}

${testOf(dialect, expectation)}`;
}

function testOf({ holds, doesNotThrow }: Dialect, expectation: Expectation | undefined): string {
  const test = (title: string, body: string) => `test("${title}", () => {\n${body}});\n`;
  if (expectation === undefined) return test("the declaration can be read", doesNotThrow("snapshot(stack)"));
  const configuration = stringLiteral(expectation.configuration);
  if (!("repository" in expectation))
    return test("the configuration is declared", holds("toHaveConfiguration", configuration));
  return test(
    "the repository gets its configuration",
    `  const repository = ${stringLiteral(expectation.repository)};\n${holds("toAssign", `repository, ${configuration}`)}`,
  );
}
