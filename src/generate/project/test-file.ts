import { stringLiteral } from "../typescript/syntax";
import { type DeclaredConstruct, importOf, usageOf } from "./project-files";
import type { Framework } from "../choices";

/** Something that is true of the declaration, and that the test says. */
export type Expectation =
  /** The repository gets the configuration, both by name. */
  | { readonly repository: string; readonly configuration: string }
  /** A configuration of this name is declared. */
  | { readonly configuration: string };

/**
 * `main.test.ts`: a test of the declaration, for the test runner of Node.
 *
 * @param expectation undefined: only that the declaration can be read
 */
export const testFile = (
  framework: Framework,
  declared: DeclaredConstruct,
  expectation: Expectation | undefined,
): string => `import assert from "node:assert/strict";
import { test } from "node:test";
import { TerraformStack, Testing } from "${framework}";
import { ScanformProvider } from "scanform/${framework}";
import { ${expectation === undefined ? "snapshot" : "matchers"} } from "scanform/testing";
${importOf(declared)}

const stack = new TerraformStack(Testing.app(), "account");
new ScanformProvider(stack, "scanform");
${usageOf(declared, "stack")}

${testOf(expectation)}`;

function testOf(expectation: Expectation | undefined): string {
  if (expectation === undefined)
    return `test("the declaration can be read", () => {
  assert.doesNotThrow(() => snapshot(stack));
});
`;
  const configuration = stringLiteral(expectation.configuration);
  if (!("repository" in expectation))
    return `test("the configuration is declared", () => {
  const { pass, message } = matchers.toHaveConfiguration.call({}, stack, ${configuration});
  assert.ok(pass, message());
});
`;
  return `test("the repository gets its configuration", () => {
  const repository = ${stringLiteral(expectation.repository)};
  const { pass, message } = matchers.toAssign.call({}, stack, repository, ${configuration});
  assert.ok(pass, message());
});
`;
}
