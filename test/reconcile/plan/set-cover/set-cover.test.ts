import fc from "fast-check";
import type { Need } from "../../../../src/reconcile/plan/set-cover/classes";
import { cover } from "../../../../src/reconcile/plan/set-cover/set-cover";

const units = ["a", "b", "c", "d"];

type Item = Need<number>;

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
    { numRuns: 400 },
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
