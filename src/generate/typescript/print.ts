import { textWidth } from "../../diagnostics/text-width";
import { childrenOf, type Expression, hasParts, type Member, type Statement, stringLiteral } from "./syntax";

/** The width of a line, as prettier has it without a configuration. */
const width = 80;

/** The statements as prettier writes them, each line after `indent`. */
export const printed = (statements: readonly Statement[], indent = ""): string =>
  statements.map((statement) => `${statementText(statement, indent)}\n`).join("");

function statementText(statement: Statement, indent: string): string {
  switch (statement.kind) {
    case "blank":
      return "";
    case "lines":
      return statement.lines.map((line) => (line === "" ? "" : indent + line)).join("\n");
    case "do":
      return `${indent}${broken(statement.value, indent, indent.length, 1)};`;
    case "function": {
      const { target, parameter, body } = statement;
      if (body.length === 0) return `${indent}${target} = () => undefined;`;
      return `${indent}${target} = (${parameter}) => {\n${printed(body, `${indent}  `)}${indent}};`;
    }
    case "const": {
      const { name, type, value } = statement;
      const head = `${indent}${statement.exported === true ? "export " : ""}const ${name}${type === undefined ? "" : `: ${type}`} =`;
      return `${head}${assigned(value, indent, textWidth(head), 1)};`;
    }
    default:
      return statement satisfies never;
  }
}

/** The text on one line. @param shown the text of each expression in it */
export function flat(expression: Expression, shown: (part: Expression) => string = (part) => flat(part)): string {
  switch (expression.kind) {
    case "string":
      return stringLiteral(expression.text);
    case "code":
      return expression.code;
    case "array":
      return `[${expression.items.map((item) => shown(item)).join(", ")}]`;
    case "object":
      return expression.members.length === 0
        ? "{}"
        : `{ ${expression.members.map((member) => memberText(member, shown)).join(", ")} }`;
    case "call":
      return `${expression.callee}(${expression.args.map((arg) => shown(arg)).join(", ")})`;
    default:
      return expression satisfies never;
  }
}

const memberText = (member: Member, shown: (part: Expression) => string): string =>
  "spread" in member ? `...${shown(member.spread)}` : `${memberKey(member)}: ${shown(member.value)}`;

const widths = new WeakMap<Expression, number>();

/** The columns of the text on one line. Kept, since texts with emoji take long to measure. */
function widthOf(expression: Expression): number {
  const known =
    widths.get(expression) ??
    childrenOf(expression).reduce(
      (columns, { value }) => columns + widthOf(value),
      textWidth(flat(expression, () => "")),
    );
  widths.set(expression, known);
  return known;
}

/** A member's key as it is written. */
export const memberKey = ({ key, computed }: { readonly key: string; readonly computed?: boolean }): string =>
  computed === true ? `[${key}]` : keyText(key);

/** `__proto__` as a plain key would set the prototype. */
export const keyText = (key: string): string => {
  if (key === "__proto__") return '["__proto__"]';
  return identifier.test(key) && !invisible.test(key) ? key : stringLiteral(key);
};

/** As of ECMAScript 5: without the characters that take two code units. */
const identifier = /^[\p{L}\p{Nl}$_](?:[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$](?<![\u{10000}-\u{10ffff}]))*$/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** @param column where it begins. @param after the length of what follows on its last line */
function broken(expression: Expression, indent: string, column: number, after: number): string {
  if (!mustBreak(expression) && column + widthOf(expression) + after <= width) return flat(expression);
  const inner = `${indent}  `;
  switch (expression.kind) {
    case "string":
    case "code":
      return flat(expression);
    case "array": {
      if (expression.items.length === 0) return "[]";
      const items = expression.items.map((item) => `${inner}${broken(item, inner, inner.length, 1)},\n`);
      return `[\n${items.join("")}${indent}]`;
    }
    case "object": {
      if (expression.members.length === 0) return "{}";
      const members = expression.members.map(
        (member) => `${inner}${brokenMember(member, inner)},${commentText(member)}\n`,
      );
      return `{\n${members.join("")}${indent}}`;
    }
    case "call":
      return brokenCall(expression, indent, column, after);
    default:
      return expression satisfies never;
  }
}

const commentText = ({ comment }: Member): string => (comment === undefined ? "" : ` // ${comment}`);

function brokenMember(member: Member, indent: string): string {
  if ("spread" in member) return `...${broken(member.spread, indent, indent.length + 3, 1)}`;
  const key = memberKey(member);
  const columns = textWidth(key);
  return `${key}:${assigned(member.value, indent, indent.length + columns + 1, 1, columns)}`;
}

/** What a line gains by a break must be worth it: prettier keeps a shorter key and its value together. */
const shortKey = 5;

/** What follows `=` or `:`: a string or a name that does not fit goes to a line of its own, unless its key is short. */
function assigned(value: Expression, indent: string, column: number, after: number, keyLength = Infinity): string {
  const fits = column + 1 + widthOf(value) + after <= width;
  if (!canMove(value) || fits || keyLength < shortKey) return ` ${broken(value, indent, column + 1, after)}`;
  return `\n${indent}  ${flat(value)}`;
}

const canMove = (value: Expression): boolean =>
  value.kind === "string" || (value.kind === "code" && !/^(?:true|false|[-\d].*)$/.test(value.code));

type Call = Extract<Expression, { readonly kind: "call" }>;

/** The last argument alone is broken where the others fit beside it; else each gets a line. */
function brokenCall({ callee, args }: Call, indent: string, column: number, after: number): string {
  const last = args.at(-1);
  const head = `${callee}(${args
    .slice(0, -1)
    .map((each) => `${flat(each)}, `)
    .join("")}`;
  const hugs =
    last !== undefined &&
    !args.slice(0, -1).some(mustBreak) &&
    hasParts(last) &&
    args.at(-2)?.kind !== last.kind &&
    column + textWidth(head) + 1 <= width;
  if (hugs) return `${head}${broken(last, indent, width, after)})`;
  const inner = `${indent}  `;
  return `${callee}(\n${args.map((each) => `${inner}${broken(each, inner, inner.length, 1)},\n`).join("")}${indent})`;
}

/** prettier breaks a list of several objects, or of several lists, that have more than one element each. A comment ends its line. */
function mustBreak(expression: Expression): boolean {
  if (expression.kind === "object" && expression.members.some(({ comment }) => comment !== undefined)) return true;
  if (childrenOf(expression).some(({ value }) => mustBreak(value))) return true;
  if (expression.kind !== "array" || expression.items.length < 2) return false;
  return (
    expression.items.every((item) => item.kind === "object" && item.members.length > 1) ||
    expression.items.every((item) => item.kind === "array" && item.items.length > 1)
  );
}
