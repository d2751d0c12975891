import { noneOf, shownOf } from "../../src/diagnostics/count";

test.each([
  [0, 0],
  [3, 3],
  [4, 4],
  [5, 3],
  [100, 3],
])("of %i things %i are shown where there is room for 3: a single one is never left out", (all, shown) => {
  expect(shownOf(all, 3)).toBe(shown);
});

test("that nothing matches is said of the only thing as of several", () => {
  expect([noneOf(1), noneOf(1200)]).toEqual(["the only one does not", "none of 1,200 does"]);
});
