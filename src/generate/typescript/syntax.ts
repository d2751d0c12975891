/** The part of TypeScript that is generated, as a tree. */

export type Expression =
  | { readonly kind: "string"; readonly text: string }
  /** A number, a boolean, `undefined`, `this`, or a name such as `Comment.ENABLED`. */
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "array"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly members: readonly Member[] }
  /** `new` is a part of the callee. */
  | { readonly kind: "call"; readonly callee: string; readonly args: readonly Expression[] };

export type Member =
  /** `computed`: the key is code, such as `Analyzers.XSS`, and not a text. */
  { readonly key: string; readonly computed?: boolean; readonly value: Expression } | { readonly spread: Expression };

export type Statement =
  | {
      readonly kind: "const";
      readonly name: string;
      readonly type?: string;
      readonly value: Expression;
      readonly exported?: boolean;
    }
  | { readonly kind: "assign"; readonly target: string; readonly value: Expression }
  | { readonly kind: "do"; readonly value: Expression }
  /** Lines as they are, without line feeds. */
  | { readonly kind: "lines"; readonly lines: readonly string[] }
  | { readonly kind: "blank" };

export const string = (text: string): Expression => ({ kind: "string", text });
export const code = (text: string): Expression => ({ kind: "code", code: text });
export const array = (items: readonly Expression[]): Expression => ({ kind: "array", items });
export const object = (members: readonly Member[]): Expression => ({ kind: "object", members });
export const call = (callee: string, ...args: readonly Expression[]): Expression => ({ kind: "call", callee, args });
