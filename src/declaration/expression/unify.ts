import { any, isPrimitive, isSame, string, type Type } from "./type";

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
