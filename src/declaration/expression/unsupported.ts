import { cannot } from "./cannot-evaluate";
import type { Scanner } from "./scanner";

const operators = /==|!=|<=|>=|&&|\|\||[-+*/%<>]/y;

/** Refuses what may stand behind an expression and is not evaluated here. */
export function refuseOperator(scanner: Scanner): void {
  if (scanner.isNext("?")) cannot("is a conditional.");
  const operator = scanner.match(operators);
  if (operator === "/") refuseComment(scanner);
  if (operator !== undefined) cannot(`has the operator \`${operator}\`.`);
  if (scanner.isNext("#")) cannot("has a comment.");
  if (scanner.isNext("~")) cannot("has a strip marker.");
}

function refuseComment(scanner: Scanner): void {
  if (scanner.isNext("/") || scanner.isNext("*")) cannot("has a comment.");
}

/** Refuses what may begin an expression and is not evaluated here. */
export function refuseOther(scanner: Scanner): never {
  if (scanner.isAtEnd) return cannot("is an empty expression.");
  if (scanner.isNext("!") || scanner.isNext("-"))
    return cannot(`has the operator \`${scanner.text.charAt(scanner.at)}\`.`);
  if (scanner.isNext("<<")) return cannot("is a heredoc.");
  if (scanner.isNext("~")) return cannot("has a strip marker.");
  if (scanner.isNext("#") || scanner.isNext("//") || scanner.isNext("/*")) return cannot("has a comment.");
  return scanner.unexpected();
}
