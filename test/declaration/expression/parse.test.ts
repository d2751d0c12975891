import { parseExpression, parseTemplate } from "../../../src/declaration/expression/parse";
import { refusal } from "./refusal";

const whyNot = (text: string): string | undefined => refusal(() => parseExpression(text)).why;

/** What each encloses is the last number of steps deeper. */
test.each([
  ["lists", "[", "]", 1],
  ["round brackets", "(", ")", 1],
  ["calls", "upper(", ")", 1],
  ["templates", '"a${', '}"', 1],
  ["indexes", "local.a[", "]", 1],
  ["objects", "{a=", "}", 1],
  ["indexes in objects", '{a="k"[', "]}", 2],
  ["keys in round brackets", "{(", ")=1}", 2],
  ["indexes in keys", '{"k"[', "]=1}", 2],
])("%s may be nested 64 steps deep, and no deeper", (_what, open, close, steps) => {
  const nested = (times: number): string => `${open.repeat(times)}1${close.repeat(times)}`;
  expect(whyNot(nested(64 / steps))).toBeUndefined();
  for (const times of [64 / steps + 1, 1000])
    expect(whyNot(nested(times))).toBe("is nested deeper than anything that can be declared.");
});

test.each([
  ["a text that is not closed", '"abc', "has a string that does not end at its end."],
  ["a text over two lines", '"a\nb"', 'has a line that ends inside a string before "\\nb\\"".'],
  ["a bracket that is not closed", "(1", "has no `)` at its end."],
  ["a list that is not closed", "[1", "has something that is not understood here at its end."],
  ["a bracket that closes nothing", "1 )", 'has something that is not understood here before ")".'],
  ["a key without a value", '{"a"}', 'has a key of an object that is not understood before "}".'],
  ["a name that is no key", "{a}", "has a reference as a key: put it into round brackets."],
  ["a value on the line behind its key", "{a =\n1}", 'has a new line behind a key before "1}".'],
  ["entries with nothing between them", "{a = 1 b = 2}", 'has something that is not understood here before "b = 2}".'],
  ["an unknown escape", '"\\x41"', 'has an unknown escape before "x41\\"".'],
  ["an escape of the number behind the last character", '"\\U00110000"', "has an escape that is no character."],
  ["an escape of the first surrogate", '"\\ud800"', "has an escape that is no character."],
  ["an escape of the last surrogate", '"\\udfff"', "has an escape that is no character."],
])("refuses %s, and says so", (_what, text, why) => {
  expect(whyNot(text)).toBe(why);
});

test("a text without a template is a literal, also an empty one", () => {
  expect(parseExpression('""')).toEqual({ kind: "literal", value: "" });
  expect(parseExpression('"a$b%"')).toEqual({ kind: "literal", value: "a$b%" });
});

test.each<readonly [string, string]>([
  ["spaces around it", " a.b\n"],
  ["an object", "keys({ a = { b = 1 } })"],
  ["braces in quotes", 'f("}{")'],
  ["escaped quotes and backslashes", 'f("\\"}\\\\", {})'],
  ["literal signs in quotes", 'f("$${ %%{ $ % $} %}")'],
  ["expressions in quotes", 'f("a${g("}")}b${keys({ b = "}" })}c")'],
])("a template goes on behind an expression that holds %s", (_what, source) => {
  const parts = parseTemplate(`<\${${source}}-\${b}>`);
  expect(parts.map((part) => ("literal" in part ? part.literal : part.source))).toEqual([
    "<",
    source.trim(),
    "-",
    "b",
    ">",
  ]);
});

test.each(["", "a$${b}%%{c}"])("the text %j without a template is one literal", (text) => {
  expect(parseTemplate(text)).toEqual([{ literal: text.replace("$$", "$").replace("%%", "%") }]);
});
