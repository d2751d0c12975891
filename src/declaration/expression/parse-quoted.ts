import { cannot } from "./cannot-evaluate";
import type { Scanner } from "./scanner";
import type { Expression } from "./syntax";

const plain = /[^"\\$%\r\n]+/y;
const sign = /[$%]/y;
const unicode = /u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}/y;
const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ['"', '"'],
  ["\\", "\\"],
]);

/**
 * Parses a quoted template. One that is a single `${…}` is what stands in it.
 *
 * @param parse an expression from the scanner's position
 */
export function parseQuoted(scanner: Scanner, parse: (scanner: Scanner) => Expression): Expression {
  scanner.expect('"');
  const parts: Expression[] = [];
  let literal = "";
  const flush = (): void => {
    if (literal !== "") parts.push({ kind: "literal", value: literal });
    literal = "";
  };
  while (!scanner.take('"')) {
    if (scanner.isAtEnd) scanner.unexpected("a text that does not end");
    else if (scanner.take("$${")) literal += "${";
    else if (scanner.take("%%{")) literal += "%{";
    else if (scanner.isNext("%{")) cannot("has a template directive. Write `%%{` for a literal `%{`.");
    else if (scanner.take("${")) {
      flush();
      parts.push(parse(scanner));
      scanner.expect("}");
    } else literal += scanner.match(plain) ?? other(scanner);
  }
  flush();
  const [only] = parts;
  if (only === undefined) return { kind: "literal", value: "" };
  return parts.length === 1 ? only : { kind: "text", parts };
}

/** An escape, or a `$` or `%` that begins nothing. */
function other(scanner: Scanner): string {
  if (!scanner.take("\\")) return scanner.match(sign) ?? scanner.unexpected("a line that ends inside a text");
  const code = scanner.match(unicode);
  if (code !== undefined) return character(Number.parseInt(code.slice(1), 16));
  const escaped = escapes.get(scanner.text.charAt(scanner.at));
  if (escaped === undefined) return scanner.unexpected("an unknown escape");
  scanner.at += 1;
  return escaped;
}

function character(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) cannot("has an escape that is no character.");
  return String.fromCodePoint(code);
}
