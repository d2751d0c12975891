import { any, bool, listOf, mapOf, number, setOf, string, type Type } from "../../../src/declaration/expression/type";
import { flag, numeric, text, type Value } from "../../../src/declaration/expression/value";
import { convert } from "../../../src/declaration/expression/convert";
import { refusal } from "./refusal";

const objectOf = (attributes: Readonly<Record<string, Type>>, ...optional: readonly string[]): Type => ({
  kind: "object",
  attributes: new Map(Object.entries(attributes)),
  ...(optional.length === 0 ? {} : { optional: new Set(optional) }),
});
const later = (value: string): Value => ({ kind: "later", value });
const noTexts: Value = { kind: "list", element: string, items: [] };
const noNumbers: Value = { kind: "map", element: number, entries: new Map() };

test.each<readonly [string, Value, Type, Value]>([
  ["list", noTexts, listOf(any), noTexts],
  ["map", noNumbers, mapOf(any), noNumbers],
])("an empty %s keeps the type of its items where any will do", (_what, value, type, expected) => {
  expect(convert(value, type)).toStrictEqual(expected);
});

test("an empty list of texts becomes a set of texts where any will do", () => {
  expect(convert(noTexts, setOf(any))).toStrictEqual({ kind: "set", element: string, items: [] });
});

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
