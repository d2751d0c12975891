import { visibleJson } from "../../diagnostics/foreign-text";
import { textWidth } from "../../diagnostics/text-width";

/** Columns of a line, as prettier has them by default. */
const columns = 80;

/**
 * A text as a string literal, in which everything is visible and nothing ends the literal. As prettier writes it: in
 * double quotes, unless single ones need fewer escapes.
 */
export function literal(text: string): string {
  const double = visibleJson(JSON.stringify(text));
  const count = (quote: string): number => text.split(quote).length - 1;
  if (count('"') <= count("'")) return double;
  const inside = double.slice(1, -1).replace(/\\(.)|'/gs, (all, escaped?: string) => {
    if (escaped === undefined) return "\\'";
    return escaped === '"' ? '"' : all;
  });
  return `'${inside}'`;
}

/** A property of an object, on one line or, where that is too long, on two. */
export function property(name: string, value: string): string {
  const key = /^[A-Z_][A-Z\d_]*$/i.test(name) ? name : literal(name);
  const line = `  ${key}: ${value},`;
  return textWidth(line) <= columns || textWidth(key) < 5 ? line : `  ${key}:\n    ${value},`;
}
