import { flag, numeric, sizeOf, text, type Value } from "../../../src/declaration/expression/value";
import { evaluateExpression, Limits } from "../../../src/declaration/expression/evaluate-expression";
import { parseExpression, parseTemplate } from "../../../src/declaration/expression/parse";
import { evaluated } from "../evaluated";
import { functionNames } from "./arbitrary";
import { refusal } from "./refusal";
import { bool, listOf, number, string, type Type } from "../../../src/declaration/expression/type";
import { convert } from "../../../src/declaration/expression/convert";
import { atStrict, type Json, problems, read, readOne, strict, synthesized } from "../folder";
import { CannotEvaluate } from "../../../src/declaration/refusals";
import { format } from "../../../src/declaration/expression/text-functions";
import { goldenExpressions, goldenVariables, outcomeOfExpression, outcomeOfVariable, type Recorded } from "./cases";

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

const tuple = (...items: readonly Value[]): Value => ({ kind: "tuple", items });
const object = (entries: Readonly<Record<string, Value>>): Value => ({
  kind: "object",
  entries: new Map(Object.entries(entries)),
});
const one = numeric(1);

test("each value and each character of a text counts", () => {
  expect(sizeOf(tuple(text("abc"), object({ key: one, other: tuple() })), 100)).toBe(1 + 4 + 3);
});

test("counts one value beyond the limit", () => {
  expect(sizeOf(tuple(one, one), 3)).toBe(3);
  expect(sizeOf(tuple(one, one, one), 3)).toBe(4);
});

test("counting ends with the first value that is too many, however deep it is", () => {
  const doubled = Array.from({ length: 15 }).reduce<Value>((inside) => tuple(inside, inside), one);
  expect(sizeOf(doubled, 1000)).toBe(1001);
  expect(sizeOf(object({ a: doubled, b: doubled }), 1000)).toBe(1001);
});

const id = "data.scanform_configuration.live.id";
const data = { scanform_configuration: { live: { name: "live" } } };

test("a map is listed by its keys as Terraform lists it, and an object as it is written", () => {
  const variable = { map: { type: "map(string)", default: { b: "1", a: "2", "😀": "3", "\uffee": "4" } } };
  const written = (expression: string) => JSON.stringify(evaluated(expression, { variable }).value);
  expect(written("${var.map}")).toBe('{"a":"2","b":"1","\uffee":"4","😀":"3"}');
  expect(written('${{ b = "1", a = "2" }}')).toBe('{"b":"1","a":"2"}');
});

test("a local value whose key is looked up passes on as a whole, and not to a function", () => {
  const locals = { names: { [`\${${id}}`]: "a" } };
  const { value, problems } = evaluated("${local.names}", { data, locals });
  expect([Object.values(value as object), problems]).toEqual([["a"], []]);
  expect(evaluated("${upper(keys(local.names)[0])}", { data, locals }).problems).toEqual([
    ["s.json#/x/0", expect.stringContaining("has a key that is looked up, which is known only after that.")],
  ]);
});

const objectOf = (attributes: Readonly<Record<string, Type>>, ...optional: readonly string[]): Type => ({
  kind: "object",
  attributes: new Map(Object.entries(attributes)),
  ...(optional.length === 0 ? {} : { optional: new Set(optional) }),
});
const later = (value: string): Value => ({ kind: "later", value });

test("a list of another type than is wanted is converted item by item", () => {
  const value: Value = { kind: "list", element: bool, items: [flag(true), { kind: "null", type: bool }] };
  const items = [text("true"), { kind: "null", type: string }];
  expect(convert(value, listOf(string))).toStrictEqual({ kind: "list", element: string, items });
});

test("an id that is known later stays as it is where a text is expected", () => {
  expect(convert(later("1"), string)).toStrictEqual(later("1"));
});

test.each<readonly [string, Type]>([
  ["1", number],
  ["true", bool],
  ["1", bool],
  ["false", bool],
  ["0", bool],
])("an id that is known later is neither a number nor a boolean, though its placeholder is %j", (value, type) => {
  expect(refusal(() => convert(later(value), type))).toEqual({
    why: `has a value of the type string where a ${type.kind} is expected.`,
    kind: "arguments",
  });
});

test("an object lacks an attribute only where the type calls it optional", () => {
  const value: Value = { kind: "object", entries: new Map([["more", numeric(1)]]) };
  const expected = { kind: "object", entries: new Map([["a", { kind: "null", type: string }]]) };
  expect(convert(value, objectOf({ a: string }, "a"))).toStrictEqual(expected);
  for (const type of [objectOf({ a: string }), objectOf({ a: string, b: string }, "b")])
    expect(refusal(() => convert(value, type))).toEqual({ why: 'lacks the attribute "a".' });
});

test("a map is left to terraform where an object is expected", () => {
  const value: Value = { kind: "map", element: string, entries: new Map([["a", text("b")]]) };
  expect(refusal(() => convert(value, objectOf({ a: string })))).toEqual({
    why: "has a map where an object is expected, which only terraform converts.",
  });
});

describe("functions", () => {
  const base = {
    name: "base",
    risk_threshold: 3,
    renamed_from: ["old", "older"],
    analyzers: { secrets: { enabled: true, excludes: ["b", "a"] } },
  };
  const stack = (attributes: Json, more: Json = {}): Json => ({
    ...more,
    variable: {
      names: { type: "list(string)", default: ["b", "a", "b"] },
      map: { type: "map(string)", default: { k: "v" } },
    },
    resource: { scanform_configuration: { base, strict: { name: "strict", ...attributes } } },
  });
  const B = "scanform_configuration.base";

  test("ids that are known later pass through lists and maps", () => {
    const data = { scanform_repository: { one: { name: "one" }, two: { name: "two" } } };
    const rule = {
      configuration_id: `\${lookup({ strict = scanform_configuration.strict.id }, "strict")}`,
      repository_ids: "${concat([data.scanform_repository.one.id], flatten([[data.scanform_repository.two.id]]))}",
    };
    const { resource, ...others } = stack({}, { data }) as { readonly resource: Json };
    const routing = { scanform_repository_assignments: { routing: { rules: [rule] } } };
    const { desired } = read({ ...others, resource: { ...resource, ...routing } });
    expect(desired.assignments[0]?.rules[0]).toMatchObject({
      target: { configuration: { address: "scanform_configuration.strict" } },
      repositoryIds: desired.lookups?.map(({ placeholder }) => placeholder),
    });
    expect(desired.lookups).toHaveLength(2);
  });

  test("an output of another stack is the argument of a function", () => {
    const source = { ...strict({}), output: { names: { value: ["a", "b"] } } };
    const names = "data.terraform_remote_state.cross-stack-reference-input-source.outputs.names";
    const user = strict({ name: `\${join("-", ${names})}` });
    const { desired } = readOne(synthesized({ source, user }));
    expect(desired.configurations.map((each) => each.name)).toEqual(["strict", "a-b"]);
  });

  test.each([
    ["too few arguments", '${replace("a", "b")}', "has 2 arguments, which is too few"],
    ["too many arguments", '${upper("a", "b")}', "has 2 arguments, which is too many"],
  ])("refuses %s, as Terraform does, without the advice to use it", (_what, name, words) => {
    const found = problems(stack({ name }));
    expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
    expect(found[0]?.detail).toMatch(words);
    expect(found[0]?.detail).not.toContain("Terraform provider");
  });

  test.each([
    ["a name of Object", '${constructor("a")}', "calls the function `constructor`"],
    [
      "an id in a text",
      '${join("-", [scanform_configuration.strict.id])}',
      "makes a string of an id that is known only later",
    ],
    [
      "an id in a set",
      '${length(toset([scanform_configuration.strict.id, "a"]))}',
      "compares an id that is known only later",
    ],
    ["an item of a set", `\${${B}.analyzers.secrets.excludes[0]}`, "takes an item out of a set"],
    ["a function of a provider", '${provider::scanform::like("a", "b")}', "is a function of a provider"],
    ["a heredoc", "${<<E\na\nE\n}", "is a heredoc"],
    ["what cdktf makes of null in a list", "${concat([1, , 2])}", "has something that is not understood here"],
  ])("refuses %s at its place", (_what, name, words) => {
    const found = problems(stack({ name }));
    expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
    expect(found[0]?.detail).toContain(words);
    expect(found[0]?.detail).toContain("apply it with the Terraform provider");
  });

  const blocks = { resource: { scanform_configuration: { base: { name: "base" } } } };
  const id = "scanform_configuration.base.id";

  test("no id that is known later is in an empty list", () => {
    expect(evaluated(`\${contains([], ${id})}`, blocks)).toStrictEqual({ value: false, problems: [] });
  });

  test.each([
    ["compared with an item", `\${contains(["a"], ${id})}`, "compares an id that is known only later."],
    ["measured", `\${length(${id})}`, "asks for the length of a string that is known only later."],
    ["formatted", `\${format("%v", ${id})}`, "makes a string of an id that is known only later."],
    ["taken for a list", `\${lookup({ a = ${id} }, "a")[0]}`, "takes an item out of a string."],
  ])("an id that is known later is not %s", (_what, expression, why) => {
    expect(evaluated(expression, blocks)).toStrictEqual({
      value: undefined,
      problems: [["s.json#/x/0", `\`${expression}\` ${why}`]],
    });
  });

  const tooLong =
    "becomes a string that is longer than 10,000 characters, which is more than any name needs. Shorten it.";
  const locals = {
    half: "a".repeat(5_000),
    less: "a".repeat(4_999),
    pattern: "a".repeat(9_998) + "%s",
  };

  test.each([
    ["join", '${join("-", [local.half, local.less])}', '${join("-", [local.half, local.half])}'],
    ["join of empty texts", '${join(local.half, ["", "", ""])}', '${join(local.half, ["", "", "a"])}'],
    ["replace", '${replace(local.half, "a", "bc")}', '${replace("${local.half}a", "a", "bc")}'],
    ["format", '${format("%s%s", local.half, local.half)}', '${format("%s%s%s", local.half, local.half, "a")}'],
    ["the pattern of format", '${format(local.pattern, "bc")}', '${format(local.pattern, "bcd")}'],
  ])("a text may come to 10,000 characters by %s, and no more", (_what, expression, more) => {
    const { value, problems } = evaluated(expression, { locals });
    expect([String(value).length, problems]).toEqual([10_000, []]);
    expect(evaluated(more, { locals })).toStrictEqual({
      value: undefined,
      problems: [["s.json#/x/0", `\`${more}\` ${tooLong}`]],
    });
  });

  test("format stops where its text gets too long, and formats no value behind that", () => {
    const half = text(locals.half);
    expect(() => format("%s%s%s%d", [half, half, text("a"), text("no number")])).toThrow(new CannotEvaluate(tooLong));
  });
});

/** The CLI gives Terraform's value or refuses: nothing else. */
const expected = ({ terraform, why }: Recorded<unknown>) => (why === undefined ? { value: terraform } : { why });

test.each([...functionNames, "no function"])("has Terraform's values, or says why not: %s", (kind) => {
  const cases = goldenExpressions().filter((each) => each.kind === kind);
  expect(cases.length).toBeGreaterThan(4);
  for (const each of cases) expect({ ...each, ...outcomeOfExpression(each) }).toEqual({ ...each, ...expected(each) });
});

test.each(["TF_VAR", "a default"])("variables from %s have Terraform's values, or it is said why not", (source) => {
  const cases = goldenVariables().filter((each) => each.source === source);
  expect(cases.length).toBeGreaterThan(50);
  for (const each of cases) expect({ ...each, ...outcomeOfVariable(each) }).toEqual({ ...each, ...expected(each) });
});
