import { isExact } from "./expression/number";
import { longestText, tooLong } from "./expression/functions/longest-text";
import { normal, text as typedText, type Value } from "./expression/value";
import type { Expressions } from "./expressions";
import { isPlain, type DocumentPath } from "./document";
import type { Lookups } from "./lookups";
import { type Refusals, shortened } from "./refusals";
import { parseTemplate, type Part } from "./template";

/** The number that encodes a token of cdktf. cdktf does not resolve it behind a sign, as in `risk-${n}`. */
const numberToken = /-8\.10956\d*e\+298/;

/** Evaluates texts, in which there may be expressions. What cannot be evaluated becomes a diagnostic. */
export class Templates {
  constructor(
    readonly expressions: Expressions,
    readonly lookups: Lookups,
    readonly refusals: Refusals,
  ) {}

  /** What a text comes to, as it stands in JSON; undefined after a diagnostic. */
  plain(text: string, place: DocumentPath): unknown {
    if (isPlain(text)) return text;
    const parts = this.#parts(text, place);
    const values = parts?.map((part) =>
      "expression" in part ? this.expressions.plain(part.expression, place) : this.#literal(part, place),
    );
    return values === undefined || values.length === 1 ? values?.[0] : this.#joined(text, values, place);
  }

  /** The same with its type. */
  typed(text: string, place: DocumentPath): Value | undefined {
    const [first, second] = this.#parts(text, place) ?? [];
    if (first !== undefined && second === undefined && "expression" in first)
      return this.expressions.typed(first.expression, place);
    const found = this.plain(text, place);
    return typeof found === "string" ? typedText(found) : undefined;
  }

  #parts(text: string, place: DocumentPath): readonly Part[] | undefined {
    if (text.length <= longestText) return parseTemplate(text);
    this.refusals.add(place, `This text is to be evaluated, and ${tooLong}`);
    return undefined;
  }

  #literal(part: Exclude<Part, { expression: string }>, place: DocumentPath): string | undefined {
    if ("literal" in part && !numberToken.test(part.literal)) return part.literal;
    this.refusals.add(place, whyNot(part));
    return undefined;
  }

  #joined(text: string, values: readonly unknown[], place: DocumentPath): string | undefined {
    if (values.includes(undefined)) return undefined;
    const found = this.#join(values);
    if ("whole" in found) return found.whole;
    this.refusals.add(place, `${shortened(JSON.stringify(text))} ${found.why}`);
    return undefined;
  }

  #join(values: readonly unknown[]): { readonly whole: string } | { readonly why: string } {
    if (values.some((each) => this.lookups.isPlaceholder(each)))
      return { why: "puts an id that is looked up into a longer text." };
    if (!values.every(isScalar)) return { why: "puts a value into a text that is not a text, a number or a boolean." };
    if (values.some((each) => typeof each === "number" && !isExact(each)))
      return { why: "puts a number into a text that has more digits than the CLI counts with." };
    const whole = values.map(String);
    const length = whole.reduce((sum, each) => sum + each.length, 0);
    return length <= longestText ? { whole: normal(whole.join("")) } : { why: `comes to a text that ${tooLong}` };
  }
}

function whyNot(part: Exclude<Part, { expression: string }>): string {
  if ("unclosed" in part)
    return `${shortened(JSON.stringify(part.unclosed))} is never closed. Double its first character for a literal one.`;
  if ("directive" in part)
    return `\`%{${shortened(part.directive)}}\` is a template directive. Write \`%%{\` for a literal \`%{\`.`;
  return `${shortened(JSON.stringify(part.literal))} holds a number that cdktf did not resolve. Use Token.asString on it, or a space before it.`;
}

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";
