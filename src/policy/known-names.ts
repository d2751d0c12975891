import { createRequire } from "node:module";
import type { ZodType } from "zod";
import type { Fields } from "../model/field";
import { isObject } from "../model/json";
import { settingsFields } from "../model/settings";
import { suggestion } from "../model/suggest";
import type * as Shapes from "../report/document-shape";
import type * as Zod from "zod";

const load = createRequire(__filename);

/** A policy has asked for a name that what it is given cannot have: undefined would pass for a value. */
export class UnknownNameError extends Error {
  override readonly name = "UnknownNameError";
}

/** What the language itself, and those who print or compare objects, ask for. */
const alwaysAsked: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...["then", "toJSON", "inspect", "asymmetricMatch", "nodeType", "nodeName", "tagName"],
]);

const isAlwaysAsked = (name: string): boolean => alwaysAsked.has(name) || /^[$@_]/.test(name);

/**
 * What objects at one place inherit from: it answers for the names that an object lacks. Absent where the object may have
 * the name, and an error where it cannot. An object is found at once in its own properties, as fast as without this.
 *
 * @param place of the objects, such as `account.effects[]`
 * @param optional the names that are absent from some of them
 */
const prototypeAt = (place: string, optional: () => readonly string[]): object => {
  const refuse = (name: string, own: readonly string[]): void => {
    if (isAlwaysAsked(name)) return;
    const known = [...new Set([...own, ...optional()])];
    if (!known.includes(name))
      throw new UnknownNameError(`${place} has no ${JSON.stringify(name)}. ${suggestion(name, known, known.length)}`);
  };
  return new Proxy(
    {},
    {
      get: (target, name, receiver: object) => {
        if (typeof name === "string") refuse(name, Object.keys(receiver));
        return Reflect.get(target, name, receiver) as unknown;
      },
      has: (target, name) => {
        if (typeof name === "string") refuse(name, []);
        return Reflect.has(target, name);
      },
    },
  );
};

/** By place: all of an account share them. */
const prototypes = new Map<string, object>();

function inheriting<T extends object>(object: T, place: string, optional: () => readonly string[]): T {
  const known = prototypes.get(place) ?? prototypeAt(place, optional);
  prototypes.set(place, known);
  return Object.setPrototypeOf(object, known) as T;
}

/** Has an object refuse names that it does not have. @param place of it in errors, such as `after.repositories[]` */
export const withOwnNames = <T extends object>(object: T, place: string): T => inheriting(object, place, () => []);

/** Objects whose names are anybody's: the values of leaves. */
const anyNames: ReadonlySet<string> = new Set(["before", "after", "policy_titles"]);

/** Has each object of an account's document refuse names that it cannot have. Changes them in place. */
export function withKnownNames<T extends object>(account: T): T {
  const open: (readonly [object: object, place: string])[] = [[account, "account"]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [object, at] = next;
    if (!Array.isArray(object)) inheriting(object, at, () => namesAt(at));
    for (const [key, value] of Object.entries(object) as [string, unknown][])
      if (typeof value === "object" && value !== null && !anyNames.has(key))
        open.push([value, Array.isArray(object) ? `${at}[]` : `${at}.${key}`]);
  }
  return account;
}

/** The names of the objects at a place of the account's document: those of its shape. Loads zod, which few policies need. */
function namesAt(place: string): readonly string[] {
  const { accountShape } = load("../report/document-shape") as typeof Shapes;
  const { ZodArray, ZodNullable, ZodObject, ZodOptional } = load("zod") as typeof Zod;
  const inner = (shape: unknown): unknown => {
    if (shape instanceof ZodOptional || shape instanceof ZodNullable) return inner(shape.unwrap());
    return shape;
  };
  const steps = place.replaceAll("[]", ".[]").split(".").slice(1);
  const found = steps.reduce<unknown>((shape, step) => {
    const at = inner(shape);
    if (at instanceof ZodArray) return at.element;
    return at instanceof ZodObject ? (at.shape as Readonly<Record<string, ZodType>>)[step] : undefined;
  }, accountShape);
  const shape = inner(found);
  const names = shape instanceof ZodObject ? Object.keys(shape.shape) : [];
  return steps.length === 0 ? names.filter((name) => !notGiven.has(name)) : names;
}

/** What a document has of an account besides what policies are given as the account. */
const notGiven: ReadonlySet<string> = new Set(["before", "after", "policies", "waivers"]);

/** The same for settings, whose names are those of the model. A slug is anybody's. */
export const withKnownSettings = (settings: object): void => {
  knownFields(settings, settingsFields, "settings");
};

function knownFields(values: unknown, fields: Fields, place: string): void {
  if (!isObject(values)) return;
  inheriting(values, place, () => Object.keys(fields));
  for (const [name, field] of Object.entries(fields)) {
    const [value, at] = [values[name], `${place}.${name}`];
    if (field.kind === "object") knownFields(value, field.fields, at);
    else if (field.kind === "map" && isObject(value))
      for (const each of Object.values(value)) knownFields(each, field.entry, `${at}[]`);
    else if (field.kind === "keyed" && Array.isArray(value))
      for (const each of value) knownFields(each, field.entry, `${at}[]`);
  }
}
