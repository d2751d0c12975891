import { type Decoder, expected, Invalid, type Issue } from "./decoder";
import { define } from "./define";
import { isObject } from "./json";

/** One attribute of an object. */
export interface Part<T = unknown, Required extends boolean = boolean> {
  readonly decode: Decoder<T>;
  readonly required: Required;
  /** Its name in the decoded value, where that is another. */
  readonly name?: string;
}

export const required = <T>(decode: Decoder<T>): Part<T, true> => ({ decode, required: true });
export const optional = <T>(decode: Decoder<T>): Part<T, false> => ({ decode, required: false });

type Parts = Readonly<Record<string, Part>>;
type PartValue<P> = P extends Part<infer T> ? T : never;
type RequiredKeys<P extends Parts> = { [K in keyof P]: P[K] extends Part<unknown, true> ? K : never }[keyof P];

/** What an object decoder of these parts returns. An absent attribute has no key. */
export type ObjectOf<P extends Parts> = { readonly [K in RequiredKeys<P>]: PartValue<P[K]> } & {
  readonly [K in Exclude<keyof P, RequiredKeys<P>>]?: PartValue<P[K]>;
};

/** What is decoded by this decoder. */
export type DecodedBy<D> = D extends Decoder<infer T> ? T : never;

interface How {
  /** `kept`: as they came, unless the name is one that the decoded value gives to a part. */
  readonly unknownKeys: "kept" | "rejected";
  /** What null is in an optional part. Absent and undefined are always the same. */
  readonly null?: "absent" | "rejected";
}

/** Decodes an object part by part. @param parts by their names in the value */
export function object<const P extends Parts>(parts: P, how: How): Decoder<ObjectOf<P>> {
  const byKey: ReadonlyMap<string, Part> = new Map(Object.entries(parts));
  const names = new Set([...byKey].map(([key, { name = key }]) => name));
  const requiredParts = [...byKey.values()].filter((part) => part.required).length;
  const isAbsent = (given: unknown): boolean => given === undefined || (given === null && how.null !== "rejected");

  return (value) => {
    if (!isObject(value)) return expected("object", value);
    let missing = requiredParts;
    let same = true;
    let changed: Map<string, unknown> | undefined;
    // walks what is there, since most parts are absent from most objects
    for (const key in value) {
      const part = byKey.get(key);
      const given = value[key];
      if (part === undefined) {
        if (how.unknownKeys === "rejected") return issuesOf(value);
        same &&= !names.has(key);
      } else if (isAbsent(given)) same = false;
      else {
        const normal = part.decode(given);
        if (normal instanceof Invalid) return issuesOf(value);
        if (part.required) missing -= 1;
        same &&= part.name === undefined || part.name === key;
        if (normal !== given) changed = (changed ?? new Map<string, unknown>()).set(key, normal);
      }
    }
    if (missing > 0) return issuesOf(value);
    return (same && changed === undefined ? value : renamed(value, changed)) as ObjectOf<P>;
  };

  function renamed(value: Readonly<Record<string, unknown>>, changed: ReadonlyMap<string, unknown> | undefined) {
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const part = byKey.get(key);
      const given = value[key];
      if (part === undefined) {
        if (!names.has(key)) define(result, key, given);
      } else if (!isAbsent(given)) define(result, part.name ?? key, changed?.get(key) ?? given);
    }
    return result;
  }

  /** Everything that is wrong: the parts in their own order, then the unknown keys. */
  function issuesOf(value: Readonly<Record<string, unknown>>): Invalid {
    const issues: Issue[] = [];
    for (const [key, part] of byKey) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      if (isAbsent(given) && !part.required) continue;
      const result = part.decode(given);
      if (result instanceof Invalid)
        issues.push(...result.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] })));
    }
    const known = [...byKey.keys()];
    for (const key of how.unknownKeys === "rejected" ? Object.keys(value) : [])
      if (!byKey.has(key))
        issues.push({ path: [], message: `Unrecognized key: ${JSON.stringify(key)}`, unknownKey: { key, known } });
    return new Invalid(issues);
  }
}
