import { noneOf } from "../../src/diagnostics/count";
import { firstLines, countShown } from "../../src/diagnostics/enumeration";

test.each([
  [0, 0],
  [3, 3],
  [4, 4],
  [5, 3],
  [100, 3],
])("of %i things %i are shown where there is room for 3: a single one is never left out", (all, shown) => {
  expect(countShown(all, 3)).toBe(shown);
});

test("a list of lines never leaves out a single line", () => {
  expect(firstLines(["a", "b", "c"], 2)).toEqual(["a", "b", "c"]);
  expect(firstLines(["a", "b", "c", "d"], 2)).toEqual(["a", "b", "and 2 more"]);
});

test("a sentence says that nothing matches, whether one thing or several were searched", () => {
  expect([noneOf(1), noneOf(1200)]).toEqual(["the only one does not", "none of 1,200 does"]);
});
