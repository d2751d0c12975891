import { listed } from "../diagnostics/enumeration";
import { define, isObject } from "./json";
import { nested, type Problem, problem } from "./problem";
import { isNear, suggestion } from "./suggest";
import { uuidForm } from "./uuid";
import { kindOf } from "./value-kind";

/** The result of a decoder that rejects its value. */
export class Invalid {
  /**
   * @param partial what of an object is right, where that is of use
   * @param given the whole, in which only what is wrong is kept as it was given; absent where the value itself is wrong
   */
  constructor(
    readonly problems: readonly Problem[],
    readonly partial?: unknown,
    readonly given?: unknown,
  ) {}
}

/** Checks a value and returns it in normal form: the value itself where it is in normal form already. */
export type Decoder<T = unknown> = (value: unknown) => T | Invalid;

/** What is decoded by this decoder. */
export type DecodedBy<D> = D extends Decoder<infer T> ? T : never;

export type Decoded<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

/** Decodes a whole value: all that is wrong with it, in the order in which the decoder names its parts. */
export function decode<T>(decoder: Decoder<T>, value: unknown): Decoded<T> {
  const result = decoder(value);
  return result instanceof Invalid ? { problems: result.problems } : { value: result };
}

/** Rejects a value as a whole. */
export const invalid = (...problems: readonly Problem[]): Invalid => new Invalid(problems);

/** Rejects a value of another kind. @param wanted what it must be, such as `a text` */
export const expected = (wanted: string, value: unknown): Invalid =>
  invalid(problem("value-kind", [], kindOf(value), wanted));

export const text: Decoder<string> = (value) => (typeof value === "string" ? value : expected("a string", value));

export const flag: Decoder<boolean> = (value) =>
  typeof value === "boolean" ? value : expected("true or false", value);

export const number: Decoder<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : expected("a number", value);

/** A whole number that a double holds exactly. Without limits: any whole number that JSON can say. */
export function integer(limits?: { readonly least?: number; readonly most?: number }): Decoder<number> {
  const { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = limits ?? {};
  const wanted = limits === undefined ? "a whole number" : rangeText(limits);
  return (value) => {
    if (typeof value !== "number") return expected(limits?.least === undefined ? "a whole number" : wanted, value);
    if (!Number.isInteger(value)) return invalid(problem("not-an-integer", [], String(value), wanted));
    if (limits === undefined || (least <= value && value <= most)) return value;
    return invalid(problem("out-of-range", [], String(value), wanted));
  };
}

function rangeText({ least, most }: { readonly least?: number; readonly most?: number }): string {
  if (least === undefined) return "a whole number between -(2^53 - 1) and 2^53 - 1";
  return `a whole number from ${String(least)}${most === undefined ? "" : ` to ${String(most)}`}`;
}

/** @param advice for a value that is none */
export const uuid =
  (advice = ""): Decoder<string> =>
  (value) => {
    const given = text(value);
    return given instanceof Invalid || uuidForm.test(given)
      ? given
      : invalid(problem("id-invalid", [], kindOf(given), advice));
  };

export function oneOf<const T extends string>(
  values: readonly T[],
  kind: "value-unknown" | "category-unknown" = "value-unknown",
): Decoder<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  return (value) => {
    if (known.has(value)) return value as T;
    if (typeof value !== "string") return expected(listed(values, values.length, "or"), value);
    return invalid(problem(kind, [], kindOf(value), values, meantBy(value, values)));
  };
}

/** The values that were probably meant: `Did you mean "enabled"?` */
export function meantBy(given: string, values: readonly string[]): string {
  const word = given.toLowerCase();
  const likely = word === "" ? [] : values.filter((each) => isLike(word, each.toLowerCase()));
  return likely.length === 0 ? "" : `Did you mean ${listed(likely, 3, "or")}?`;
}

/** Two letters of a short word are half of it: it is no misspelling, but may be the beginning. */
const isLike = (word: string, value: string): boolean =>
  value.startsWith(word) || (Math.max(word.length, value.length) > 4 && isNear(word, value));

/** The placeholder of a value that is wrong, where it is kept as it was given. */
export type Keep = (value: unknown) => unknown;

/** @param wanted what must be given in place of anything else */
export function list<T>(
  item: Decoder<T>,
  wanted: (value: unknown) => string = () => "a list",
  keep?: Keep,
): Decoder<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return expected(wanted(value), value);
    const items: readonly unknown[] = value;
    let result: unknown[] | undefined;
    for (let at = 0; at < items.length; at += 1) {
      const normal = item(items[at]);
      if (normal instanceof Invalid) return wrongItems(item, items, keep);
      if (result === undefined && normal !== items[at]) result = items.slice(0, at);
      result?.push(normal);
    }
    return (result ?? items) as readonly T[];
  };
}

function wrongItems(item: Decoder, items: readonly unknown[], keep: Keep | undefined): Invalid {
  const problems: Problem[] = [];
  // unlike map, with the holes of a list
  const given = Array.from(items, (each, at) => {
    const result = item(each);
    if (!(result instanceof Invalid)) return result;
    if (each !== null) problems.push(...nested(at, result.problems));
    else if (!problems.some(({ kind }) => kind === "item-null")) problems.push(problem("item-null", []));
    return keep?.(each);
  });
  return new Invalid(problems, undefined, keep === undefined ? undefined : given);
}

const listOfTexts = (value: unknown): string =>
  typeof value === "string" ? `a list, such as [${kindOf(value)}]` : "a list of strings";

export const texts = (item: Decoder<string> = text): Decoder<readonly string[]> => list(item, listOfTexts);

/** Strings in the given order, each once unless their order counts. */
export function textSet(
  item: Decoder<string>,
  isOrdered: (members: readonly string[]) => boolean,
): Decoder<readonly string[]> {
  const decodeTexts = texts(item);
  return (value) => {
    const members = decodeTexts(value);
    if (members instanceof Invalid || members.length < 2 || isOrdered(members)) return members;
    const unique = new Set(members);
    return unique.size < members.length ? [...unique] : members;
  };
}

/** How objects are taken. */
export interface Objects {
  /** What null is in the place of an optional part or an entry. Absent and undefined are always the same. */
  readonly null?: "absent" | "rejected";
  /** An explicit `undefined` is kept as such, or is the placeholder of a value that is not known and has been reported. */
  readonly undefined?: "kept" | "unknown";
  /** What an object is; by default anything with keys that is no list. */
  readonly accepts?: (value: unknown) => value is Readonly<Record<string, unknown>>;
  /** Whether the result is always another object. */
  readonly copies?: true;
  /** Without it, nothing of a value that is wrong is kept. */
  readonly keep?: Keep;
}

/** How keys are taken that are no names of attributes. */
export interface Keys {
  /** What is wrong with a key that an entry cannot have. */
  readonly key?: (key: string) => Problem | undefined;
}

/** Entries by any key. Entries that are null are dropped, unless they are rejected. */
export function map<T>(entry: Decoder<T>, options: Objects & Keys = {}): Decoder<Readonly<Record<string, T>>> {
  const accepts = options.accepts ?? isPlain;
  const isAbsent = absentIn(options.null ?? "absent");
  return (value) => {
    if (!accepts(value)) return expected("an object", value);
    const problems: Problem[] = [];
    const result: Record<string, unknown> = {};
    let same = options.copies !== true;
    let isKept = options.keep !== undefined;
    for (const key in value) {
      if (isForeign(value, key)) continue;
      const given = value[key];
      const normal = isAbsent(given) ? undefined : given === null ? invalid(problem("entry-null", [])) : entry(given);
      const wrongKey = options.key?.(key);
      isKept &&= wrongKey === undefined;
      if (wrongKey !== undefined) problems.push(wrongKey);
      else if (normal instanceof Invalid) {
        problems.push(...nested({ key }, normal.problems));
        define(result, key, options.keep?.(given));
      } else if (normal !== undefined || options.undefined === "kept") define(result, key, normal);
      same &&= normal === given && normal !== undefined;
    }
    if (problems.length > 0) return new Invalid(problems, undefined, isKept ? result : undefined);
    return (same ? value : result) as Readonly<Record<string, T>>;
  };
}

/** Whether the value is a plain object, of any realm. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What somebody has put into the prototype of all objects. */
const isForeign = (value: object, key: string): boolean => key in Object.prototype && !Object.hasOwn(value, key);

const absentIn =
  (nulls: "absent" | "rejected") =>
  (given: unknown): boolean =>
    given === undefined || (given === null && nulls === "absent");

/** One attribute of an object. */
export interface Part<T = unknown, Required extends boolean = boolean> {
  readonly decode: Decoder<T>;
  readonly required: Required;
  /** Its name in the decoded value, where that is another. */
  readonly name?: string;
  /** Said where a required one is missing. */
  readonly advice?: string;
}

export const required = <T>(decode: Decoder<T>, advice = ""): Part<T, true> => ({ decode, required: true, advice });
export const optional = <T>(decode: Decoder<T>): Part<T, false> => ({ decode, required: false });

export type Parts = Readonly<Record<string, Part>>;
type PartValue<P> = P extends Part<infer T> ? T : never;
type RequiredKeys<P extends Parts> = { [K in keyof P]: P[K] extends Part<unknown, true> ? K : never }[keyof P];

/** What an object decoder of these parts returns. An absent attribute has no key. */
export type ObjectOf<P extends Parts> = { readonly [K in RequiredKeys<P>]: PartValue<P[K]> } & {
  readonly [K in Exclude<keyof P, RequiredKeys<P>>]?: PartValue<P[K]>;
};

interface Attributes extends Objects, Keys {
  /** `kept`: as they came, unless the name is one that the decoded value gives to a part. */
  readonly unknownKeys: "kept" | "rejected";
  /** What to do instead, by the names of attributes that nobody may set, however their words are put together. */
  readonly refused?: ReadonlyMap<string, string> | undefined;
}

/** Decodes an object part by part. @param parts by their names in the value */
export function object<const P extends Parts>(parts: P, options: Attributes): Decoder<ObjectOf<P>> {
  const byKey: ReadonlyMap<string, Part> = new Map(Object.entries(parts));
  const names = new Set([...byKey].map(([key, { name = key }]) => name));
  const requiredParts = [...byKey.values()].filter((part) => part.required).length;
  const accepts = options.accepts ?? isObject;
  const isAbsent = absentIn(options.null ?? "absent");

  return (value) => {
    if (!accepts(value)) return expected("an object", value);
    let missing = requiredParts;
    let same = options.copies !== true;
    let changed: Map<string, unknown> | undefined;
    // walks what is there, since most parts are absent from most objects
    for (const key in value) {
      const part = byKey.get(key);
      const given = value[key];
      if (part === undefined) {
        if (options.unknownKeys === "rejected" && !isForeign(value, key)) return wrongParts(value);
        same &&= !names.has(key);
      } else if (isAbsent(given)) same = false;
      else {
        const normal = given === null ? null : part.decode(given);
        if (normal === null || normal instanceof Invalid) return wrongParts(value);
        if (part.required) missing -= 1;
        same &&= part.name === undefined || part.name === key;
        if (normal !== given) changed = (changed ?? new Map<string, unknown>()).set(key, normal);
      }
    }
    if (missing > 0) return wrongParts(value);
    return (same && changed === undefined ? value : renamed(value, changed)) as ObjectOf<P>;
  };

  function renamed(value: Readonly<Record<string, unknown>>, changed: ReadonlyMap<string, unknown> | undefined) {
    const result: Record<string, unknown> = {};
    for (const key in value) {
      const part = byKey.get(key);
      const given = value[key];
      if (part === undefined) {
        if (!names.has(key) && !isForeign(value, key)) define(result, key, given);
      } else if (!isAbsent(given)) define(result, part.name ?? key, changed?.get(key) ?? given);
      else if (given === undefined && options.undefined === "kept") result[part.name ?? key] = undefined;
    }
    return result;
  }

  /** Everything that is wrong: the parts in their own order, then the unknown keys. Parts that are right are kept. */
  function wrongParts(value: Readonly<Record<string, unknown>>): Invalid | ObjectOf<P> {
    const problems: Problem[] = [];
    const partial: Record<string, unknown> = {};
    let isWhole = true;
    for (const [key, part] of byKey) {
      const given = isForeign(value, key) ? undefined : value[key];
      if (isAbsent(given)) {
        const isUnknown = given === undefined && key in value && options.undefined === "unknown";
        if (part.required && !isUnknown) problems.push(problem("value-missing", [key], part.advice ?? ""));
        isWhole &&= !(part.required && isUnknown);
        if (given === undefined && key in value && options.undefined === "kept") partial[key] = undefined;
        continue;
      }
      const result = given === null ? invalid(nullPart(part)) : part.decode(given);
      if (result instanceof Invalid) problems.push(...nested(key, result.problems));
      const kept = result instanceof Invalid ? (result.given ?? options.keep?.(given)) : result;
      if (kept !== undefined || !(result instanceof Invalid)) define(partial, part.name ?? key, kept);
    }
    if (options.unknownKeys === "rejected")
      for (const key in value)
        if (!byKey.has(key) && !isForeign(value, key))
          problems.push(
            options.key?.(key) ?? problem("attribute-unknown", [key], insteadOf(key, byKey.keys(), options.refused)),
          );
    return isWhole && problems.length === 0 ? (partial as ObjectOf<P>) : new Invalid(problems, partial);
  }
}

const nullPart = ({ required, advice = "" }: Part): Problem =>
  required ? problem("value-missing", [], advice) : problem("value-null", []);

const insteadOf = (key: string, known: Iterable<string>, refused: ReadonlyMap<string, string> = new Map()): string =>
  [...refused].find(([name]) => lettersOf(name) === lettersOf(key))?.[1] ?? suggestion(key, known);

const lettersOf = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();
