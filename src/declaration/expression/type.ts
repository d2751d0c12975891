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

/** The kind with its article: "a list", "an object". */
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
  // of null beside anything but text, numbers and booleans, Terraform finds a type in some orders only
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
