import { isMapping, isSequence, type Value } from "./value";

/** The number of values in a value, and of characters in its texts; counted up to `most`. */
export function sizeOfTyped(value: Value, most: number): number {
  if (value.kind === "string") return 1 + value.value.length;
  const inside = isSequence(value) ? value.items : isMapping(value) ? value.entries.values() : [];
  let size = 1;
  for (const each of inside) {
    if (size > most) return size;
    size += sizeOfTyped(each, most - size);
  }
  return size;
}
