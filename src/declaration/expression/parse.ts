import { parseNumber } from "./value";
import { deepest } from "../document";
import { refuse } from "../refusals";

/** A part of a template: literal text, or an expression and the text that it was parsed from. */
export type TemplatePart = { readonly literal: string } | { readonly expression: Expression; readonly source: string };

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

/**
 * Parses an expression of Terraform's language: literals, references, calls, and indexes.
 *
 * @throws CannotEvaluate for anything else
 */
export function parseExpression(text: string): Expression {
  const scanner = new Scanner(text);
  const parsed = expression(scanner, 0);
  if (!scanner.isAtEnd) scanner.unexpected();
  return parsed;
}

const identifier = /[A-Za-z_][\w-]*/y;
const sign = /-[ \t]*(?=\d)/y;
const call = /[ \t]*\(/y;
const loop = /\s*for\b(?!-)/y;
const splat = /\.\*|\[[ \t\r\n]*\*/y;
const blanks = /[ \t]*/y;
const gaps = /[ \t\r\n]*/y;
const attribute = /[A-Za-z_][\w-]*(?=[ \t]*[=:])/y;
const digits = /\d+/y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Takes the blanks around it too. */
function expression(scanner: Scanner, depth: number): Expression {
  if (depth > deepest) refuse("is nested deeper than anything that can be declared.");
  scanner.skipBlanks();
  const parsed = steps(scanner, term(scanner, depth), depth);
  scanner.skipBlanks();
  refuseOperator(scanner);
  return parsed;
}

function term(scanner: Scanner, depth: number): Expression {
  if (scanner.take('"')) return quoted(scanner, depth + 1);
  if (scanner.take("[")) return tuple(scanner, depth);
  if (scanner.take("{")) return object(scanner, depth);
  if (scanner.take("(")) {
    const inside = expression(scanner, depth + 1);
    scanner.expect(")");
    return inside;
  }
  const minus = scanner.match(sign) === undefined ? "" : "-";
  const value = scanner.match(number);
  if (value !== undefined) return { kind: "literal", value: parseNumber(minus + value) };
  const name = scanner.match(identifier);
  if (name === undefined) return refuseOther(scanner);
  if (name === "true" || name === "false") return { kind: "literal", value: name === "true" };
  if (name === "null") return { kind: "literal", value: null };
  if (scanner.isNext("::")) return refuse("is a function of a provider.");
  if (scanner.match(call) !== undefined) return { kind: "call", name, args: args(scanner, depth) };
  return { kind: "reference", steps: [name] };
}

function args(scanner: Scanner, depth: number): readonly Expression[] {
  return list(scanner, ")", () => {
    const parsed = expression(scanner, depth + 1);
    if (scanner.isNext("...")) refuse("spreads a list over arguments.");
    return parsed;
  });
}

function tuple(scanner: Scanner, depth: number): Expression {
  if (scanner.match(loop) !== undefined) refuse("has a `for` expression.");
  return { kind: "tuple", items: list(scanner, "]", () => expression(scanner, depth + 1)) };
}

/**
 * Items between commas, up to the closing bracket; a trailing comma is allowed.
 *
 * @param item takes the blanks behind it too
 */
function list(scanner: Scanner, close: string, item: () => Expression): readonly Expression[] {
  const items: Expression[] = [];
  for (;;) {
    scanner.skipBlanks();
    if (scanner.take(close)) return items;
    items.push(item());
    if (!scanner.take(",") && !scanner.isNext(close)) scanner.unexpected();
  }
}

function object(scanner: Scanner, depth: number): Expression {
  if (scanner.match(loop) !== undefined) refuse("has a `for` expression.");
  const entries: (readonly [Expression, Expression])[] = [];
  for (;;) {
    scanner.skipBlanks();
    if (scanner.take("}")) return { kind: "object", entries };
    const key = objectKey(scanner, depth);
    scanner.match(blanks);
    if (!scanner.take("=") && !scanner.take(":")) scanner.unexpected("a key of an object that is not understood");
    if (/[\r\n]/.test(scanner.match(gaps) ?? "")) scanner.unexpected("a new line behind a key");
    const value = steps(scanner, term(scanner, depth + 1), depth + 1);
    if (depth + 1 > deepest) refuse("is nested deeper than anything that can be declared.");
    entries.push([key, value]);
    const gap = scanner.match(gaps) ?? "";
    refuseOperator(scanner);
    if (!scanner.take(",") && !gap.includes("\n") && !scanner.isNext("}")) scanner.unexpected();
  }
}

function objectKey(scanner: Scanner, depth: number): Expression {
  const name = scanner.match(attribute);
  if (name !== undefined) return { kind: "name", value: name };
  const isInBrackets = scanner.isNext("(");
  const key = steps(scanner, term(scanner, depth + 1), depth + 1);
  if (key.kind === "reference" && !isInBrackets) refuse("has a reference as a key: put it into round brackets.");
  return key;
}

/** The attributes and indexes that follow an expression. */
function steps(scanner: Scanner, start: Expression, depth: number): Expression {
  let found = start;
  for (;;) {
    const before = scanner.at;
    scanner.match(blanks);
    if (scanner.isNext("...")) return found;
    if (scanner.match(splat) !== undefined) return refuse("has a splat.");
    if (scanner.take(".")) {
      const name = scanner.match(identifier) ?? scanner.match(digits) ?? scanner.unexpected();
      found = step(found, { kind: "literal", value: name });
    } else if (scanner.take("[")) {
      if (isRoot(found)) refuseIndex(found);
      const key = expression(scanner, depth + 1);
      scanner.expect("]");
      found = step(found, key);
    } else {
      scanner.at = before;
      return found;
    }
  }
}

/** What comes before the first dot of a reference. */
const isRoot = (found: Expression): boolean => found.kind === "reference" && found.steps.length === 1;

const refuseIndex = (of: Expression): never =>
  of.kind === "reference" && of.steps[0] === "TfToken"
    ? refuse("is a token that cdktf has not resolved. Was it made in another app, or put into a string by hand?")
    : refuse("has an index where a name behind a dot is expected.");

const step = (of: Expression, key: Expression): Expression =>
  of.kind === "reference" && key.kind === "literal" && (typeof key.value === "string" || typeof key.value === "number")
    ? { kind: "reference", steps: [...of.steps, String(key.value)] }
    : { kind: "index", of, key };

/**
 * Parses a text of Terraform's JSON syntax: literal text and `${…}` expressions. `$${` and `%%{` are the literal texts
 * `${` and `%{`.
 *
 * @throws CannotEvaluate
 */
export const parseTemplate = (text: string): readonly TemplatePart[] => templateParts(new Scanner(text), 0, false);

const plainText = /[^$%]+/y;
const plainQuoted = /[^"\\$%\r\n]+/y;
const loneSign = /[$%]/y;
const unicode = /u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}/y;
const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ['"', '"'],
  ["\\", "\\"],
]);

/** The parts up to the end of the text, or to the quote that closes them. */
function templateParts(scanner: Scanner, depth: number, isQuoted: boolean): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = "";
  const flush = (): void => {
    if (literal !== "") parts.push({ literal });
    literal = "";
  };
  while (isQuoted ? !scanner.take('"') : !scanner.isAtEnd) {
    if (scanner.isAtEnd) scanner.unexpected("a string that does not end");
    else if (scanner.take("$${")) literal += "${";
    else if (scanner.take("%%{")) literal += "%{";
    else if (scanner.isNext("%{")) refuse("has a template directive. Write `%%{` for a literal `%{`.");
    else if (scanner.take("${")) {
      flush();
      parts.push(interpolation(scanner, depth));
    } else literal += scanner.match(isQuoted ? plainQuoted : plainText) ?? scanner.match(loneSign) ?? escaped(scanner);
  }
  flush();
  return parts.length === 0 ? [{ literal }] : parts;
}

function interpolation(scanner: Scanner, depth: number): TemplatePart {
  const start = scanner.at;
  scanner.skipBlanks();
  if (scanner.isNext("}")) refuse("is an empty expression.");
  const parsed = expression(scanner, depth);
  if (scanner.isAtEnd) refuse("has an expression that is never closed. Write `$${` for a literal `${`.");
  const source = scanner.text.slice(start, scanner.at).trim();
  scanner.expect("}");
  return { expression: parsed, source };
}

/** A quoted template. One that is a single `${…}` is what is in it. */
function quoted(scanner: Scanner, depth: number): Expression {
  const [first, ...others] = templateParts(scanner, depth, true).map((part): Expression =>
    "literal" in part ? { kind: "literal", value: part.literal } : part.expression,
  );
  return first !== undefined && others.length === 0
    ? first
    : { kind: "text", parts: first === undefined ? [] : [first, ...others] };
}

function escaped(scanner: Scanner): string {
  if (!scanner.take("\\")) return scanner.unexpected("a line that ends inside a string");
  const code = scanner.match(unicode);
  if (code !== undefined) return character(Number.parseInt(code.slice(1), 16));
  const found = escapes.get(scanner.text.charAt(scanner.at));
  if (found === undefined) return scanner.unexpected("an unknown escape");
  scanner.at += 1;
  return found;
}

function character(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) refuse("has an escape that is no character.");
  return String.fromCodePoint(code);
}

const operators = /==|!=|<=|>=|&&|\|\||[-+*/%<>]/y;

/** Refuses operators and comments after an expression, which are not evaluated here. */
function refuseOperator(scanner: Scanner): void {
  if (scanner.isNext("?")) refuse("is a conditional.");
  const operator = scanner.match(operators);
  if (operator === undefined ? scanner.isNext("#") : operator === "/" && (scanner.isNext("/") || scanner.isNext("*")))
    refuse("has a comment.");
  if (operator !== undefined) refuse(`has the operator \`${operator}\`.`);
  if (scanner.isNext("~")) refuse("has a strip marker.");
}

/** Refuses what may begin an expression and is not evaluated here. */
function refuseOther(scanner: Scanner): never {
  if (scanner.isAtEnd) return refuse("is an empty expression.");
  if (scanner.isNext("!") || scanner.isNext("-"))
    return refuse(`has the operator \`${scanner.text.charAt(scanner.at)}\`.`);
  if (scanner.isNext("<<")) return refuse("is a heredoc.");
  if (scanner.isNext("~")) return refuse("has a strip marker.");
  if (scanner.isNext("#") || scanner.isNext("//") || scanner.isNext("/*")) return refuse("has a comment.");
  return scanner.unexpected();
}

/** A position in a text that is parsed. Patterns that it takes must be sticky. */
export class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  isNext(literal: string): boolean {
    return this.text.startsWith(literal, this.at);
  }

  /** Moves behind a literal. @returns whether it was there */
  take(literal: string): boolean {
    const found = this.isNext(literal);
    if (found) this.at += literal.length;
    return found;
  }

  /** Moves behind what a sticky pattern matches. @returns what it matched */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  skipBlanks(): void {
    this.match(gaps);
  }

  expect(literal: string): void {
    if (!this.take(literal)) this.unexpected(`no \`${literal}\``);
  }

  unexpected(what = "something that is not understood here"): never {
    const near = this.text.slice(this.at, this.at + 20);
    return refuse(`has ${what} ${near === "" ? "at its end" : `before ${JSON.stringify(near)}`}.`);
  }
}
