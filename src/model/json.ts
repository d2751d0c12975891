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
