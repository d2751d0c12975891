import { deepest } from "../document";
import { cannot } from "./cannot-evaluate";
import { parseNumber } from "./number";
import { parseQuoted } from "./parse-quoted";
import { Scanner } from "./scanner";
import type { Expression } from "./syntax";
import { refuseOperator, refuseOther } from "./unsupported";

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
  if (depth > deepest) cannot("is nested deeper than anything that can be declared.");
  scanner.skipBlanks();
  const parsed = steps(scanner, term(scanner, depth), depth);
  scanner.skipBlanks();
  refuseOperator(scanner);
  return parsed;
}

function term(scanner: Scanner, depth: number): Expression {
  if (scanner.isNext('"')) return parseQuoted(scanner, (inside) => expression(inside, depth + 1));
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
  if (scanner.isNext("::")) return cannot("is a function of a provider.");
  if (scanner.match(call) !== undefined) return { kind: "call", name, args: args(scanner, depth) };
  return { kind: "reference", steps: [name] };
}

function args(scanner: Scanner, depth: number): readonly Expression[] {
  return list(scanner, ")", () => {
    const parsed = expression(scanner, depth + 1);
    if (scanner.isNext("...")) cannot("spreads a list over arguments.");
    return parsed;
  });
}

function tuple(scanner: Scanner, depth: number): Expression {
  if (scanner.match(loop) !== undefined) cannot("has a `for` expression.");
  return { kind: "tuple", items: list(scanner, "]", () => expression(scanner, depth + 1)) };
}

/**
 * What stands between commas, up to what closes it; a comma may stand behind the last.
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
  if (scanner.match(loop) !== undefined) cannot("has a `for` expression.");
  const entries: (readonly [Expression, Expression])[] = [];
  for (;;) {
    scanner.skipBlanks();
    if (scanner.take("}")) return { kind: "object", entries };
    const key = objectKey(scanner, depth);
    scanner.match(blanks);
    if (!scanner.take("=") && !scanner.take(":")) scanner.unexpected("a key of an object that is not understood");
    if (/[\r\n]/.test(scanner.match(gaps) ?? "")) scanner.unexpected("a new line behind a key");
    const value = steps(scanner, term(scanner, depth + 1), depth + 1);
    if (depth + 1 > deepest) cannot("is nested deeper than anything that can be declared.");
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
  if (key.kind === "reference" && !isInBrackets) cannot("has a reference as a key: put it into round brackets.");
  return key;
}

/** What an expression takes out of the one before it. */
function steps(scanner: Scanner, start: Expression, depth: number): Expression {
  let found = start;
  for (;;) {
    const before = scanner.at;
    scanner.match(blanks);
    if (scanner.isNext("...")) return found;
    if (scanner.match(splat) !== undefined) return cannot("has a splat.");
    if (scanner.take(".")) {
      const name = scanner.match(identifier) ?? scanner.match(digits) ?? scanner.unexpected();
      found = step(found, { kind: "literal", value: name });
    } else if (scanner.take("[")) {
      if (isRoot(found)) cannot("has an index where a name behind a dot is expected.");
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

const step = (of: Expression, key: Expression): Expression =>
  of.kind === "reference" && key.kind === "literal" && (typeof key.value === "string" || typeof key.value === "number")
    ? { kind: "reference", steps: [...of.steps, String(key.value)] }
    : { kind: "index", of, key };
