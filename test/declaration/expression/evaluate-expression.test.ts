import { text } from "../../../src/declaration/expression/value";
import { evaluateExpression } from "../../../src/declaration/expression/evaluate-expression";
import { Limits } from "../../../src/declaration/expression/limits";
import { parseExpression } from "../../../src/declaration/expression/parse";
import { evaluated } from "../evaluated";
import { functionNames } from "./arbitrary";

const sixteen = "abcdefghijklmnop";

/** Evaluates an expression where so many values may still be made. `var.x` is a text of 16 characters. */
function evaluate(expression: string, left: number): unknown {
  const limits = new Limits();
  limits.make(2_000_000 - left);
  return evaluateExpression(parseExpression(expression), { limits, resolve: () => text(sixteen) });
}

test.each([
  ["a number", "1", 1],
  ["a text, which counts for one and for each 16 characters", `"${sixteen}"`, 2],
  ["a list, which counts its items again", "[true, null]", 5],
  ["an object, which counts its keys and its entries", `{${sixteen} = 1}`, 5],
  ["a call, which counts its arguments", `upper("${sixteen}")`, 4],
  ["a text of parts", `"\${1}\${"${sixteen.slice(1)}"}"`, 4.9375],
  ["a reference, which makes nothing", "var.x", 0],
  ["a list of references", "[var.x, var.x]", 3],
])("the values that an expression makes are counted: %s", (_what, expression, made) => {
  expect(() => evaluate(expression, made)).not.toThrow();
  expect(() => evaluate(expression, made - 1)).toThrow("all together make more than 2,000,000 values");
});

test("a function that the CLI does not evaluate is refused with the names of all that it does", () => {
  const names = [...functionNames].sort().map((name) => JSON.stringify(name));
  const all = `${names.slice(0, -1).join(", ")} and ${String(names.at(-1))}`;
  expect(evaluated("${abs(-1)}")).toStrictEqual({
    value: undefined,
    problems: [
      ["s.json#/x/0", `\`\${abs(-1)}\` calls the function \`abs\`, which the CLI does not evaluate. It has ${all}.`],
    ],
  });
});
