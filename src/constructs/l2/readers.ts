import { define } from "../../model/define";
import { listed, suggestion } from "../../model/suggest";
import { type Reader, readPart } from "./findings";
import { asResolvable, isEncodedList, isEncodedMap, isTakenApart, isToken } from "./tokens";
import { isProperties, kindOf, wrongKind } from "./wrong-kind";

const takenApart =
  "is text with an expression, taken apart into characters: give it the list or map itself, without the three dots";

/** A value without parts. */
const leaf =
  (accepts: (value: unknown) => boolean, wanted: string): Reader =>
  (value, findings) => {
    if (accepts(value) || (isToken(value) && !Array.isArray(value))) return value;
    findings.add(wrongKind(value, wanted));
    return undefined;
  };

export const flag = leaf((value) => typeof value === "boolean", "true or false");

const someText = leaf((value) => typeof value === "string", "a text");

export const text: Reader = (value, findings) => {
  if (!isEncodedList(value)) return someText(value, findings);
  findings.add("is a list that only Terraform knows: give it one text, such as Fn.element(list, 0)");
  return undefined;
};

export const wholeNumber = leaf(
  Number.isSafeInteger,
  "a whole number between -(2^53 - 1) and 2^53 - 1, or leave it out",
);

export const finiteNumber = leaf(Number.isFinite, "a number");

export function oneOf(values: readonly string[]): Reader {
  const known: ReadonlySet<unknown> = new Set(values);
  return leaf((value) => known.has(value), listed(values, values.length, "or"));
}

/** A list of texts. A list that only Terraform knows is one too. */
export const texts: Reader = (value, findings) => {
  if (isToken(value)) return value;
  if (!Array.isArray(value)) {
    const wanted = typeof value === "string" ? `a list, such as [${kindOf(value)}]` : "a list of texts";
    findings.add(wrongKind(value, wanted));
    return undefined;
  }
  const items: readonly unknown[] = value;
  if (isMixedList(items))
    findings.add("adds to a list that only Terraform knows: write Fn.concat([list, [...]]) instead");
  else if (isTakenApart(items)) findings.add(takenApart);
  else for (const [at, item] of items.entries()) readPart(text, item, at, findings);
  return [...items];
};

const isMixedList = (items: readonly unknown[]): boolean => items.length > 1 && items.some(isEncodedList);

/** A list of what the reader reads. */
export const listOf =
  (item: Reader, wanted: string): Reader =>
  (value, findings) => {
    if (isToken(value)) return asResolvable(value);
    if (!Array.isArray(value)) {
      findings.add(wrongKind(value, wanted));
      return undefined;
    }
    const items: readonly unknown[] = value;
    if (isMixedList(items))
      findings.add("adds to a list that only Terraform knows: write Fn.concat([list, [...]]) instead");
    else if (isTakenApart(items)) findings.add(takenApart);
    else return items.map((each, at) => readPart(item, each, at, findings));
    return undefined;
  };

/** The parts of an object. */
export interface Parts {
  readonly readers: ReadonlyMap<string, Reader>;
  /** What one is called: a property or an attribute. */
  readonly what: string;
  /** Null is absent, as in Terraform. */
  readonly nullIsAbsent?: true;
  readonly keepsUndefined?: true;
  /** What is said of keys that nobody may set, by their names. */
  readonly refused?: ReadonlyMap<string, string>;
}

/** An object with parts by their names, all optional. */
export function objectOf({ readers, what, nullIsAbsent, keepsUndefined, refused }: Parts): Reader {
  const parts = [...readers];
  return (value, findings) => {
    if (isToken(value)) return asResolvable(value);
    if (!isProperties(value)) {
      findings.add(wrongKind(value, "an object"));
      return undefined;
    }
    if (value["0"] === "$") {
      findings.add(takenApart);
      return undefined;
    }
    const read: Record<string, unknown> = {};
    for (const [key, reader] of parts) {
      const given = value[key];
      if (given === undefined && keepsUndefined === true && key in value) read[key] = undefined;
      if (given === undefined || (given === null && nullIsAbsent === true)) continue;
      if (given === null) findings.add("is null: leave it out, which is no opinion, or give it a value", key);
      else read[key] = readPart(reader, given, key, findings);
    }
    for (const key in value) {
      if (readers.has(key) || isForeign(value, key)) continue;
      const detail = refused?.get(key) ?? `is not ${what} that can be set. ${suggestion(key, readers.keys())}`;
      findings.add(isEncodedMap(key) ? mixedMap : detail, ...(isEncodedMap(key) ? [] : [key]));
    }
    return read;
  };
}

const mixedMap = "adds to a map that only Terraform knows: write Fn.merge([map, {...}]) instead";

/** What somebody has put into the prototype of all objects. */
const isForeign = (value: object, key: string): boolean => key in Object.prototype && !Object.hasOwn(value, key);

/** Entries by any key. */
export function mapOf(
  entry: Reader,
  { nullIsAbsent, keepsUndefined }: Pick<Parts, "nullIsAbsent" | "keepsUndefined"> = {},
): Reader {
  return (value, findings) => {
    if (isToken(value)) return asResolvable(value);
    if (!isProperties(value)) {
      findings.add(wrongKind(value, "an object"));
      return undefined;
    }
    if (value["0"] === "$") {
      findings.add(takenApart);
      return undefined;
    }
    const read: Record<string, unknown> = {};
    for (const key in value) {
      if (isForeign(value, key)) continue;
      const given = value[key];
      const wrong = keyProblem(key);
      if (wrong !== undefined) findings.add(wrong.detail, ...(wrong.isWhole ? [] : [key]));
      else if (given === null && nullIsAbsent !== true)
        findings.add("is null: leave it out, or give it an object", key);
      else if (given !== undefined && given !== null) define(read, key, readPart(entry, given, key, findings));
      else if (given === undefined && keepsUndefined === true) define(read, key, undefined);
    }
    return read;
  };
}

function keyProblem(key: string): { readonly detail: string; readonly isWhole: boolean } | undefined {
  if (isEncodedMap(key)) return { detail: mixedMap, isWhole: true };
  if (isEncodedList(key))
    return { detail: "has a list as a key: give it one text, such as Fn.element(list, 0)", isWhole: true };
  if (key.trim() === "") return { detail: "has an empty key: give the entry its name", isWhole: true };
  // cdktf drops it
  if (key === "__proto__") return { detail: "cannot be written: cdktf takes it for a prototype", isWhole: false };
  return undefined;
}
