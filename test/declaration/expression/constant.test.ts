import { numeric, text, toPlain } from "../../../src/declaration/expression/value";
import { constantOf, parseConstant } from "../../../src/declaration/variables";
import { refusal } from "./refusal";

const nested = (steps: number, around: (inside: unknown) => unknown): unknown =>
  Array.from({ length: steps }).reduce((inside) => around(inside), 1);

test.each<readonly [string, (inside: unknown) => unknown]>([
  ["lists", (inside) => [inside]],
  ["objects", (inside) => ({ k: inside })],
])("the default of a variable is at most 64 %s deep", (_what, around) => {
  expect(toPlain(constantOf(nested(64, around)))).toEqual(nested(64, around));
  expect(refusal(() => constantOf(nested(65, around)))).toEqual({
    why: "is nested deeper than anything that can be declared.",
  });
});

test.each<readonly [string, unknown]>([
  ["as a whole", "${var.other}"],
  ["behind other text", "a-${var.other}"],
  ["with a directive", "%{ if true }a%{ endif }"],
  ["in a list", ["a", "${var.other}"]],
  ["in an object", { a: "b", c: "${var.other}" }],
  ["in a key", { "${var.other}": "b" }],
])("the default of a variable refers to nothing %s", (_where, value) => {
  expect(refusal(() => constantOf(value))).toEqual({
    why: "refers to something, which Terraform takes as text. Write it out, or use a local value.",
  });
});

test("the default of a variable may have brackets and escapes, and is not unescaped", () => {
  const value = { "{a}": ["{", "$${b}", "%%{c}"] };
  expect(toPlain(constantOf(value))).toEqual(value);
});

test("TF_VAR of a list or the like has at most 10,000 characters", () => {
  const letters = "a".repeat(9_998);
  expect(parseConstant(`"${letters}"`)).toStrictEqual(text(letters));
  expect(parseConstant("1".padEnd(10_000))).toStrictEqual(numeric(1));
  for (const given of [`"${letters}a"`, "1".padEnd(10_001)])
    expect(refusal(() => parseConstant(given))).toEqual({
      why: "is longer than 10,000 characters. Write a default instead.",
    });
});

test.each([
  ["no expression", "["],
  ["a reference", "[var.a]"],
  ["a call", 'upper("a")'],
  ["an item of a list", '["a"][0]'],
  ["a call in a text", '["a${upper("b")}c"]'],
  ["a call in a key", '{ (upper("a")) = "b" }'],
  ["a call behind a key", '{ a = upper("b") }'],
])("TF_VAR of a list or the like is no expression with more than literals: %s", (_what, given) => {
  expect(refusal(() => parseConstant(given))).toEqual({
    why: 'is not an expression of literals, such as ["a", "b"].',
    kind: "arguments",
  });
});
