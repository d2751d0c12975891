import { isObject } from "../model/json";
import { IdOf } from "./id-of";

/** What these steps lead to; undefined where there is nothing. */
export function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((found, step) => {
    if (!has(found, step)) return undefined;
    return Array.isArray(found) ? (found[Number(step)] as unknown) : found[step];
  }, value);
}

/** Whether an object or a list has this key or index. */
export function has(value: unknown, step: string): value is Readonly<Record<string, unknown>> {
  if (Array.isArray(value)) return Object.hasOwn(value, Number(step));
  return isObject(value) && !(value instanceof IdOf) && Object.hasOwn(value, step);
}

/** The number of values in a value, and of characters in its texts; counted up to `most`. */
export function sizeOf(value: unknown, most: number): number {
  if (typeof value === "string") return 1 + value.length;
  const inside = Array.isArray(value) ? (value as readonly unknown[]) : isObject(value) ? Object.values(value) : [];
  let size = 1;
  for (const each of inside) {
    if (size > most) return size;
    size += sizeOf(each, most - size);
  }
  return size;
}

/** The keys of an object, read when they are needed. */
export function* keysOf(value: unknown): Generator<string> {
  if (isObject(value)) yield* Object.keys(value);
}

/** The entries of an object; none of anything else. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];
