import { any, aOf, isSame, listOf, setOf, string, type Type, unify } from "./type";
import {
  flag,
  identity,
  isMapping,
  isSequence,
  type Mapping,
  numeric,
  sortedEntries,
  text,
  typeOf,
  unique,
  type Value,
} from "./value";
import { refuse } from "../refusals";
import { convert, type Call, given, mappingOf, sequenceOf, takes, textOf } from "./convert";
import { countCharacters } from "./text-functions";

function concat(args: readonly Value[]): Value {
  const lists = args.map((each) => {
    const found = sequenceOf(each, "a list");
    return found.kind === "set" ? refuse("joins a set to a list. Use tolist() on it.") : found;
  });
  const elements = lists.flatMap((each): readonly Type[] => (each.kind === "list" ? [each.element] : []));
  const element = elements.length === lists.length ? unify(elements) : undefined;
  const items = lists.flatMap((each) => each.items);
  if (element === undefined && elements.some(({ kind }) => kind === "any"))
    return refuse("joins an empty list to others that share no type, which only terraform does.");
  if (element !== undefined) return { kind: "list", element, items: items.map((each) => convert(each, element)) };
  return { kind: "tuple", items };
}

function distinct([value]: readonly Value[]): Value {
  const list = convert(given(value), listOf(any));
  return list.kind === "list" ? { ...list, items: unique(list.items) } : refuse();
}

const flat = (items: readonly Value[]): readonly Value[] =>
  items.flatMap((each) => (isSequence(each) ? flat(each.items) : [each]));

function contains([list, value]: readonly Value[]): Value {
  const { items } = sequenceOf(list, "a list or a set");
  const [sought, type] = [given(value), typeOf(given(value))];
  if (items.length === 0) return flag(false);
  const key = identity(sought);
  // a value of another type is never equal, but each must be known
  return flag(items.map((each) => identity(each) === key && isSame(typeOf(each), type)).includes(true));
}

function length([value]: readonly Value[]): Value {
  const found = given(value);
  if (found.kind === "string") return numeric(countCharacters(found.value));
  if (isSequence(found)) return numeric(found.items.length);
  if (isMapping(found)) return numeric(found.entries.size);
  return refuse(
    `asks for the length of ${found.kind === "later" ? "a string that is known only later" : aOf(typeOf(found))}.`,
  );
}

/** Functions of lists, sets and tuples. */
export const listFunctions: Readonly<Record<string, Call>> = {
  concat: takes(1, Infinity, concat),
  distinct: takes(1, 1, distinct),
  flatten: takes(1, 1, ([value]) => ({ kind: "tuple", items: flat(sequenceOf(value, "a list").items) })),
  contains: takes(2, 2, contains),
  length: takes(1, 1, length),
  tolist: takes(1, 1, ([value]) => convert(given(value), listOf(any))),
  toset: takes(1, 1, ([value]) => convert(given(value), setOf(any))),
};

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
    return args.length === 0 ? { kind: "object", entries: new Map() } : refuse("merges nothing but null.");
  const entries = new Map(maps.flatMap((each: Mapping) => [...each.entries]));
  const isOneType = maps.length === args.length && others.every((each) => isSame(typeOf(each), typeOf(first)));
  return isOneType ? { ...first, entries } : { kind: "object", entries };
}

function lookup([map, key, ...others]: readonly Value[]): Value {
  const { entries, ...found } = mappingOf(map);
  const name = textOf(key);
  const [fallback] = others;
  const value = entries.get(name);
  if (fallback === undefined) return value ?? refuse(`has no key ${JSON.stringify(name)}, and no default.`);
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
  if (of.kind === "refused") return refuse();
  if (isMapping(of)) {
    const name = textOf(key);
    return of.entries.get(name) ?? refuse("refers to something that is not declared.");
  }
  if (of.kind !== "list" && of.kind !== "tuple")
    return refuse(`takes an item out of a ${of.kind === "later" ? "string" : of.kind}.`);
  const index = convert(key, { kind: "number" });
  const found = index.kind === "number" ? of.items[index.value] : undefined;
  return found ?? refuse("refers to something that is not declared.");
}
