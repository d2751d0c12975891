import { text } from "../../../../src/declaration/expression/value";
import { CannotEvaluate } from "../../../../src/declaration/refusals";
import { format } from "../../../../src/declaration/expression/format";
import { evaluated } from "../../evaluated";

const tooLong = "comes to a text that is longer than 10,000 characters, which is more than any name needs. Shorten it.";
const locals = {
  half: "a".repeat(5_000),
  less: "a".repeat(4_999),
  pattern: "a".repeat(9_998) + "%s",
};

test.each([
  ["join", '${join("-", [local.half, local.less])}', `${locals.half}-${locals.less}`],
  ["join of empty texts", '${join(local.half, ["", "", ""])}', "a".repeat(10_000)],
  ["replace", '${replace(local.half, "a", "bc")}', "bc".repeat(5_000)],
  ["replace by less", '${replace("${local.half}${local.half}", "aa", "b")}', "b".repeat(5_000)],
  ["format", '${format("%s%s", local.half, local.half)}', "a".repeat(10_000)],
  ["the pattern of format", '${format(local.pattern, "bc")}', `${"a".repeat(9_998)}bc`],
])("a text may come to 10,000 characters by %s", (_what, expression, value) => {
  expect(evaluated(expression, { locals })).toStrictEqual({ value, problems: [] });
});

test.each([
  ["join", '${join("-", [local.half, local.half])}'],
  ["join of empty texts", '${join(local.half, ["", "", "a"])}'],
  ["replace", '${replace("${local.half}a", "a", "bc")}'],
  ["format", '${format("%s%s%s", local.half, local.half, "a")}'],
  ["the pattern of format", '${format(local.pattern, "bcd")}'],
])("a text that comes to more than 10,000 characters by %s is refused", (_what, expression) => {
  expect(evaluated(expression, { locals })).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `\`${expression}\` ${tooLong}`]],
  });
});

test("format stops where its text gets too long, and formats no value behind that", () => {
  const half = text(locals.half);
  expect(() => format("%s%s%s%d", [half, half, text("a"), text("no number")])).toThrow(new CannotEvaluate(tooLong));
});
