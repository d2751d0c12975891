import fc from "fast-check";
import { sizeOf } from "../../src/declaration/document";

test.each<readonly [string, unknown, number]>([
  ["a number", 5, 1],
  ["null", null, 1],
  ["a text, with its characters", "abc", 4],
  ["a list, with its items", [1, "ab", []], 6],
  ["an object, with its values", { long: "ab", b: { c: true } }, 6],
])("the size of %s", (_what, value, expected) => {
  expect(sizeOf(value, 100)).toBe(expected);
});

/** Values without texts, of which each counts as one. */
const { value: tree } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(1, null, true), fc.array(tie("value")), tie("object")),
  object: fc.dictionary(fc.string(), tie("value")),
}));

test("the size is counted to one beyond the limit, and no further", () => {
  fc.assert(
    fc.property(tree, fc.nat(12), (value, most) => {
      expect(sizeOf(value, most)).toBe(Math.min(sizeOf(value, Infinity), most + 1));
    }),
    { numRuns: 200 },
  );
  expect([sizeOf([[1, 1, 1, 1]], 3), sizeOf([1, 1, 1, 1], 2), sizeOf([1, 1], 3)]).toEqual([4, 3, 3]);
});
