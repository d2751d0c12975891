import { Construct } from "constructs";

const longest = 60;

/** `is "yes": give it true or false` */
export const wrongKind = (value: unknown, wanted: string): string => `is ${kindOf(value)}: give it ${wanted}`;

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
  if (Construct.isConstruct(value)) return `the construct "${value.node.path}"`;
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return name === "Object" ? "an object" : `a ${name}`;
}

/** Objects that people write as properties: literals, objects without a prototype, instances of their own classes. */
export const isProperties = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Object]";
