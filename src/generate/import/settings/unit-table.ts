import { isEntry, unitPath, type Units, type UnitValue } from "./unit";

/** Settings as numbers: for each unit of the account the number of its value, 0 where it is absent. */
export type Row = Int32Array;

/** The length of a name that stands for a value which occurs often. */
const constantCost = 9;

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

  /** The length of settings that are written whole. */
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

  /** The length of one unit among overrides. */
  change(at: number, from: number, to: number): number {
    if (from === to) return 0;
    const key = this.keyCosts[at] ?? 0;
    if (to === 0) return key + "undefined,".length;
    return key + (from === 0 ? this.price(to) : this.difference(from, to));
  }

  unitsOf(row: Row): Units {
    return new Map(
      this.keys.flatMap((key, at): [string, UnitValue][] => (row[at] === 0 ? [] : [[key, this.values[row[at] ?? 0]]])),
    );
  }

  private number(value: UnitValue): number {
    const text = JSON.stringify(value);
    const known = this.numbers.get(text);
    if (known !== undefined) {
      this.uses[known] = (this.uses[known] ?? 0) + 1;
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
      const removed = Object.keys(before).filter((leaf) => !Object.hasOwn(after, leaf));
      const changed = Object.entries(after).filter(
        ([leaf, value]) =>
          JSON.stringify(value) !== JSON.stringify(Object.hasOwn(before, leaf) ? before[leaf] : undefined),
      );
      const leaves =
        2 +
        removed.reduce((sum, leaf) => sum + leaf.length + "undefined,:".length, 0) +
        changed.reduce((sum, [leaf, value]) => sum + leaf.length + 2 + JSON.stringify(value).length, 0);
      cost = removed.length > 0 ? leaves : Math.min(cost, leaves);
    }
    this.differences.set(pair, cost);
    return cost;
  }
}
