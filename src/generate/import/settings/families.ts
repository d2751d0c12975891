import { wordsOf } from "../../typescript/names";
import type { Units } from "./units";

/** A configuration, as far as bases are concerned. */
export interface Member {
  readonly name: string;
  readonly units: Units;
}

/** The part of a group that must share a word of their names, so that a base is theirs and not that of the others. */
const mostOfThem = 0.6;

/**
 * A group of configurations by what their names have in common: where most of them share a word, the others are a group
 * of their own. `paymentsBaseline` is for payments: a change of it must reach nobody else.
 *
 * @param group indices into `all`
 */
export function familiesOf(group: readonly number[], all: readonly Member[]): readonly (readonly number[])[] {
  const words = new Map(group.map((at) => [at, new Set(wordsOf(all[at]?.name ?? ""))]));
  const counts = new Map<string, number>();
  for (const own of words.values()) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [best] = [...counts].sort(([left, many], [right, more]) => more - many || (left < right ? -1 : 1));
  if (best === undefined) return [group];
  const [word, count] = best;
  if (count < 2 || count === group.length || count < mostOfThem * group.length) return [group];
  const [family, others] = [true, false].map((isOf) => group.filter((at) => words.get(at)?.has(word) === isOf));
  return [family ?? [], ...familiesOf(others ?? [], all)];
}
