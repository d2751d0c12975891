import { cannot } from "../cannot-evaluate";
import { convert } from "../convert";
import { isSame, string, isMapping, type Mapping, sortedEntries, text, typeOf, type Value } from "../value";
import { type Call, mappingOf, takes, textOf } from "./arguments";

function keys([value]: readonly Value[]): Value {
  const map = mappingOf(value);
  const items = sortedEntries(map).map(([key]) => text(key));
  return map.kind === "map" ? { kind: "list", element: string, items } : { kind: "tuple", items };
}

function values([value]: readonly Value[]): Value {
  const map = mappingOf(value);
  const items = sortedEntries(map).map(([, each]) => each);
  return map.kind === "map" ? { kind: "list", element: map.element, items } : { kind: "tuple", items };
}

/** Arguments that are null count as none. */
function merge(args: readonly Value[]): Value {
  const maps = args.filter(({ kind }) => kind !== "null").map(mappingOf);
  const [first, ...others] = maps;
  if (first === undefined)
    return args.length === 0 ? { kind: "object", entries: new Map() } : cannot("merges nothing but null.");
  const entries = new Map(maps.flatMap((each: Mapping) => [...each.entries]));
  const isOneType = maps.length === args.length && others.every((each) => isSame(typeOf(each), typeOf(first)));
  return isOneType ? { ...first, entries } : { kind: "object", entries };
}

function lookup([map, key, ...others]: readonly Value[]): Value {
  const { entries, ...found } = mappingOf(map);
  const name = textOf(key);
  const [fallback] = others;
  const value = entries.get(name);
  if (fallback === undefined) return value ?? cannot(`has no key ${JSON.stringify(name)}, and no default.`);
  const own = found.kind === "map" ? convert(fallback, found.element) : fallback;
  return value ?? own;
}

/** Functions of maps and objects. */
export const mapFunctions: Readonly<Record<string, Call>> = {
  keys: takes(1, 1, keys),
  values: takes(1, 1, values),
  merge: takes(0, Infinity, merge),
  lookup: takes(2, 3, lookup),
};

/** An item by its index, an entry by its key, or an attribute. */
export function item(of: Value, key: Value): Value {
  if (isMapping(of)) {
    const name = textOf(key);
    return of.entries.get(name) ?? cannot("refers to something that is not declared.");
  }
  if (of.kind !== "list" && of.kind !== "tuple")
    return cannot(`takes an item out of a ${of.kind === "later" ? "text" : of.kind}.`);
  const index = convert(key, { kind: "number" });
  const found = index.kind === "number" ? of.items[index.value] : undefined;
  return found ?? cannot("refers to something that is not declared.");
}
