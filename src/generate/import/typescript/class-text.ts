import { printed } from "../../typescript/print";
import { call, code, object, type Statement, string } from "../../typescript/syntax";
import type { Imported } from "../import-account";
import { constructOf, type TypeScriptOptions } from "./code-options";
import { rulesCode, rulesComment, type Variables } from "./rules-code";

/** The statements that route the repositories; none where no rule is needed. */
export function routingStatements(
  { rules }: Imported,
  variables: Variables,
  { rulesApart = false }: TypeScriptOptions,
): readonly Statement[] {
  const value = rulesCode(rules, variables);
  if (rulesApart) return [{ kind: "blank" }, { kind: "assign", target: "this.rules", value }];
  if (rules.length === 0) return [];
  const props = object([{ key: "rules", value }]);
  return [
    { kind: "blank" },
    { kind: "lines", lines: rulesComment(rules) },
    { kind: "do", value: call("new RepositoryAssignments", code("this"), string("routing"), props) },
  ];
}

/** The class with these statements in its constructor. */
export function classText(body: readonly Statement[], options: TypeScriptOptions): string {
  const inside = printed(body[0]?.kind === "blank" ? body.slice(1) : body, "    ");
  const rules =
    options.rulesApart === true
      ? "  /** To be put before the rules of the app: the first rule that matches decides. */\n" +
        "  readonly rules: readonly AssignmentRule[];\n\n"
      : "";
  return (
    `/** Configurations and routing as they were live when this was imported. */\n` +
    `export class ${constructOf(options).className} extends Construct {\n${rules}  constructor(scope: Construct, id: string) {\n` +
    `    super(scope, id);\n${inside === "" ? "" : `\n${inside}`}  }\n}\n`
  );
}
