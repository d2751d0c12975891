import { cannot } from "./cannot-evaluate";
import { byCodePoint, isSequence, type Mapping, type Sequence, sortedEntries, type Value } from "./value";

/**
 * A text that two values share exactly when Terraform finds them equal.
 *
 * @throws CannotEvaluate for what is known later
 */
export function identity(value: Value): string {
  switch (value.kind) {
    case "later":
      return cannot("compares an id that is known only later.");
    case "null":
      return "null";
    case "string":
    case "number":
    case "bool":
      return JSON.stringify(value.value);
    default:
      return `${value.kind}[${partsOf(value).join(",")}]`;
  }
}

const partsOf = (value: Sequence | Mapping): readonly string[] =>
  isSequence(value)
    ? value.items.map(identity)
    : sortedEntries(value).flatMap(([key, each]) => [JSON.stringify(key), identity(each)]);

/** One of each of equal values, where the first was. */
export function unique(items: readonly Value[]): readonly Value[] {
  if (items.length < 2) return items;
  return [...new Map(items.map((item) => [identity(item), item])).values()];
}

/** The items of a set, in the order in which Terraform lists them. */
export function setItems(items: readonly Value[]): readonly Value[] {
  return unique(items).toSorted((a, b) => {
    if (a.kind === "string" && b.kind === "string") return byCodePoint(a.value, b.value);
    if (a.kind === "number" && b.kind === "number") return a.value - b.value;
    if (a.kind === "bool" && b.kind === "bool") return Number(a.value) - Number(b.value);
    return cannot("has a set of other than texts, numbers or booleans, whose order only terraform knows.");
  });
}
