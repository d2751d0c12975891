import { cannot } from "../cannot-evaluate";
import { identity, unique } from "../compare";
import { convert } from "../convert";
import {
  any,
  aOf,
  isSame,
  listOf,
  setOf,
  type Type,
  unify,
  flag,
  isMapping,
  isSequence,
  numeric,
  typeOf,
  type Value,
} from "../value";
import { type Call, given, sequenceOf, takes } from "./arguments";
import { countCharacters } from "./count-characters";

function concat(args: readonly Value[]): Value {
  const lists = args.map((each) => {
    const found = sequenceOf(each, "a list");
    return found.kind === "set" ? cannot("joins a set to a list. Use tolist() on it.") : found;
  });
  const elements = lists.flatMap((each): readonly Type[] => (each.kind === "list" ? [each.element] : []));
  const element = elements.length === lists.length ? unify(elements) : undefined;
  const items = lists.flatMap((each) => each.items);
  if (element === undefined && elements.some(({ kind }) => kind === "any"))
    return cannot("joins an empty list to others that share no type, which only terraform does.");
  if (element !== undefined) return { kind: "list", element, items: items.map((each) => convert(each, element)) };
  return { kind: "tuple", items };
}

function distinct([value]: readonly Value[]): Value {
  const list = convert(given(value), listOf(any));
  return list.kind === "list" ? { ...list, items: unique(list.items) } : cannot();
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
  return cannot(
    `asks for the length of ${found.kind === "later" ? "a text that is known only later" : aOf(typeOf(found))}.`,
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
