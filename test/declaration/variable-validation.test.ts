import { ScanformError } from "../../src/diagnostics/error";
import { readDeclaration } from "../../src/declaration/read-declaration";
import { at, atStrict, strict, synthesized } from "./folder";

/** The name that is declared with the variable `v`, or the place and the words of each refusal. */
function declared(validation: unknown, renamed_from: readonly string[] = []) {
  const variable = { v: { default: "a", validation } };
  const folder = synthesized({ acme: strict({ name: "${var.v}", renamed_from }, { variable }) });
  try {
    return readDeclaration(folder).accounts[0]?.desired.configurations[0]?.name;
  } catch (thrown) {
    if (thrown instanceof ScanformError) return thrown.diagnostics.map(({ path, detail }) => [path, detail]);
    throw thrown;
  }
}

/** The refusal of `var.v` by its validation. */
const refusedBecause = (message: string) => [
  [atStrict("/name"), `\`\${var.v}\` refers to a variable whose value its validation refuses${message}.`],
];

const holds = '${contains(["a", "b"], var.v)}';
const fails = '${contains(["b"], var.v)}';

test.each<readonly [string, unknown]>([
  ["one block", { condition: holds }],
  ["a list of one", [{ condition: holds }]],
  ["a list of several", [{ condition: holds }, { condition: true }]],
  ["none", []],
])("a value passes a validation that holds: %s", (_what, validation) => {
  expect(declared(validation)).toBe("a");
});

test.each<readonly [string, unknown]>([
  ["that is one block", { condition: fails }],
  ["that is the second of a list", [{ condition: holds }, { condition: fails }]],
  ["whose condition is no boolean", { condition: "yes" }],
  ["without a condition", "${var.v}"],
])("a value is refused by a validation %s", (_what, validation) => {
  expect(declared(validation)).toEqual(refusedBecause(""));
});

test.each<readonly [string, unknown, string]>([
  ["with its message", "Choose a or b.", ": Choose a or b"],
  ["with its message, whatever dots are in it", "Use v1.2 or v1.3.", ": Use v1.2 or v1.3"],
  ["without a message that is not written out", "It must not be ${var.v}.", ""],
  ["without a message that is no text", 1, ""],
])("a refusal is shown %s", (_what, error_message, shown) => {
  expect(declared([{ condition: fails, error_message }])).toEqual(refusedBecause(shown));
});

test.each<readonly [string, (block: object) => unknown, string]>([
  ["in a list", (block) => [block], "/variable/v/validation/0/condition"],
  ["as one block", (block) => block, "/variable/v/validation/condition"],
])("a condition %s that cannot be evaluated is refused at its own place, once", (_what, written, pointer) => {
  const found = declared(written({ condition: "${length(var.v) > 0}" }), ["${var.v}"]);
  expect(found).toEqual([[at(pointer), expect.stringContaining("has the operator `>`")]]);
});
