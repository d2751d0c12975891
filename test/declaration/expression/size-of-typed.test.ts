import { sizeOf, numeric, text, type Value } from "../../../src/declaration/expression/value";

const tuple = (...items: readonly Value[]): Value => ({ kind: "tuple", items });
const object = (entries: Readonly<Record<string, Value>>): Value => ({
  kind: "object",
  entries: new Map(Object.entries(entries)),
});
const one = numeric(1);

test("each value and each character of a text counts", () => {
  expect(sizeOf(tuple(text("abc"), object({ key: one, other: tuple() })), 100)).toBe(1 + 4 + 3);
});

test("one value more than the most is told from as many as the most", () => {
  expect(sizeOf(tuple(one, one), 3)).toBe(3);
  expect(sizeOf(tuple(one, one, one), 3)).toBe(4);
});

test("counting ends with the first value that is too many, however deep it is", () => {
  const doubled = Array.from({ length: 15 }).reduce<Value>((inside) => tuple(inside, inside), one);
  expect(sizeOf(doubled, 1000)).toBe(1001);
  expect(sizeOf(object({ a: doubled, b: doubled }), 1000)).toBe(1001);
});
