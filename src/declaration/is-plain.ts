import { isObject } from "../model/json";

/** Maximum nesting depth, in steps from the root of the document: deeper values are rejected. */
export const deepest = 64;

/** Whether a value has no template, escape or encoded token in it, and so evaluates to itself, as most do. */
export function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("{") && !value.includes("e+298");
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth + 1));
  if (!isObject(value)) return true;
  for (const key in value) if (!isPlain(key) || !isPlain(value[key], depth + 1)) return false;
  return true;
}
