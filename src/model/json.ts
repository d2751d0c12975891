export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is what JSON can say, however deep it is nested. */
export function isJson(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const each = rest.pop();
    if (Array.isArray(each) || isObject(each)) for (const inside of Object.values<unknown>(each)) rest.push(inside);
    else if (!isLeaf(each)) return false;
  }
  return true;
}

const isLeaf = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

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

/** The entries of a keyed list by their id; of several with one id the first. */
export function byId(value: unknown): ReadonlyMap<string, Values> {
  const entries = new Map<string, Values>();
  for (const entry of Array.isArray(value) ? (value as readonly unknown[]) : []) {
    const id = String(values(entry)["id"]);
    if (!entries.has(id)) entries.set(id, values(entry));
  }
  return entries;
}

/** Sets a key as plain data, whatever its name: a slug may be `__proto__`. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value; // any other name is plain data by itself, and this is many times faster
}
