/** An expression of Terraform's language, as far as it is evaluated here. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** A key of an object that is written without quotes. */
  | { readonly kind: "name"; readonly value: string }
  /** A quoted template of several parts. */
  | { readonly kind: "text"; readonly parts: readonly Expression[] }
  | { readonly kind: "tuple"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: Expression, value: Expression])[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  /** A root name and the steps from there that are written out, such as `var`, `names`, `0`. */
  | { readonly kind: "reference"; readonly steps: readonly [string, ...string[]] }
  | { readonly kind: "index"; readonly of: Expression; readonly key: Expression };
