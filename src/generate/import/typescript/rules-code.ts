import { templateLiteral } from "../../typescript/literal";
import { array, code, type Expression, object, string } from "../../typescript/syntax";
import type { Rule } from "../routing/rule";

/** The variable of each configuration that has one, by its id. */
export type Variables = ReadonlyMap<string, string>;

export const rulesCode = (rules: readonly Rule[], variables: Variables): Expression =>
  array(rules.map((rule) => ruleCode(rule, variables)));

const ruleCode = ({ target, ids, names, pattern }: Rule, variables: Variables): Expression =>
  object([
    target === undefined
      ? { key: "leave", value: code("true") }
      : { key: "configuration", value: code(variables.get(target) ?? "undefined") },
    ...(ids.length === 0 ? [] : [{ key: "repositoryIds", value: array(ids.map(string)) }]),
    ...(names.length === 0 ? [] : [{ key: "repositoryNames", value: texts(names) }]),
    ...(pattern === undefined ? [] : [{ key: "repositoryPattern", value: string(templateLiteral(pattern)) }]),
  ]);

const texts = (all: readonly string[]): Expression => array(all.map((each) => string(templateLiteral(each))));

/** Every pattern takes repositories that are created later; the one for all of them deserves a word. */
export const rulesComment = (rules: readonly Rule[]): readonly string[] =>
  rules.at(-1)?.pattern === "%"
    ? [
        "// The first rule that matches decides. The last one is for all the others,",
        "// and so for repositories that are created later.",
      ]
    : ["// The first rule that matches decides, for repositories created later too."];
