import { type AttributePath, pathText, type Step } from "../../diagnostics/attribute-path";
import { BigNumber, Unknown } from "../value";
import { isObject, define } from "../../model/json";
import type { Attributes, AttributeType, Shape } from "../schema/schema";

/** A value that does not fit its type: a defect. The message omits the value, which may be a secret. */
export class TypeMismatchError extends Error {
  override readonly name = "TypeMismatchError";

  /** @param problem what follows the value's place in a sentence */
  constructor(steps: AttributePath, problem: string) {
    super(`${steps.length === 0 ? "The value" : pathText(steps)} ${problem}.`);
  }
}

/** @param wanted what the type asks for, such as `a string` */
const typeMismatch = (steps: AttributePath, wanted: string, given: unknown): TypeMismatchError =>
  new TypeMismatchError(steps, `must be ${wanted}, not ${kindOf(given)}`);

function kindOf(given: unknown): string {
  if (given === null) return "null";
  if (Array.isArray(given)) return "a list";
  if (Number.isNaN(given)) return "NaN";
  if (given instanceof BigNumber || typeof given === "bigint") return "a number";
  return typeof given === "object" ? "an object" : `a ${typeof given}`;
}

/** The conversion that a walk applies to each value; null and unknown values stay as they are. */
export interface Visit {
  readonly string: (given: string) => string;
  /** @returns undefined for a value that is not a number */
  readonly number: (given: unknown) => unknown;
  /** The key of an entry of a map. */
  readonly key: (given: string) => string;
  /** The treatment of attributes that the schema does not have. */
  readonly strangers: "dropped" | "refused";
  /** Walks over the objects of schemas, worked out once for each. */
  readonly known: WeakMap<Attributes, Walk>;
}

/**
 * Gives the value itself where nothing of it changes. Attributes that are absent become null.
 *
 * @param path where the value is; in the end as it was
 * @throws TypeMismatchError
 */
type Walk = (given: unknown, path: Step[]) => unknown;

export function walkOfObject(attributes: Attributes, visit: Visit): Walk {
  const found = visit.known.get(attributes) ?? ofObject(attributes, visit);
  visit.known.set(attributes, found);
  return found;
}

export function walkOfType(type: AttributeType, visit: Visit): Walk {
  switch (type) {
    case "string":
      return orUnknown((given, path) => {
        if (typeof given !== "string") throw typeMismatch(path, "a string", given);
        return visit.string(given);
      });
    case "bool":
      return orUnknown((given, path) => {
        if (typeof given !== "boolean") throw typeMismatch(path, "a bool", given);
        return given;
      });
    case "number":
      return orUnknown((given, path) => {
        const number = visit.number(given);
        if (number === undefined) throw typeMismatch(path, "a number", given);
        return number;
      });
    default: {
      const item = walkOfType(type[1], visit);
      return orUnknown(type[0] === "map" ? ofMap(item, visit) : ofList(item));
    }
  }
}

function walkOf(shape: Shape, visit: Visit): Walk {
  if ("type" in shape) return walkOfType(shape.type, visit);
  const { nesting_mode: mode, attributes } = shape.nested_type;
  const entry = orUnknown(walkOfObject(attributes, visit));
  switch (mode) {
    case "single":
      return entry;
    case "list":
      return orUnknown(ofList(entry));
    case "map":
      return orUnknown(ofMap(entry, visit));
    default:
      return mode satisfies never;
  }
}

/** Passes null and unknown values through, which every type has. */
const orUnknown =
  (walk: Walk): Walk =>
  (given, path) =>
    given === null || given instanceof Unknown ? given : walk(given, path);

function ofObject(attributes: Attributes, visit: Visit): Walk {
  const parts = Object.entries(attributes).map(([name, shape]) => ({ name, walk: walkOf(shape, visit) }));
  return (given, path) => {
    if (!isPlain(given)) throw typeMismatch(path, "an object", given);
    let others: Map<string, unknown> | undefined;
    for (const { name, walk } of parts) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      path.push(name);
      const result = value === undefined ? null : walk(value, path);
      path.pop();
      if (!Object.is(result, value)) others = (others ?? new Map<string, unknown>()).set(name, result);
    }
    const names = Object.keys(given);
    if (others === undefined && names.length === parts.length) return given;
    const stranger = names.find((name) => !Object.hasOwn(attributes, name));
    if (stranger !== undefined && visit.strangers === "refused")
      throw new TypeMismatchError([...path, stranger], "is not an attribute of the schema");
    return Object.fromEntries(parts.map(({ name }) => [name, others?.has(name) ? others.get(name) : given[name]]));
  };
}

function ofList(item: Walk): Walk {
  return (given, path) => {
    if (!Array.isArray(given)) throw typeMismatch(path, "a list", given);
    const items: readonly unknown[] = given;
    let results: unknown[] | undefined;
    for (const [at, each] of items.entries()) {
      path.push(at);
      const result = item(each, path);
      path.pop();
      if (results === undefined && !Object.is(result, each)) results = items.slice(0, at);
      results?.push(result);
    }
    return results ?? items;
  };
}

function ofMap(entry: Walk, visit: Visit): Walk {
  return (given, path) => {
    if (!isPlain(given)) throw typeMismatch(path, "a map", given);
    const result: Record<string, unknown> = {};
    let isSame = true;
    for (const key of Object.keys(given)) {
      const to = visit.key(key);
      path.push({ key: to });
      const value = entry(given[key], path);
      path.pop();
      isSame &&= to === key && Object.is(value, given[key]);
      define(result, to, value);
    }
    return isSame ? given : result;
  };
}

/** Whether the value is a plain object, not a list or a class that represents a scalar. */
function isPlain(given: unknown): given is Readonly<Record<string, unknown>> {
  if (!isObject(given)) return false;
  const kind: unknown = Object.getPrototypeOf(given);
  return kind === Object.prototype || kind === null;
}
