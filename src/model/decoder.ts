import { define } from "./define";
import { isObject } from "./json";
import { uuidForm } from "./uuid";

/** One thing that is wrong with a value. */
export interface Issue {
  /** Keys and indexes from the value to what is wrong. */
  readonly path: readonly (string | number)[];
  /** What is wrong, without a full stop. */
  readonly message: string;
  /** An attribute that does not exist in the object at `path`, and those that do. */
  readonly unknownKey?: { readonly key: string; readonly known: readonly string[] };
}

/** The result of a decoder that rejects its value. */
export class Invalid {
  constructor(readonly issues: readonly Issue[]) {}
}

/** Checks a value and returns it in normal form: the value itself where it is in normal form already. */
export type Decoder<T> = (value: unknown) => T | Invalid;

export type Decoded<T> = { readonly value: T } | { readonly issues: readonly Issue[] };

/** Decodes a whole value: all that is wrong with it, in the order in which the decoder names its parts. */
export function decode<T>(decoder: Decoder<T>, value: unknown): Decoded<T> {
  const result = decoder(value);
  return result instanceof Invalid ? { issues: result.issues } : { value: result };
}

/** Rejects a value as a whole. */
export const invalid = (message: string): Invalid => new Invalid([{ path: [], message }]);

/** Rejects a value of another type than the expected one. */
export const expected = (type: string, value: unknown): Invalid =>
  invalid(`Invalid input: expected ${type}, received ${typeName(value)}`);

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : typeof value;
}

const nested = (step: string | number, { issues }: Invalid): readonly Issue[] =>
  issues.map((issue) => ({ ...issue, path: [step, ...issue.path] }));

export const text: Decoder<string> = (value) => (typeof value === "string" ? value : expected("string", value));

export const nonEmptyText: Decoder<string> = (value) => (value === "" ? invalid("must not be empty") : text(value));

export const flag: Decoder<boolean> = (value) => (typeof value === "boolean" ? value : expected("boolean", value));

export const number: Decoder<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : expected("number", value);

/** @param isWhole what counts as a whole number; `message` is the rest of the sentence */
export const integer =
  (isWhole: (value: number) => boolean, message: string): Decoder<number> =>
  (value) => {
    const given = number(value);
    return given instanceof Invalid || isWhole(given) ? given : invalid(message);
  };

/** A count: a whole number from 0 on. */
export const wholeNumber: Decoder<number> = (value) => {
  if (!Number.isSafeInteger(value)) return invalid("must be a whole number");
  return (value as number) < 0 ? invalid("must not be negative") : (value as number);
};

export const uuid: Decoder<string> = (value) => {
  const given = text(value);
  return given instanceof Invalid || uuidForm.test(given) ? given : invalid("must be a UUID");
};

export function oneOf<const T extends string>(values: readonly T[]): Decoder<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  const shown = values.map((each) => JSON.stringify(each)).join("|");
  const message = values.length === 1 ? `Invalid input: expected ${shown}` : `Invalid option: expected one of ${shown}`;
  return (value) => (known.has(value) ? (value as T) : invalid(message));
}

export function list<T>(item: Decoder<T>): Decoder<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return expected("array", value);
    const items: readonly unknown[] = value;
    let result: unknown[] | undefined;
    for (let at = 0; at < items.length; at += 1) {
      const normal = item(items[at]);
      if (normal instanceof Invalid) return issuesOfList(item, items);
      if (result === undefined && normal !== items[at]) result = items.slice(0, at);
      result?.push(normal);
    }
    return (result ?? items) as readonly T[];
  };
}

const issuesOfList = (item: Decoder<unknown>, items: readonly unknown[]): Invalid =>
  new Invalid(
    items.flatMap((each, at) => {
      const result = item(each);
      return result instanceof Invalid ? nested(at, result) : [];
    }),
  );

const texts = list(text);

/** Strings whose order and repetition mean nothing: each once, in the given order. */
export const textSet: Decoder<readonly string[]> = (value) => {
  const members = texts(value);
  if (members instanceof Invalid || members.length < 2) return members;
  const unique = new Set(members);
  return unique.size < members.length ? [...unique] : members;
};

/** Entries by any key. Entries that are null are dropped, unless `null` is `rejected`. */
export function map<T>(
  entry: Decoder<T>,
  { null: nulls = "absent" }: { readonly null?: "absent" | "rejected" } = {},
): Decoder<Readonly<Record<string, T>>> {
  return (value) => {
    if (!isObject(value) || !isPlain(value)) return expected("record", value);
    let changed: Map<string, unknown> | undefined;
    for (const key in value) {
      const given = value[key];
      const normal = given === null && nulls === "absent" ? undefined : entry(given);
      if (normal instanceof Invalid) return issuesOfMap(entry, value, nulls);
      if (normal !== given) changed = (changed ?? new Map<string, unknown>()).set(key, normal);
    }
    if (changed === undefined) return value as Readonly<Record<string, T>>;
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const normal = changed.has(key) ? changed.get(key) : value[key];
      if (normal !== undefined) define(result, key, normal);
    }
    return result as Readonly<Record<string, T>>;
  };
}

/** No instance of a class. Object.prototype is what has no prototype, whichever realm it is of. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const issuesOfMap = (
  entry: Decoder<unknown>,
  value: Readonly<Record<string, unknown>>,
  nulls: "absent" | "rejected",
): Invalid =>
  new Invalid(
    Object.entries(value).flatMap(([key, given]) => {
      const result = given === null && nulls === "absent" ? undefined : entry(given);
      return result instanceof Invalid ? nested(key, result) : [];
    }),
  );
