/** In place of a value that is absent. */
export const notSet = "not set";

/** A value as JSON; `not set` where it is absent. */
export const valueText = (value: unknown): string => (value === undefined ? notSet : JSON.stringify(value));

/** The longest text that is repeated. */
const longest = 60;

/** What a value is, in words that are safe to show. */
export function kindOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}...` : value);
    case "number":
    case "boolean":
      return String(value);
    case "bigint":
      return `the bigint ${String(value)}`;
    case "undefined":
      return "absent";
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    default:
      return objectKind(value);
  }
}

function objectKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  const path = constructPath(value);
  if (path !== undefined) return `the construct "${path}"`;
  const name = tagOf(value);
  return name === "Object" ? "an object" : `a ${name}`;
}

function constructPath(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("node" in value)) return undefined;
  const { node } = value;
  const path: unknown = typeof node === "object" && node !== null && "path" in node ? node.path : undefined;
  return typeof path === "string" ? path : undefined;
}

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice("[object ".length, -1);

/** Objects that people write as properties: literals, objects without a prototype, instances of their own classes. */
export const isProperties = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Object]";
