import { text } from "../../../src/declaration/expression/value";
import { evaluateExpression, Limits } from "../../../src/declaration/expression/evaluate-expression";
import { parseExpression } from "../../../src/declaration/expression/parse";
import { evaluated } from "../evaluated";
import { functionNames } from "./arbitrary";
import { refusal } from "./refusal";

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

const tooManyMade = "is one expression too many: all together make more than 2,000,000 values.";
const tooManyParsed =
  "is one expression too many: all together are longer than 10,000,000 characters, or make too many values.";
const tooManyReferred = "is one reference too many: all together repeat more than 10,000,000 values and characters.";

const make = (limits: Limits, count: number) =>
  refusal(() => {
    limits.make(count);
  }).why;
const parse = (limits: Limits, characters: number) =>
  refusal(() => {
    limits.parse(characters);
  }).why;

test("all expressions together may make 2,000,000 values, and no more", () => {
  const limits = new Limits();
  const counts = [1_500_000, 499_999, 1, 1];
  expect(counts.map((count) => make(limits, count))).toStrictEqual([undefined, undefined, undefined, tooManyMade]);
});

test("all expressions together may be 10,000,000 characters long, and no longer", () => {
  const limits = new Limits();
  const lengths = [6_000_000, 3_999_999, 1, 1];
  expect(lengths.map((length) => parse(limits, length))).toStrictEqual([
    undefined,
    undefined,
    undefined,
    tooManyParsed,
  ]);
});

test("no expression is parsed any more once too many values have been made", () => {
  const limits = new Limits();
  limits.make(2_000_000);
  expect(parse(limits, 1)).toBeUndefined();
  expect(make(limits, 1)).toBe(tooManyMade);
  expect(parse(limits, 1)).toBe(tooManyParsed);
});

test("all references together may repeat 10,000,000 values and characters, each counted up to what is left", () => {
  const limits = new Limits();
  const left: number[] = [];
  const refer = (size: number) =>
    refusal(() => {
      limits.refer((most) => {
        left.push(most);
        return size;
      });
    }).why;
  expect([6_000_000, 3_999_999, 1, 1].map(refer)).toStrictEqual([undefined, undefined, undefined, tooManyReferred]);
  expect(left).toStrictEqual([10_000_000, 4_000_000, 1, 0]);
});

test("500 expressions may be evaluated inside of each other, and no more, however often", () => {
  const limits = new Limits();
  const nested = (times: number): string => (times === 0 ? "done" : limits.within(() => nested(times - 1)));
  expect(nested(500)).toBe("done");
  expect(refusal(() => nested(501)).why).toBe("is evaluated inside of too many others. Write it out.");
  expect(nested(500)).toBe("done");
});
