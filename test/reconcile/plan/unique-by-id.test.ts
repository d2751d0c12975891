import { uniqueById } from "../../../src/reconcile/plan/unique-by-id";

const items = (...ids: readonly string[]) => ids.map((id, at) => ({ id, at }));

test.each([[[]], [["a"]], [["a", "b", "c"]], [["c", "a", "b"]]])(
  "a list that has each id once is given back itself: %j",
  (ids) => {
    const list = items(...ids);
    expect(uniqueById(list)).toBe(list);
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
  expect(uniqueById(items(...ids)).map(({ at }) => at)).toEqual(kept);
});
