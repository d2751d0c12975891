import { compareText } from "./fingerprint";
import { isObject } from "./json";

/**
 * JSON that is equal for equal contents: keys are sorted, and so are the items of every list; what is undefined is left
 * out. Only for values in which the order of no list matters.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).sort(compareText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([left], [right]) => compareText(left, right));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(",")}}`;
}
