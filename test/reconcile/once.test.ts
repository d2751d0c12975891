import { once } from "../../src/reconcile/once";

const items = (...ids: readonly string[]) => ids.map((id, at) => ({ id, at }));

test.each([[[]], [["a"]], [["a", "b", "c"]], [["c", "a", "b"]]])(
  "a list that has each id once is given back itself: %j",
  (ids) => {
    const list = items(...ids);
    expect(once(list)).toBe(list);
  },
);

test.each([
  [["a", "a"], [1]],
  [
    ["a", "b", "b", "c"],
    [0, 2, 3],
  ],
  [
    ["b", "a", "b"],
    [2, 1],
  ],
])("of what is listed twice the last is kept, in the first place: %j", (ids, kept) => {
  expect(once(items(...ids)).map(({ at }) => at)).toEqual(kept);
});
