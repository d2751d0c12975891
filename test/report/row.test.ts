import { textWidth } from "../../src/diagnostics/text-width";
import fc from "fast-check";
import { own, row, shortened } from "../../src/report/layout";

test("a line that fits is as it was written", () => {
  expect(row({ columns: 80 })`  > ${"a"} -> ${"b"}   ${own("2 repositories")}`).toBe("  > a -> b   2 repositories");
});

test("the widest value is shortened in the middle until the line fits, and what is ours never is", () => {
  const line = row({ columns: 40 })`  > ${"short"} -> ${"x".repeat(90)}   ${own("12 repositories")}`;
  expect(line).toBe("  > short -> xxxx…xxxx   12 repositories");
  expect(row({ columns: 50 })`  > ${"y".repeat(60)} -> ${"x".repeat(90)}`).toHaveLength(50);
});

test("a wide character takes two columns, and none is cut in two", () => {
  expect(textWidth("名前")).toBe(4);
  expect(shortened("名前名前名前名前", 9)).toBe("名前…名前");
  expect(shortened("🦀".repeat(10), 6)).toBe("🦀…🦀");
});

test("a shortened text is never wider than it may be", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, most) => {
      expect(textWidth(shortened(text, most))).toBeLessThanOrEqual(Math.max(most, 1));
    }),
  );
});
