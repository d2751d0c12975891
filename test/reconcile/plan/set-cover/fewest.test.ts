import type { Need } from "../../../../src/reconcile/plan/set-cover/classes";
import { type Cover, cover } from "../../../../src/reconcile/plan/set-cover/set-cover";

/** An item that needs these units, one letter each, and holds others already, all with the same value. */
const need = (item: number, needed: string, held = ""): Need<number> => {
  const valued = (units: string) => new Map(Array.from(units, (unit) => [unit, "1"]));
  return { item, needs: valued(needed), allows: valued(held + needed) };
};

/** What each item is written: at least what it needs, and nothing that it does not allow. */
function expectAllWritten(all: readonly Need<number>[], { groups }: Cover<number>): void {
  const written = all.map(() => new Set<string>());
  for (const { items, units } of groups) for (const item of items) for (const unit of units) written[item]?.add(unit);
  const missing = all.filter(({ item, needs }) => [...needs.keys()].some((unit) => written[item]?.has(unit) !== true));
  const forbidden = all.filter(({ item, allows }) => [...(written[item] ?? [])].some((unit) => !allows.has(unit)));
  expect({ missing, forbidden }).toEqual({ missing: [], forbidden: [] });
}

test.each<[string, number, readonly (readonly [needed: string, held?: string])[]]>([
  [
    "each of two holds what the other needs",
    1,
    [
      ["a", "b"],
      ["b", "a"],
    ],
  ],
  ["two that need the same hold different things besides", 2, [["bc"], ["a", "c"], ["a", "b"]]],
  ["two hold what the other needs, beside two with needs of their own", 3, [["ab"], ["a"], ["b", "c"], ["c", "a"]]],
  [
    "one request can serve the first and the second, another the first and the third",
    2,
    [["ab", "d"], ["d", "a"], ["b"]],
  ],
  ["the first two are joined only by the third", 2, [["a"], ["b"], ["ab"]]],
])("shares requests where %s", (_, requests, needs) => {
  const all = needs.map(([needed, held], item) => need(item, needed, held));
  const found = cover(all);
  expect([found.groups.length, found.lowerBound]).toEqual([requests, requests]);
  expectAllWritten(all, found);
});

/** Independent teams of eight items. Two hold what the other needs, so that seven requests suffice for a team. */
const teams = (count: number): readonly Need<number>[] => {
  const team = [
    need(0, "a", "b"),
    need(1, "b", "a"),
    ...["c", "d", "e", "f", "g", "h"].map((own) => need(0, `a${own}`)),
  ];
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const inTeam = (units: Need<number>["needs"]) =>
      new Map([...units].map(([unit, value]) => [`${unit} of team ${String(at)}`, value]));
    return team.map(({ needs, allows }, place) => ({
      item: at * team.length + place,
      needs: inTeam(needs),
      allows: inTeam(allows),
    }));
  });
};

test("searches exhaustively for the first 64 groups of eight items, and close to the minimum for the next", () => {
  const all = teams(65);
  const found = cover(all);
  expectAllWritten(all, found);
  expect([found.groups.length, found.lowerBound]).toEqual([64 * 7 + 8, 64 * 7 + 1]);
});

test("beyond the exhaustive search, one item is written whole and two units are written to all others that need them", () => {
  const all = [
    need(0, "acd"),
    ...["", "c", "d", "cd"].map((held, at) => need(1 + at, "a", held)),
    ...["", "c", "d"].map((held, at) => need(5 + at, "ab", held)),
    ...["", "c", "d", "cd"].map((held, at) => need(8 + at, "b", held)),
  ];
  const found = cover(all);
  expectAllWritten(all, found);
  expect(found.groups.map(({ items, units }) => [units.toSorted().join(""), items.toSorted((a, b) => a - b)])).toEqual([
    ["acd", [0]],
    ["a", [1, 2, 3, 4, 5, 6, 7]],
    ["b", [5, 6, 7, 8, 9, 10, 11]],
  ]);
});
