import type { IdOf } from "../id-of";
import { any, bool, number, string, type Type } from "./type";

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
