import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { callTo, functionNames, given, surroundings, withoutCall } from "../../declaration/expression/arbitrary";
import {
  blockOf,
  type ExpressionCase,
  goldenExpressions,
  goldenVariables,
  type Outcome,
  outcomeOfExpression,
  outcomeOfVariable,
  type Recorded,
  type VariableCase,
  writeGolden,
} from "../../declaration/expression/cases";
import { describeWithTerraform, terraformIn } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";

/** How many expressions with each function. */
const samples = 40;
const seed = Number(process.env["SEED"] ?? Date.now());

const folder = temporaryFolder();

/** The values of expressions as Terraform has them, as JSON; undefined for those that it refuses. */
async function evaluatedByTerraform(expressions: readonly string[]): Promise<readonly (string | undefined)[]> {
  const values = expressions.map((each) => `\${try(jsonencode(${each}), null)}`);
  return outputs({ ...surroundings, output: { all: { value: values } } }, given);
}

/** What terraform makes of a list `all` of outputs. */
async function outputs(configuration: object, env: NodeJS.ProcessEnv): Promise<readonly (string | undefined)[]> {
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify(configuration));
  const { code, stderr } = await terraformIn(folder, env, "").run("apply", "-auto-approve");
  if (code !== 0) throw new Error(stderr.replaceAll(/^.{300}.*$/gm, "..."));
  const state = JSON.parse(readFileSync(join(folder, "terraform.tfstate"), "utf8")) as {
    readonly outputs: { readonly all: { readonly value: readonly (string | null)[] } };
  };
  return state.outputs.all.value.map((each) => each ?? undefined);
}

describeWithTerraform("generated expressions", () => {
  const kinds = [...functionNames, "no function"] as const;

  test("have Terraform's values, or are refused", async () => {
    const cases = kinds.flatMap((kind) =>
      fc
        .sample(kind === "no function" ? withoutCall : callTo(kind), { numRuns: samples, seed })
        .map((expression) => ({ kind, expression, own: outcomeOfExpression({ kind, expression }) })),
    );
    const theirs = await evaluatedByTerraform(cases.map(({ expression }) => expression));
    const all = cases.map((each, at) => ({ ...each, theirs: theirs[at] }));

    const different = all.filter(
      ({ own, theirs }) =>
        "value" in own && (theirs === undefined || !isDeepStrictEqual(own.value, JSON.parse(theirs) as unknown)),
    );
    expect(different.map(({ expression, own, theirs }) => ({ seed, expression, own, theirs }))).toEqual([]);
  });
});

/** A case with Terraform's answer, as JSON or undefined, and the reason of the CLI. */
const recorded = <Case extends object>(given: Case, own: Outcome, theirs: string | undefined): Recorded<Case> => ({
  ...given,
  ...(theirs === undefined ? {} : { terraform: JSON.parse(theirs) as unknown }),
  ...("why" in own ? { why: own.why } : {}),
});

/** A line with a case alone may be added to a file by hand: UPDATE_GOLDEN=1 asks for the rest. */
describeWithTerraform("what is recorded, for tests without terraform, is what Terraform says", () => {
  const writing = process.env["UPDATE_GOLDEN"] === "1";

  test("about expressions", async () => {
    const cases = goldenExpressions().map(({ kind, expression }): ExpressionCase => ({ kind, expression }));
    const theirs = await evaluatedByTerraform(cases.map(({ expression }) => expression));
    const found = cases.map((each, at) => recorded(each, outcomeOfExpression(each), theirs[at]));
    if (writing) writeGolden("expressions", found);
    expect(goldenExpressions()).toEqual(found);
  });

  /** Terraform is asked for those that the CLI takes: one that it refuses would end its run. */
  test("about variables", async () => {
    const cases = goldenVariables().map(({ terraform, why, ...each }): VariableCase => each);
    const all = cases.map((each, at) => ({ each, name: `v${String(at)}`, own: outcomeOfVariable(each) }));
    const taken = all.filter(({ own }) => "value" in own);
    const variable = Object.fromEntries(taken.map(({ name, each }) => [name, blockOf(each)]));
    const texts = taken.flatMap(({ name, each }) =>
      each.source === "TF_VAR" ? [[`TF_VAR_${name}`, String(each.given)]] : [],
    );
    const values = taken.map(({ name }) => `\${jsonencode(var.${name})}`);
    const answers = await outputs(
      { variable, output: { all: { value: values } } },
      Object.fromEntries(texts) as Record<string, string>,
    );
    const theirs = new Map(taken.map(({ name }, at) => [name, answers[at]]));
    const found = all.map(({ each, name, own }) => recorded(each, own, theirs.get(name)));
    if (writing) writeGolden("variables", found);
    expect(goldenVariables()).toEqual(found);
  });
});
