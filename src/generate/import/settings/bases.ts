import type { Units } from "./unit";
import { type Row, UnitTable } from "./unit-table";

/** What several configurations have in common. */
export interface Base {
  readonly units: Units;
  /** Indices of the configurations that extend it, the most alike first. */
  readonly members: readonly number[];
}

/** `const base:ConfigurationSettings={};` with a name of its own, and what `extend` takes more than `new` for each. */
const [baseCost, extendCost] = [50, 16];

/** Rounds of adjusting bases to their members; usually two suffice. */
const rounds = 6;

/**
 * The bases with which the code of all settings is shortest, as far as found: a minimum description length over their
 * units. Bases are opened one by one where they save most, then moved to what most of their members have, and dropped
 * where they do not pay any more.
 *
 * A configuration that is no member of a base is written whole.
 */
export function basesOf(all: readonly Units[]): readonly Base[] {
  const table = new UnitTable(all);
  const distinct = distinctRows(table.rows);
  let bases = opened(table, distinct);
  for (let round = 0; round < rounds && bases.length > 0; round += 1) {
    const groups = assigned(table, distinct, bases);
    const next = withoutWaste(table, groups, bases).map(({ group }) => middle(table, group));
    const same = next.length === bases.length && next.every((row, at) => equal(row, bases[at]));
    bases = next;
    if (same) break;
  }
  return withoutWaste(table, assigned(table, distinct, bases), bases).map(({ base, group }) => ({
    units: table.unitsOf(base),
    members: group
      .toSorted(
        (left, right) => table.overrides(base, left.row) - table.overrides(base, right.row) || left.first - right.first,
      )
      .flatMap(({ members }) => members),
  }));
}

/** Configurations with equal settings. */
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

/** Without bases that save less than they take. */
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

/** For each unit the value with which the base and its members are shortest. */
function middle(table: UnitTable, group: readonly Distinct[]): Row {
  return Int32Array.from(table.keys, (_, at) => {
    const counts = new Map<number, number>([[0, 0]]);
    for (const { row, members } of group) counts.set(row[at] ?? 0, (counts.get(row[at] ?? 0) ?? 0) + members.length);
    let [best, least] = [0, Infinity];
    for (const candidate of counts.keys()) {
      let cost = table.change(at, 0, candidate);
      for (const [value, count] of counts) cost += count * table.change(at, candidate, value);
      if (cost < least) [best, least] = [candidate, cost];
    }
    return best;
  });
}

const equal = (left: Row, right: Row | undefined): boolean => left.join() === right?.join();
