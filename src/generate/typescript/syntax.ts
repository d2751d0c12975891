import { escapedUnits } from "../../diagnostics/foreign-text";

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
  | {
      readonly key: string;
      /** The key is code, such as `Analyzers.XSS`, and not a text. */
      readonly computed?: boolean;
      readonly value: Expression;
      /** Follows it on its line. Text of ours: it is not escaped. */
      readonly comment?: string;
    }
  | { readonly spread: Expression; readonly comment?: never };

export type Statement =
  | {
      readonly kind: "const";
      readonly name: string;
      readonly type?: string;
      readonly value: Expression;
      readonly exported?: boolean;
    }
  /** A function that is assigned; one without statements takes no parameter. */
  | {
      readonly kind: "function";
      readonly target: string;
      readonly parameter: string;
      readonly body: readonly Statement[];
    }
  | { readonly kind: "do"; readonly value: Expression }
  /** Lines as they are, without line feeds. */
  | { readonly kind: "lines"; readonly lines: readonly string[] }
  | { readonly kind: "blank" };

export const string = (text: string): Expression => ({ kind: "string", text });
export const code = (text: string): Expression => ({ kind: "code", code: text });
export const array = (items: readonly Expression[]): Expression => ({ kind: "array", items });
export const object = (members: readonly Member[]): Expression => ({ kind: "object", members });
export const call = (callee: string, ...args: readonly Expression[]): Expression => ({ kind: "call", callee, args });

/** A list or an object that is not empty. */
export const hasParts = (value: Expression): boolean =>
  (value.kind === "object" && value.members.length > 0) || (value.kind === "array" && value.items.length > 0);

/** The expressions in an expression, each with its key; a member of a list has none. */
export function childrenOf(value: Expression): readonly { readonly key: string; readonly value: Expression }[] {
  switch (value.kind) {
    case "string":
    case "code":
      return [];
    case "array":
      return value.items.map((item) => ({ key: "", value: item }));
    case "object":
      return value.members.map((each) => ("spread" in each ? { key: "slugs", value: each.spread } : each));
    case "call":
      return value.args.map((arg) => ({ key: "slugs", value: arg }));
    default:
      return value satisfies never;
  }
}

/**
 * What a reader could not see, what ends a line, and `##vso[`, which the runner of a pipeline takes for a command wherever
 * code is printed: written as an escape. Halves of a character are written alone.
 */
export const unseen =
  /["\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|#(?=#[a-z]*\[)/gu;

export const shortEscapes: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\\": "\\\\",
  '"': '\\"',
};

const escaped = (character: string): string => shortEscapes[character] ?? escapedUnits(character);

/**
 * A string literal in which everything is visible and nothing ends the literal. As prettier writes it: in double quotes,
 * unless single ones need fewer escapes.
 */
export function stringLiteral(text: string): string {
  const [double, single] = [text.split('"').length, text.split("'").length];
  if (double <= single) return `"${text.replace(unseen, escaped)}"`;
  return `'${text.replace(unseen, (character) => (character === '"' ? character : escaped(character))).replaceAll("'", "\\'")}'`;
}

/** The text for a place that Terraform evaluates as a template: cdktf does not escape `${` and `%{`. */
export const templateLiteral = (text: string): string => text.replace(/([$%])(?=\{)/g, "$1$1");
