import type { Expression } from "../../typescript/syntax";
import { camelCase } from "../../typescript/words";
import { groupBy } from "../../../model/group-by";
import { type Said, saidBy } from "./constant-words";

/** A list or an object. */
export interface Unnamed {
  readonly value: Expression;
  /** The key under which it was found. */
  readonly key: string;
}

/** How often each item occurs in values that begin alike. */
type Uses = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * The name for a constant, after what it says. Of several items the name has the one by which it differs most from the
 * other values of its kind: `notifyPaymentsChat`, where all of them notify `appsec-chat` too. Names are not unique.
 *
 * @param all the values of the code, each once
 */
export function constantNames(all: readonly Unnamed[]): (value: Unnamed) => string {
  const kinds = groupBy(
    all.map(({ key, value }) => saidBy(key, value)),
    ({ kind }) => kind,
  );
  const uses: Uses = new Map([...kinds].map(([kind, said]) => [kind, counted(said)]));
  return ({ key, value }) => camelCase(wordsFor(saidBy(key, value), uses));
}

function counted(all: readonly Said[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { items } of all)
    for (const item of new Set(items.map(textOf))) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The words of a constant's name, with the rarest of its items. */
function wordsFor({ kind, lead, items, end }: Said, uses: Uses): readonly string[] {
  const rarity = (item: readonly string[]): number => uses.get(kind)?.get(textOf(item)) ?? 0;
  const [rarest = []] = items.toSorted((left, right) => rarity(left) - rarity(right));
  return [...lead, ...rarest, ...end];
}

const textOf = (item: readonly string[]): string => item.join(" ");
