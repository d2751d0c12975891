import type { Expression, Statement } from "../../typescript/syntax";

const identifiers = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** The identifiers in code, in whatever role; those in texts are none. */
export function usedNames(statements: readonly Statement[]): ReadonlySet<string> {
  const used = new Set<string>();
  const add = (code: string): void => {
    for (const [name] of code.matchAll(identifiers)) used.add(name);
  };
  const walk = (expression: Expression): void => {
    switch (expression.kind) {
      case "string":
        return;
      case "code":
        add(expression.code);
        return;
      case "array":
        expression.items.forEach(walk);
        return;
      case "object":
        for (const member of expression.members) {
          if ("key" in member && member.computed === true) add(member.key);
          walk("spread" in member ? member.spread : member.value);
        }
        return;
      case "call":
        add(expression.callee);
        expression.args.forEach(walk);
        return;
      default:
        return expression satisfies never;
    }
  };
  for (const statement of statements) {
    if (statement.kind === "const" && statement.type !== undefined) add(statement.type);
    if ("value" in statement) walk(statement.value);
  }
  return used;
}
