import { flag, numeric, sizeOf, text, type Value } from "../../../src/declaration/expression/value";
import { evaluated } from "../evaluated";
import { bool, listOf, number, string, type Type } from "../../../src/declaration/expression/type";
import { convert } from "../../../src/declaration/expression/convert";
import { refusal } from "./refusal";

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
