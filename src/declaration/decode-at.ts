import { IdOf } from "./expression/value";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { type Decoder, decode, type Issue } from "../model/decoder";
import { isObject } from "../model/json";
import { pathText } from "../model/path-text";
import { suggestion } from "../model/suggest";
import type { DocumentPath } from "./document";
import { readableIssue } from "./readable-issue";

/**
 * Decodes evaluated attributes.
 *
 * @param place of the attributes
 * @returns undefined when a diagnostic was added, here or by the evaluation
 */
export function decodeAt<T>(
  decoder: Decoder<T>,
  value: unknown,
  place: DocumentPath,
  diagnostics: Diagnostic[],
): T | undefined {
  const decoded = decode(decoder, value);
  if ("value" in decoded) return decoded.value;
  for (const issue of decoded.issues) {
    const { path, unknownKey } = issue;
    const where = unknownKey === undefined ? path : [...path, unknownKey.key];
    const detail = detailOf(issue, value);
    if (detail !== undefined) diagnostics.push(error("declaration-invalid", detail, place.child(...where)));
  }
  return undefined;
}

function detailOf({ path, message, unknownKey }: Issue, value: unknown): string | undefined {
  if (unknownKey !== undefined) {
    const { key, known } = unknownKey;
    return `${pathText([...path, key])} is not an attribute that can be set. ${suggestion(key, known)}`;
  }
  const found = path.reduce<unknown>(valueAt, value);
  // present without a value: it could not be evaluated, which has been reported
  if (found === undefined && isThere(value, path)) return undefined;
  const why =
    found instanceof IdOf ? "must be known before the apply; an id of a configuration is not" : readableIssue(message);
  if (found === undefined) return `${pathText(path)} is missing: it ${why}.`;
  return `${pathText(path)}: ${why}${shown(found)}.`;
}

/** Short values only. */
function shown(value: unknown): string {
  if (isObject(value) || Array.isArray(value)) return "";
  return ` (it is ${typeof value === "number" ? String(value) : JSON.stringify(value)})`;
}

const valueAt = (value: unknown, step: PropertyKey): unknown =>
  (value as Record<PropertyKey, unknown> | undefined)?.[step];

/** Whether a part without a value stands in its object or list all the same. A decoder names parts of these only. */
const isThere = (value: unknown, path: Issue["path"]): boolean =>
  Object.hasOwn(path.slice(0, -1).reduce<unknown>(valueAt, value) as object, path.at(-1) ?? "");
