import fc from "fast-check";
import { classesOf, type Need } from "../../../../src/reconcile/plan/set-cover/classes";
import { cover, type Cover, smallestCover } from "../../../../src/reconcile/plan/set-cover/set-cover";

const units = ["a", "b", "c", "d"];

type Item = Need<number>;
type Edges = readonly (readonly number[])[];

/** Items over a few units with a few values: a need, a value that may be written, or nothing. */
const items = (most: number, values: number): fc.Arbitrary<readonly Item[]> =>
  fc
    .array(
      fc.array(fc.record({ role: fc.constantFrom("needs", "allows", "none"), value: fc.nat(values - 1).map(String) }), {
        minLength: units.length,
        maxLength: units.length,
      }),
      { minLength: 1, maxLength: most },
    )
    .map((rows) =>
      rows.map((row, item) => {
        const of = (...roles: string[]) =>
          new Map(row.flatMap(({ role, value }, at) => (roles.includes(role) ? [[units[at] ?? "", value]] : [])));
        return { item, needs: of("needs"), allows: of("needs", "allows") };
      }),
    );

/** Every request that there could be: for each unit a value or nothing. */
function requests(values: number, at = 0): readonly ReadonlyMap<string, string>[] {
  const unit = units[at];
  if (unit === undefined) return [new Map()];
  return requests(values, at + 1).flatMap((rest) => [
    rest,
    ...Array.from({ length: values }, (_, value) => new Map([...rest, [unit, String(value)]])),
  ]);
}

/** The fewest requests, by trying all there are: one more each round, until a set meets every need. */
function fewest(all: readonly Item[], values: number): number {
  const needs = all.flatMap((each) => [...each.needs].map(([unit, value]) => ({ each, unit, value })));
  const meets = new Set(
    requests(values).map((request) =>
      needs.reduce((mask, { each, unit, value }, bit) => {
        const allowed = [...request].every(([other, written]) => each.allows.get(other) === written);
        return allowed && request.get(unit) === value ? mask | (1 << bit) : mask;
      }, 0),
    ),
  );
  const whole = 2 ** needs.length - 1;
  let reached = new Set([0]);
  let rounds = 0;
  while (!reached.has(whole)) {
    rounds += 1;
    // some request must meet the first need that is still open
    reached = new Set(
      [...reached].flatMap((mask) => {
        const open = needs.findIndex((_, bit) => (mask & (1 << bit)) === 0);
        return [...meets].filter((each) => (each & (1 << open)) !== 0).map((each) => mask | each);
      }),
    );
  }
  return rounds;
}

const few = fc
  .constantFrom(1, 2, 3)
  .chain((values) => fc.record({ values: fc.constant(values), all: items(8, values) }));

test("uses the fewest possible requests for up to 8 items", () => {
  fc.assert(
    fc.property(few, ({ values, all }) => {
      fc.pre(all.reduce((sum, { needs }) => sum + needs.size, 0) <= 20);
      const { groups, lowerBound } = cover(all);
      expect(groups).toHaveLength(fewest(all, values));
      expect(lowerBound).toBe(groups.length);
    }),
    { numRuns: 150 },
  );
});

test("meets every need, and writes nothing that an item does not allow", () => {
  fc.assert(
    fc.property(items(60, 4), (all) => {
      const { groups, lowerBound } = cover(all);
      expect(groups.length).toBeGreaterThanOrEqual(lowerBound);
      expect(groups.length).toBeLessThanOrEqual(all.filter(({ needs }) => needs.size > 0).length);
      for (const { items: targets, units: written } of groups)
        for (const unit of written) expect(new Set(targets.map((at) => all[at]?.allows.get(unit))).size).toBe(1);
      for (const { item, needs, allows } of all) {
        const written = groups.flatMap((group) => (group.items.includes(item) ? group.units : []));
        expect([...needs.keys()].filter((unit) => !written.includes(unit))).toEqual([]);
        expect(written.filter((unit) => !allows.has(unit))).toEqual([]);
      }
    }),
  );
});

test("proves its result minimal for more items than the exact search handles, when each needs its own value", () => {
  const all = Array.from({ length: 9 }, (_, item): Item => {
    const needs = new Map([
      ["a", String(item)],
      ["b", "same"],
    ]);
    return { item, needs, allows: needs };
  });
  const { groups, lowerBound } = cover(all);
  expect([groups.length, lowerBound]).toEqual([9, 9]);
});

test("writes each of two units by itself for 10,000 items with 100 values of each", () => {
  const all = Array.from({ length: 10_000 }, (_, item): Item => {
    const needs = new Map([
      ["a", String(item % 100)],
      ["b", String(Math.floor(item / 100))],
    ]);
    return { item, needs, allows: needs };
  });
  expect(cover(all).groups).toHaveLength(200);
});

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

describe("classes of equal needs", () => {
  const membersOf = (all: readonly Need<number>[]) => classesOf(all).classes.map(({ members }) => members);

  test("items with equal needs and equal allowances are one class, in any order", () => {
    const all = [need(0, "ab"), need(1, "ba"), need(2, "a", "b"), need(3, "b", "a"), need(4, "a"), need(5, "a", "b")];
    expect(membersOf(all)).toEqual([[0, 1], [2, 5], [3], [4]]);
  });

  test("the order of allowances does not split a class", () => {
    expect(membersOf([need(0, "abc"), need(1, "c", "ab"), need(2, "c", "ba")])).toEqual([[0], [1, 2]]);
  });

  test("units that are always needed together are one token", () => {
    const { classes, units } = classesOf([need(0, "ab"), need(1, "c")]);
    expect(units).toEqual([["a", "b"], ["c"]]);
    expect(classes.map(({ needs }) => [...needs])).toEqual([[0], [1]]);
  });

  test("a unit that no item needs connects nothing", () => {
    const { classes } = classesOf([need(0, "a", "x"), need(1, "b", "x")]);
    expect(classes.map(({ allows }) => [...allows])).toEqual([[0], [1]]);
  });
});

describe("a smallest set of nodes that touches every edge", () => {
  /** The size of a smallest cover, by trying every set of left nodes. */
  function fewestNodes(edges: Edges): number {
    const sizes = Array.from({ length: 2 ** edges.length }, (_, mask) => {
      const open = edges.filter((_right, node) => (mask & (1 << node)) === 0);
      return edges.length - open.length + new Set(open.flat()).size;
    });
    return Math.min(...sizes);
  }

  test("is found in any small graph, whatever the order of its edges", () => {
    const graphs = fc.array(fc.uniqueArray(fc.nat(5), { maxLength: 4 }), { maxLength: 7 });
    fc.assert(
      fc.property(graphs, (edges) => {
        const { left, right } = smallestCover(edges);
        const [lefts, rights] = [new Set(left), new Set(right)];
        for (const [node, joined] of edges.entries())
          for (const each of joined) expect(lefts.has(node) || rights.has(each)).toBe(true);
        expect(left.length + right.length).toBe(fewestNodes(edges));
      }),
      { numRuns: 200 },
    );
  });

  test("is found along an augmenting path as long as the graph", () => {
    const length = 20_000;
    const chain = Array.from({ length }, (_, node) => (node === length - 1 ? [0] : [node, node + 1]));
    const { left, right } = smallestCover(chain);
    expect(left.length + right.length).toBe(length);
  });
});
