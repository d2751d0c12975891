import { cannot } from "./cannot-evaluate";
import { byCodePoint, isSequence, sortedKeys, type Value } from "./value";

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
      return isSequence(value)
        ? `${value.kind}[${value.items.map(identity).join(",")}]`
        : `${value.kind}{${sortedKeys(value)
            .map((key) => [JSON.stringify(key), identity(value.entries.get(key) ?? cannot())].join(":"))
            .join(",")}}`;
  }
}

/** The first of each of equal values. */
export function unique(items: readonly Value[]): readonly Value[] {
  if (items.length < 2) return items;
  const found = new Map<string, Value>();
  for (const item of items) {
    const key = identity(item);
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}

/** The items of a set, in the order in which Terraform lists them. */
export function setItems(items: readonly Value[]): readonly Value[] {
  const all = unique(items);
  if (all.length < 2) return all;
  return all.toSorted((a, b) => {
    if (a.kind === "string" && b.kind === "string") return byCodePoint(a.value, b.value);
    if (a.kind === "number" && b.kind === "number") return a.value - b.value;
    if (a.kind === "bool" && b.kind === "bool") return Number(a.value) - Number(b.value);
    return cannot("has a set of other than texts, numbers or booleans, whose order only terraform knows.");
  });
}
