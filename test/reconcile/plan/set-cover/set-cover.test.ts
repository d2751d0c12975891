import fc from "fast-check";
import { classesOf, type Need } from "../../../../src/reconcile/plan/set-cover/classes";
import { cover, type Cover, smallestCover } from "../../../../src/reconcile/plan/set-cover/set-cover";

const units = ["a", "b", "c", "d"];
const levelOf = new Map([
  ["a", "setting"],
  ["b", "setting"],
  ["c", "entry"],
  ["d", "policy"],
]);

type Item = Need<number>;
type Edges = readonly (readonly number[])[];

/**
 * Items of a few results: each result has a value of some units, and each item of it needs some of these, allows others,
 * and leaves the rest alone.
 */
const items = (most: number, values: number): fc.Arbitrary<readonly Item[]> =>
  fc
    .record({
      results: fc.array(fc.array(fc.option(fc.nat(values - 1).map(String)), { minLength: 4, maxLength: 4 }), {
        minLength: 1,
        maxLength: most,
      }),
      rows: fc.array(
        fc.record({
          result: fc.nat(most - 1),
          roles: fc.array(fc.constantFrom("needs", "allows", "none"), { minLength: 4, maxLength: 4 }),
        }),
        { minLength: 1, maxLength: most },
      ),
    })
    .map(({ results, rows }) =>
      rows.flatMap(({ result, roles }, item) => {
        const held = results[result % results.length] ?? [];
        const of = (...wanted: string[]) =>
          new Map(
            units.flatMap((unit, at) => {
              const value = held[at];
              return typeof value === "string" && wanted.includes(roles[at] ?? "none")
                ? [[unit, unit + value] as const]
                : [];
            }),
          );
        const needs = of("needs");
        const levels = new Map(
          [...of("needs", "allows", "none").keys()].map((unit) => [unit, levelOf.get(unit) ?? ""]),
        );
        return needs.size === 0 ? [] : [{ item, needs, allows: of("needs", "allows"), whole: held.join(), levels }];
      }),
    );

/** Every request that there could be: for each unit a value or nothing. */
function requests(values: number, at = 0): readonly ReadonlyMap<string, string>[] {
  const unit = units[at];
  if (unit === undefined) return [new Map()];
  return requests(values, at + 1).flatMap((rest) => [
    rest,
    ...Array.from({ length: values }, (_, value) => new Map([...rest, [unit, unit + String(value)]])),
  ]);
}

/** What the request does not carry, by level. */
const atRisk = ({ levels }: Item, request: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set([...levels].flatMap(([unit, level]) => (request.has(unit) ? [] : [level])));

/** The lowest number of requests: each result is written whole, or shares requests that carry some settings. */
function fewest(all: readonly Item[], values: number): number {
  const results = [...new Set(all.map(({ whole }) => whole))];
  const possible = requests(values).filter(({ size }) => size > 0);
  const costs = Array.from({ length: 2 ** results.length }, (_, set) => {
    const wholes = new Set(results.filter((_result, at) => ((set >> at) & 1) === 1));
    const rest = all.filter(({ whole }) => !wholes.has(whole));
    return wholes.size + 2 * fewestShared(rest, possible);
  });
  return Math.min(...costs);
}

/** The lowest number of requests of some settings for these items; infinite where there are none that serve all. */
function fewestShared(all: readonly Item[], possible: readonly ReadonlyMap<string, string>[]): number {
  if (all.length === 0) return 0;
  const needs = all.flatMap((each) => [...each.needs].map(([unit]) => ({ each, unit })));
  // of items that end up alike either all are in a request or none: they are one class
  const allow = (whole: string, request: ReadonlyMap<string, string>): boolean =>
    all
      .filter((each) => each.whole === whole)
      .every(({ allows }) => [...request].every(([unit, value]) => allows.get(unit) === value));
  const masks = new Set(
    possible.flatMap((request) => {
      const able = all.filter(({ whole }) => allow(whole, request));
      return able.flatMap((trial) => {
        const shown = atRisk(trial, request);
        const targets = able.filter((each) => [...atRisk(each, request)].every((level) => shown.has(level)));
        if (targets.length < 4) return [];
        return [
          needs.reduce(
            (mask, { each, unit }, bit) => (targets.includes(each) && request.has(unit) ? mask | (1 << bit) : mask),
            0,
          ),
        ];
      });
    }),
  );
  const goal = 2 ** needs.length - 1;
  let reached = new Set([0]);
  for (let count = 0; reached.size > 0; count += 1) {
    if (reached.has(goal)) return count;
    // some request must meet the first need that is still open
    reached = new Set(
      [...reached].flatMap((mask) => {
        const open = needs.findIndex((_, bit) => (mask & (1 << bit)) === 0);
        return [...masks].filter((each) => (each & (1 << open)) !== 0).map((each) => mask | each);
      }),
    );
  }
  return Infinity;
}

const costOf = ({ groups }: Cover<number>): number =>
  groups.reduce((sum, each) => sum + (each.units === undefined ? 1 : 2), 0);

/** What each item is written: at least what it needs, and nothing that it does not allow. */
function expectAllWritten(all: readonly Item[], { groups }: Cover<number>): void {
  const byItem = new Map(all.map((each) => [each.item, each]));
  const open = new Map(all.map(({ item, needs }) => [item, new Set(needs.keys())]));
  for (const { items: targets, units: written, trial } of groups) {
    const members = targets.map((item) => byItem.get(item));
    if (written === undefined) {
      expect(new Set(members.map((each) => each?.whole)).size).toBe(1);
      for (const item of targets) open.get(item)?.clear();
      continue;
    }
    expect(targets.length).toBeGreaterThanOrEqual(4);
    expect(targets).toContain(trial);
    const carried = new Map(written.map((unit) => [unit, members[0]?.allows.get(unit) ?? ""]));
    const lost = (each: Item | undefined) => (each === undefined ? new Set<string>() : atRisk(each, carried));
    const shown = lost(byItem.get(trial ?? -1));
    for (const each of members) {
      for (const [unit, value] of carried) expect(each?.allows.get(unit)).toBe(value);
      for (const level of lost(each)) expect(shown).toContain(level);
      for (const unit of written) open.get(each?.item ?? -1)?.delete(unit);
    }
  }
  expect([...open].filter(([, left]) => left.size > 0)).toEqual([]);
}

const few = fc
  .constantFrom(1, 2, 3)
  .chain((values) => fc.record({ values: fc.constant(values), all: items(8, values) }));

test("uses the fewest possible requests for up to 8 items, a trial counted as one", () => {
  fc.assert(
    fc.property(few, ({ values, all }) => {
      fc.pre(all.reduce((sum, { needs }) => sum + needs.size, 0) <= 20);
      const found = cover(all);
      expectAllWritten(all, found);
      expect(costOf(found)).toBe(fewest(all, values));
      expect(found.lowerBound).toBe(costOf(found));
    }),
    { numRuns: 60 },
  );
});

test("meets every need, writes nothing that an item does not allow, and takes no more than a request for each", () => {
  fc.assert(
    fc.property(items(60, 4), (all) => {
      const found = cover(all);
      expectAllWritten(all, found);
      expect(costOf(found)).toBeGreaterThanOrEqual(found.lowerBound);
      expect(costOf(found)).toBeLessThanOrEqual(all.length);
    }),
  );
});

/** An item that needs these units, one letter each, and holds others already; its result is its own unless said. */
const need = (item: number, needed: string, held = "", whole = String(item)): Item => {
  const valued = (all: string) => new Map(Array.from(all, (unit) => [unit, unit]));
  const levels = new Map(["x", ...Array.from(held + needed)].map((unit) => [unit, "setting"]));
  return { item, needs: valued(needed), allows: valued(held + needed), whole, levels };
};

const alike = (count: number, ...of: readonly [needed: string, held?: string]): readonly Item[] =>
  Array.from({ length: count }, (_, item) => need(item, ...of));

test.each<[string, number, readonly Item[]]>([
  ["the same need of 500 different items is a trial and one request", 2, alike(500, "a")],
  ["three different items are a request each", 3, alike(3, "a")],
  [
    "each of two fours holds what the other needs",
    2,
    Array.from({ length: 8 }, (_, at) => (at < 4 ? need(at, "a", "b") : need(at, "b", "a"))),
  ],
])("%s", (_title, requests, all) => {
  const found = cover(all);
  expectAllWritten(all, found);
  expect(costOf(found)).toBe(requests);
});

test("an item that has a need of its own is written by itself, and the others share", () => {
  const all = [
    need(0, "ae"),
    ...alike(10, "a").map((each) => ({ ...each, item: each.item + 1, whole: `w${each.whole}` })),
  ];
  const found = cover(all);
  expectAllWritten(all, found);
  expect(found.groups.map(({ items: targets }) => targets.length).toSorted((one, other) => one - other)).toEqual([
    1, 10,
  ]);
});

test("each of two units is shared for 1,600 different items with 40 values of each", () => {
  const all = Array.from({ length: 1600 }, (_, item): Item => {
    const needs = new Map([
      ["a", `a${String(item % 40)}`],
      ["b", `b${String(Math.floor(item / 40))}`],
    ]);
    return { item, needs, allows: needs, whole: String(item), levels: new Map([["x", "setting"]]) };
  });
  const found = cover(all);
  expectAllWritten(all, found);
  expect(costOf(found)).toBe(160);
});

/** Independent teams of eight different items, which two requests of one shared unit serve. */
const teams = (count: number): readonly Item[] =>
  Array.from({ length: 8 * count }, (_, item) => {
    const unit = `unit of team ${String(Math.floor(item / 8))}`;
    const needs = new Map([[unit, unit]]);
    return { item, needs, allows: needs, whole: String(item), levels: new Map([["x", "setting"]]) };
  });

test("the first 64 groups of eight are searched exhaustively, the next ones closely", () => {
  const all = teams(65);
  const found = cover(all);
  expectAllWritten(all, found);
  expect([costOf(found), found.lowerBound]).toEqual([130, 64 * 2 + 1]);
});

describe("classes of items that end up alike", () => {
  test("items with the same result are one class, which needs what any of them needs and allows what all allow", () => {
    const { classes, units: named } = classesOf([need(0, "ab", "", "w"), need(1, "a", "b", "w"), need(2, "c")]);
    const words = (tokens: ReadonlySet<number>) => [...tokens].flatMap((token) => named[token] ?? []);
    expect(classes.map(({ members, needs, allows }) => [members, words(needs), words(allows)])).toEqual([
      [
        [0, 1],
        ["a", "b"],
        ["a", "b"],
      ],
      [[2], ["c"], ["c"]],
    ]);
  });

  test("units that are always needed together are one token", () => {
    const { classes, units: named } = classesOf([need(0, "ab"), need(1, "c")]);
    expect(named).toEqual([["a", "b"], ["c"]]);
    expect(classes.map(({ needs }) => [...needs])).toEqual([[0], [1]]);
  });

  test("a unit that no item needs connects nothing", () => {
    const { classes } = classesOf([need(0, "a", "y"), need(1, "b", "y")]);
    expect(classes.map(({ allows }) => [...allows])).toEqual([[0], [1]]);
  });
});

/** The size of a smallest cover, by trying every set of left nodes. */
function fewestNodes(edges: Edges): number {
  const sizes = Array.from({ length: 2 ** edges.length }, (_, mask) => {
    const open = edges.filter((_right, node) => (mask & (1 << node)) === 0);
    return edges.length - open.length + new Set(open.flat()).size;
  });
  return Math.min(...sizes);
}

test("a smallest set of nodes that touches every edge is found in any small graph, whatever the order of its edges", () => {
  const graphs = fc.array(fc.uniqueArray(fc.nat(5), { maxLength: 4 }), { maxLength: 7 });
  fc.assert(
    fc.property(graphs, (edges) => {
      const { left, right } = smallestCover(edges);
      const [lefts, rights] = [new Set(left), new Set(right)];
      for (const [node, joined] of edges.entries())
        for (const each of joined) expect(lefts.has(node) || rights.has(each)).toBe(true);
      expect(left.length + right.length).toBe(fewestNodes(edges));
    }),
    { numRuns: 60 },
  );
});

test("a smallest set of nodes that touches every edge is found along an augmenting path as long as the graph", () => {
  const length = 20_000;
  const chain = Array.from({ length }, (_, node) => (node === length - 1 ? [0] : [node, node + 1]));
  const { left, right } = smallestCover(chain);
  expect(left.length + right.length).toBe(length);
});
