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
