import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { evaluated } from "../evaluated";
import { given, surroundings } from "./arbitrary";

/** What the CLI makes of an expression or a variable: its value, or why it refuses. */
export type Outcome = { readonly value: unknown } | { readonly why: string };

/** An expression among `surroundings`. */
export interface ExpressionCase {
  /** The function that it is about, or "no function". */
  readonly kind: string;
  readonly expression: string;
}

/** A variable of a type, or of none, with a text from TF_VAR or a default. */
export interface VariableCase {
  readonly type?: string;
  readonly source: "TF_VAR" | "a default";
  readonly given: unknown;
}

/** A case with the value that Terraform gives, absent where it refuses, and why the CLI refuses, where it does. */
export type Recorded<Case> = Case & { readonly terraform?: unknown; readonly why?: string };

export function outcomeOfExpression({ expression }: ExpressionCase): Outcome {
  const values = new Map(Object.entries(given).map(([name, value]) => [name.slice("TF_VAR_".length), value]));
  return outcome(
    evaluated(`\${${expression}}`, surroundings, (name) => values.get(name)),
    `\`\${${expression}}\` `,
  );
}

/** The block of a variable. */
export const blockOf = ({ type, source, given: value }: VariableCase) => ({
  ...(type === undefined ? {} : { type }),
  ...(source === "TF_VAR" ? {} : { default: typeof value === "string" ? value.replaceAll("${", "$${") : value }),
});

export function outcomeOfVariable(each: VariableCase): Outcome {
  const text = each.source === "TF_VAR" ? String(each.given) : undefined;
  const before = "`${var.it}` refers to a variable that cannot be read: ";
  return outcome(
    evaluated("${var.it}", { variable: { it: blockOf(each) } }, () => text),
    before,
  );
}

/** @param before what each reason begins with, and is left out */
const outcome = ({ value, problems }: ReturnType<typeof evaluated>, before: string): Outcome =>
  problems.length === 0
    ? { value }
    : {
        why: problems
          .map(([, detail]) => (detail?.startsWith(before) === true ? detail.slice(before.length) : detail))
          .join(" "),
      };

const pathOf = (name: string): string => join(__dirname, "golden", `${name}.jsonl`);

/**
 * Cases that the real terraform has answered: UPDATE_GOLDEN=1 in test/acceptance/terraform/expressions.test.ts. They were
 * chosen from 1,966: of 1,100 mistakes in the evaluator, each is noticed by four of them, or by as many as have noticed it.
 */
function golden<Case>(name: string): readonly Recorded<Case>[] {
  const lines = readFileSync(pathOf(name), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Recorded<Case>);
}

export const goldenExpressions = () => golden<ExpressionCase>("expressions");
export const goldenVariables = () => golden<VariableCase>("variables");

/** One line for each case. */
export const writeGolden = (name: "expressions" | "variables", cases: readonly Recorded<object>[]): void => {
  writeFileSync(pathOf(name), cases.map((each) => `${JSON.stringify(each)}\n`).join(""));
};
