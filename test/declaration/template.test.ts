import { parseTemplate } from "../../src/declaration/template";

test.each<readonly [string, string]>([
  ["spaces around it", " a.b\n"],
  ["an object", "keys({ a = { b = 1 } })"],
  ["a brace in quotes", 'f("}")'],
  ["an opening brace in quotes", 'f("{")'],
  ["an escaped quote", 'f("\\"}")'],
  ["an escaped backslash", 'f("\\\\", {})'],
  ["a literal `${` in quotes", 'f("$${")'],
  ["a literal `%{` in quotes", 'f("%%{")'],
  ["an expression in quotes", 'f("a${g("}")}b")'],
  ["an object in quotes", 'f("a${keys({ b = "}" })}c")'],
  ["a directive in quotes", 'f("a%{ if g("}") }b%{ endif }")'],
  ["signs in quotes that open nothing", 'f("$ % $} %}")'],
])("finds the end of an expression that holds %s", (_what, expression) => {
  expect(parseTemplate(`<\${${expression}}-\${b}>`)).toEqual([
    { literal: "<" },
    { expression: expression.trim() },
    { literal: "-" },
    { expression: "b" },
    { literal: ">" },
  ]);
});

test("tells directives from expressions", () => {
  expect(parseTemplate("%{ if a }${b}%{ endif }")).toEqual([
    { directive: "if a" },
    { expression: "b" },
    { directive: "endif" },
  ]);
});

test.each(['${f("}', "${f({)}", '${f("${g}")', "%{ if a"])("%s is never closed", (text) => {
  expect(parseTemplate(`a${text}`)).toEqual([{ literal: "a" }, { unclosed: text }]);
});

test("a text without a template is one literal, even an empty one", () => {
  expect([parseTemplate(""), parseTemplate("a$${b}%%{c}")]).toEqual([[{ literal: "" }], [{ literal: "a${b}%{c}" }]]);
});
