import { classesOf, type Need } from "../../../../src/reconcile/plan/set-cover/classes";

const need = (
  item: number,
  needs: readonly [string, string][],
  held: readonly [string, string][] = [],
): Need<number> => ({
  item,
  needs: new Map(needs),
  allows: new Map([...held, ...needs]),
});

test("items with equal needs and equal allowances are one class, in any order", () => {
  const { classes } = classesOf([
    need(0, [
      ["a", "1"],
      ["b", "1"],
    ]),
    need(1, [
      ["b", "1"],
      ["a", "1"],
    ]),
    need(2, [["a", "1"]], [["b", "1"]]),
    need(3, [["b", "1"]], [["a", "1"]]),
    need(4, [["a", "1"]]),
    need(5, [["a", "1"]], [["b", "1"]]),
  ]);
  expect(classes.map(({ members }) => members)).toEqual([[0, 1], [2, 5], [3], [4]]);
});

test("the order of allowances does not split a class", () => {
  const both = [
    need(0, [
      ["a", "1"],
      ["b", "1"],
      ["c", "1"],
    ]),
  ];
  const turned = [
    need(
      1,
      [["c", "1"]],
      [
        ["a", "1"],
        ["b", "1"],
      ],
    ),
    need(
      2,
      [["c", "1"]],
      [
        ["b", "1"],
        ["a", "1"],
      ],
    ),
  ];
  expect(classesOf([...both, ...turned]).classes.map(({ members }) => members)).toEqual([[0], [1, 2]]);
});

test("units that are always needed together are one token", () => {
  const { classes, units } = classesOf([
    need(0, [
      ["a", "1"],
      ["b", "1"],
    ]),
    need(1, [["c", "1"]]),
  ]);
  expect(units).toEqual([["a", "b"], ["c"]]);
  expect(classes.map(({ needs }) => [...needs])).toEqual([[0], [1]]);
});

test("a unit that no item needs connects nothing", () => {
  const { classes } = classesOf([need(0, [["a", "1"]], [["x", "1"]]), need(1, [["b", "1"]], [["x", "1"]])]);
  expect(classes.map(({ allows }) => [...allows])).toEqual([[0], [1]]);
});
