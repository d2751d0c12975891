/** A value that only the service knows: the id of a configuration that is declared here. */
export class IdOf {
  /**
   * @param type of the resource, such as `scanform_configuration`
   * @param key of the configuration, where the resource is a collection
   */
  constructor(
    readonly stack: string,
    readonly type: string,
    readonly name: string,
    readonly key?: string,
  ) {}
}

/** A type of Terraform's. `any` is one that is not known: of null, and of the items of an empty tuple. */
export type Type =
  | { readonly kind: "string" | "number" | "bool" | "any" }
  | { readonly kind: "list" | "set" | "map"; readonly element: Type }
  | { readonly kind: "tuple"; readonly items: readonly Type[] }
  | {
      readonly kind: "object";
      readonly attributes: ReadonlyMap<string, Type>;
      /** Those that a value may lack when it is converted; they are null then. */
      readonly optional?: ReadonlySet<string>;
    };

export const string: Type = { kind: "string" };
export const number: Type = { kind: "number" };
export const bool: Type = { kind: "bool" };
export const any: Type = { kind: "any" };
export const listOf = (element: Type): Type => ({ kind: "list", element });
export const setOf = (element: Type): Type => ({ kind: "set", element });
export const mapOf = (element: Type): Type => ({ kind: "map", element });

export const isPrimitive = ({ kind }: Type): boolean => kind === "string" || kind === "number" || kind === "bool";

export function isSame(a: Type, b: Type): boolean {
  switch (a.kind) {
    case "list":
    case "set":
    case "map":
      return a.kind === b.kind && "element" in b && isSame(a.element, b.element);
    case "tuple":
      return (
        b.kind === "tuple" &&
        a.items.length === b.items.length &&
        a.items.every((each, at) => isSame(each, b.items[at] ?? any))
      );
    case "object":
      return (
        b.kind === "object" &&
        a.attributes.size === b.attributes.size &&
        [...a.attributes].every(([name, type]) => {
          const other = b.attributes.get(name);
          return other !== undefined && isSame(type, other);
        })
      );
    default:
      return a.kind === b.kind;
  }
}

/** Something of it, in a sentence: "a list", "an object". */
export const aOf = ({ kind }: Type): string => (kind === "object" ? `an ${kind}` : `a ${kind}`);

/**
 * The type that values of all these types can be converted to, as Terraform finds it for the items of a list.
 *
 * @returns undefined where Terraform has none, or finds it by rules that are not repeated here
 */
export function unify(types: readonly Type[]): Type | undefined {
  const known = types.filter(({ kind }) => kind !== "any");
  const [first, ...others] = known;
  if (first === undefined) return any;
  // of null and other than text, numbers and booleans, Terraform makes something in some orders only
  if (known.length < types.length && !known.every(isPrimitive)) return undefined;
  return others.reduce<Type | undefined>((found, each) => (found === undefined ? undefined : both(found, each)), first);
}

function both(a: Type, b: Type): Type | undefined {
  if (isSame(a, b)) return a;
  if (isPrimitive(a) && isPrimitive(b)) return a.kind === "string" || b.kind === "string" ? string : undefined;
  if ("element" in a && "element" in b && a.kind === b.kind) {
    const element = unify([a.element, b.element]);
    return element === undefined ? undefined : { kind: a.kind, element };
  }
  if (a.kind === "object" && b.kind === "object") return objects(a.attributes, b.attributes);
  return undefined;
}

function objects(a: ReadonlyMap<string, Type>, b: ReadonlyMap<string, Type>): Type | undefined {
  if (a.size !== b.size) return undefined;
  const attributes = new Map<string, Type>();
  for (const [name, type] of a) {
    const other = b.get(name);
    const found = other === undefined ? undefined : unify([type, other]);
    if (found === undefined) return undefined;
    attributes.set(name, found);
  }
  return { kind: "object", attributes };
}

/** A value with Terraform's type, by which functions tell a list from a set or a tuple. Text is in NFC, as Terraform has it. */
export type Value =
  | { readonly kind: "string"; readonly value: string }
  /** An id that is known later: of a configuration that is declared here, or the placeholder of one that is looked up. */
  | { readonly kind: "later"; readonly value: IdOf | string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "null"; readonly type: Type }
  | Sequence
  | Mapping;

/** Items of a set are in the order in which Terraform lists them. */
export type Sequence =
  | { readonly kind: "list" | "set"; readonly element: Type; readonly items: readonly Value[] }
  | { readonly kind: "tuple"; readonly items: readonly Value[] };

export type Mapping =
  | { readonly kind: "map"; readonly element: Type; readonly entries: ReadonlyMap<string, Value> }
  | { readonly kind: "object"; readonly entries: ReadonlyMap<string, Value> };

export const text = (value: string): Value => ({ kind: "string", value: normal(value) });
/** Text as Terraform holds it: in NFC, and U+FFFD for half a surrogate pair. */
export const normal = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd").normalize("NFC");

export const numeric = (value: number): Value => ({ kind: "number", value });
export const flag = (value: boolean): Value => ({ kind: "bool", value });
export const nothing: Value = { kind: "null", type: any };

export const isSequence = (value: Value): value is Sequence =>
  value.kind === "list" || value.kind === "set" || value.kind === "tuple";
export const isMapping = (value: Value): value is Mapping => value.kind === "map" || value.kind === "object";

export function typeOf(value: Value): Type {
  switch (value.kind) {
    case "string":
    case "later":
      return string;
    case "number":
      return number;
    case "bool":
      return bool;
    case "null":
      return value.type;
    case "list":
    case "set":
    case "map":
      return { kind: value.kind, element: value.element };
    case "tuple":
      return { kind: "tuple", items: value.items.map(typeOf) };
    default:
      return { kind: "object", attributes: new Map([...value.entries].map(([key, each]) => [key, typeOf(each)])) };
  }
}

/** The entries in the order of the code points of their keys, which is Terraform's. */
export const sortedEntries = ({ entries }: Mapping): readonly (readonly [string, Value])[] =>
  [...entries].sort(([a], [b]) => byCodePoint(a, b));

/** Compares texts as Go does: by their bytes in UTF-8, which is by code points. */
export const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
