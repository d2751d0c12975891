import { familiesOf, type Member } from "./families";
import { entryOf, entryOverrides, isEntry, removed, unitKey, unitPath, type Units, type UnitValue } from "./units";

export interface Base {
  readonly units: Units;
  /** Indices of the configurations that extend it, the most alike first. */
  readonly members: readonly number[];
}

/** `const base:ConfigurationSettings={};` with a name of its own, and what `extend` takes more than `new` for each. */
const [baseCost, extendCost] = [50, 16];

/** Rounds of adjusting bases to their members; usually two suffice. */
const rounds = 6;

/** Never in a base: a configuration that extends it would notify others. */
const ownKey = unitKey(["notifications"]);

/**
 * The bases with which the code of all settings is shortest, as far as found: a minimum description length over their
 * units. Bases are opened one by one where they save most, then moved to what most of their members have, and dropped
 * where they do not pay any more.
 *
 * A base has nothing but what most of its members have, so that extending it brings no surprise, and no notifications.
 * A configuration that is no member of a base is written whole.
 */
export function basesOf(all: readonly Member[]): readonly Base[] {
  const table = new UnitTable(all.map(({ units }) => new Map([...units].filter(([key]) => key !== ownKey))));
  const distinct = distinctRows(table.rows);
  let bases = opened(table, distinct);
  for (let round = 0; round < rounds && bases.length > 0; round += 1) {
    const groups = assigned(table, distinct, bases);
    const next = withoutWaste(table, groups, bases).map(({ group }) => middle(table, group));
    const same = next.length === bases.length && next.every((row, at) => equal(row, bases[at]));
    bases = next;
    if (same) break;
  }
  return assigned(table, distinct, bases)
    .flatMap((group) =>
      familiesOf(
        group.flatMap(({ members }) => members),
        all,
      ),
    )
    .flatMap((family) => baseFor(table, family));
}

/** The base of a family that pays, for those of its members that are shorter with it. */
function baseFor(table: UnitTable, family: readonly number[]): readonly Base[] {
  const rows = family.map((at) => ({ at, row: table.rowOf(at) }));
  const first = middle(table, rows.map(single));
  const group = rows.filter(({ row }) => table.overrides(first, row) + extendCost < table.whole(row)).map(single);
  const base = middle(table, group);
  if (withoutWaste(table, [group], [base]).length === 0) return [];
  const members = group.toSorted(
    (left, right) => table.overrides(base, left.row) - table.overrides(base, right.row) || left.first - right.first,
  );
  return [{ units: table.unitsOf(base), members: members.map(({ first: at }) => at) }];
}

const single = ({ at, row }: { readonly at: number; readonly row: Row }): Distinct => ({
  row,
  first: at,
  members: [at],
});

interface Distinct {
  readonly row: Row;
  readonly first: number;
  readonly members: readonly number[];
}

function distinctRows(rows: readonly Row[]): readonly Distinct[] {
  const found = new Map<string, { readonly row: Row; readonly first: number; readonly members: number[] }>();
  for (const [at, row] of rows.entries()) {
    const text = row.join();
    const known = found.get(text);
    if (known === undefined) found.set(text, { row, first: at, members: [at] });
    else known.members.push(at);
  }
  return [...found.values()];
}

/** Settings of the account that save most when they are bases, the best first. */
function opened(table: UnitTable, distinct: readonly Distinct[]): readonly Row[] {
  const costs = distinct.map(({ row }) => table.whole(row));
  const cost = Float64Array.from(costs);
  const candidates = distinct.map(({ row }) =>
    Float32Array.from(distinct, (each) => table.overrides(row, each.row) + extendCost),
  );
  const bases: Row[] = [];
  for (;;) {
    let [best, most] = [-1, 0];
    for (const [at, to] of candidates.entries()) {
      let saved = -((costs[at] ?? 0) + baseCost);
      for (let each = 0; each < distinct.length; each += 1) {
        const less = (cost[each] ?? 0) - (to[each] ?? 0);
        if (less > 0) saved += less * (distinct[each]?.members.length ?? 1);
      }
      if (saved > most) [best, most] = [at, saved];
    }
    const [base, to] = [distinct[best], candidates[best]];
    if (base === undefined || to === undefined) return bases;
    bases.push(base.row);
    for (let each = 0; each < distinct.length; each += 1) cost[each] = Math.min(cost[each] ?? 0, to[each] ?? 0);
  }
}

/** The members of each base: those that are shortest with it, and shorter than whole. */
function assigned(table: UnitTable, distinct: readonly Distinct[], bases: readonly Row[]): readonly Distinct[][] {
  const groups = bases.map((): Distinct[] => []);
  for (const each of distinct) {
    let [best, least] = [-1, table.whole(each.row)];
    for (const [at, base] of bases.entries()) {
      const cost = table.overrides(base, each.row) + extendCost;
      if (cost < least) [best, least] = [at, cost];
    }
    groups[best]?.push(each);
  }
  return groups;
}

interface Group {
  readonly base: Row;
  readonly group: readonly Distinct[];
}

const withoutWaste = (
  table: UnitTable,
  groups: readonly (readonly Distinct[])[],
  bases: readonly Row[],
): readonly Group[] =>
  groups.flatMap((group, at) => {
    const base = bases[at];
    if (base === undefined) return [];
    const saved = group.reduce(
      (sum, { row, members }) => sum + members.length * (table.whole(row) - table.overrides(base, row) - extendCost),
      0,
    );
    return saved > table.whole(base) + baseCost ? [{ base, group }] : [];
  });

/**
 * For each unit the value with which the base and its members are shortest: none, one that most of the members have, or
 * the leaves of an entry that most of them have.
 */
function middle(table: UnitTable, group: readonly Distinct[]): Row {
  const many = group.reduce((sum, { members }) => sum + members.length, 0);
  return Int32Array.from(table.keys, (_, at) => {
    const counts = new Map<number, number>();
    for (const { row, members } of group) counts.set(row[at] ?? 0, (counts.get(row[at] ?? 0) ?? 0) + members.length);
    let [best, least] = [0, Infinity];
    for (const candidate of [0, ...table.typical(counts, many)]) {
      let cost = table.change(at, 0, candidate);
      for (const [value, count] of counts) cost += count * table.change(at, candidate, value);
      if (cost < least) [best, least] = [candidate, cost];
    }
    return best;
  });
}

const equal = (left: Row, right: Row | undefined): boolean => left.join() === right?.join();

/** Settings as numbers: for each unit of the account the number of its value, 0 where it is absent. */
export type Row = Int32Array;

/** The length of a name for a value that occurs often. */
const constantCost = 9;

/** The cost of `undefined`, and of looking up what it removes. */
const removalCost = "undefined,".length + 40;

/** Every unit and every value of an account once, and the lengths of code that they take, without blanks. */
export class UnitTable {
  readonly keys: readonly string[];
  private readonly numbers = new Map<string, number>();
  private readonly values: UnitValue[] = [undefined];
  private readonly texts: string[] = [""];
  private readonly uses: number[] = [0];
  private readonly keyCosts: readonly number[];
  private readonly differences = new Map<number, number>();
  readonly rows: readonly Row[];

  constructor(all: readonly Units[]) {
    this.keys = [...new Set(all.flatMap((units) => [...units.keys()]))].sort();
    this.keyCosts = this.keys.map((key) => (unitPath(key).at(-1) ?? "").length + 2);
    this.rows = all.map((units) =>
      Int32Array.from(this.keys, (key) => (units.has(key) ? this.number(units.get(key)) : 0)),
    );
  }

  /** @throws RangeError where there is no such row */
  rowOf(at: number): Row {
    const row = this.rows[at];
    if (row === undefined) throw new RangeError(`there is no row ${String(at)}`);
    return row;
  }

  whole(row: Row): number {
    let cost = 0;
    for (let at = 0; at < row.length; at += 1) cost += this.change(at, 0, row[at] ?? 0);
    return cost;
  }

  /** The length of the overrides that make `to` out of `from`. */
  overrides(from: Row, to: Row): number {
    let cost = 0;
    for (let at = 0; at < to.length; at += 1) {
      const [left, right] = [from[at] ?? 0, to[at] ?? 0];
      if (left !== right) cost += this.change(at, left, right);
    }
    return cost;
  }

  change(at: number, from: number, to: number): number {
    if (from === to) return 0;
    const key = this.keyCosts[at] ?? 0;
    if (to === 0) return key + removalCost;
    return key + (from === 0 ? this.price(to) : this.difference(from, to));
  }

  unitsOf(row: Row): Units {
    return new Map(
      this.keys.flatMap((key, at): [string, UnitValue][] => (row[at] === 0 ? [] : [[key, this.values[row[at] ?? 0]]])),
    );
  }

  /** The values that most have, and the leaves that most have. @param counts of each value. @param many of all */
  typical(counts: ReadonlyMap<number, number>, many: number): readonly number[] {
    const isTypical = (count: number): boolean => 2 * count > many;
    const found = [...counts].flatMap(([value, count]) => (value !== 0 && isTypical(count) ? [value] : []));
    const leaves = new Map<string, { readonly leaf: string; readonly value: unknown; count: number }>();
    for (const [number, count] of counts) {
      const value = this.values[number];
      for (const [leaf, each] of isEntry(value) ? Object.entries(value) : []) {
        const text = JSON.stringify([leaf, each]);
        const known = leaves.get(text) ?? { leaf, value: each, count: 0 };
        leaves.set(text, known);
        known.count += count;
      }
    }
    const most = [...leaves.values()].filter(({ count }) => isTypical(count));
    return most.length === 0
      ? found
      : [...found, this.number(entryOf(most.map(({ leaf, value }) => [leaf, value])), 0)];
  }

  /** @param uses how often it is used more */
  private number(value: UnitValue, uses = 1): number {
    const text = JSON.stringify(value);
    const known = this.numbers.get(text);
    if (known !== undefined) {
      this.uses[known] = (this.uses[known] ?? 0) + uses;
      return known;
    }
    this.numbers.set(text, this.values.length);
    this.values.push(value);
    this.texts.push(text);
    return this.uses.push(1) - 1;
  }

  /** A long value that occurs often becomes a constant. */
  private price(value: number): number {
    const length = this.texts[value]?.length ?? 0;
    const shared = constantCost + length / (this.uses[value] ?? 1);
    return Math.min(length, shared);
  }

  private difference(from: number, to: number): number {
    const pair = from * 0x2_00_00_00 + to;
    const known = this.differences.get(pair);
    if (known !== undefined) return known;
    const [before, after] = [this.values[from], this.values[to]];
    let cost = this.price(to);
    if (isEntry(before) && isEntry(after)) {
      const overrides = Object.entries(entryOverrides(before, after));
      const leaves = overrides.reduce(
        (sum, [leaf, value]) =>
          sum + leaf.length + (value === removed ? removalCost : 2 + JSON.stringify(value).length),
        2,
      );
      cost = overrides.some(([, value]) => value === removed) ? leaves : Math.min(cost, leaves);
    }
    this.differences.set(pair, cost);
    return cost;
  }
}
