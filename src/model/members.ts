import { isObject } from "./json";

type Values = Readonly<Record<string, unknown>>;

/** The members of a set; an absent one is empty. */
export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** Order and repetition mean nothing. */
export function sameMembers(left: readonly string[], right: readonly string[]): boolean {
  const members = new Set(left);
  return members.size === new Set(right).size && right.every((each) => members.has(each));
}

/** The value as an object; an absent one is empty. */
export const values = (value: unknown): Values => (isObject(value) ? value : {});

/** The value of an own key, ignoring inherited ones. */
export const own = (value: Values, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

/** The entries of a keyed list by their id. */
export const byId = (value: unknown): ReadonlyMap<string, Values> =>
  new Map((Array.isArray(value) ? value : []).map((entry: unknown) => [String(values(entry)["id"]), values(entry)]));
