import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { Evaluator } from "../../../src/declaration/evaluate";
import { Place } from "../../../src/declaration/place";
import type { Stack } from "../../../src/declaration/stack";
import { callTo, functionNames, given, surroundings, withoutCall } from "../../declaration/expression/arbitrary";
import { describeWithTerraform, terraformIn } from "../../support/terraform";

/** How many expressions with each function. */
const samples = Number(process.env["EXPRESSIONS"] ?? 40);
const seed = Number(process.env["SEED"] ?? Date.now());

/** The least share of the expressions with a function, of those that Terraform evaluates, that the CLI evaluates too. */
const leastShare = 0.5;

const folder = mkdtempSync(join(tmpdir(), "scanform-expressions-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The values of expressions as Terraform has them, as JSON; undefined for those that it refuses. */
async function evaluatedByTerraform(expressions: readonly string[]): Promise<readonly (string | undefined)[]> {
  const values = expressions.map((each) => `\${try(jsonencode(${each}), null)}`);
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify({ ...surroundings, output: { all: { value: values } } }));
  const { code, stderr } = await terraformIn(folder, given, "").run("apply", "-auto-approve");
  if (code !== 0) throw new Error(stderr.replaceAll(/^.{300}.*$/gm, "..."));
  const state = JSON.parse(readFileSync(join(folder, "terraform.tfstate"), "utf8")) as {
    readonly outputs: { readonly all: { readonly value: readonly (string | null)[] } };
  };
  return state.outputs.all.value.map((each) => each ?? undefined);
}

const stack: Stack = { name: "s", constructPath: "s", file: "s.tf.json", json: surroundings };

/** The value as the CLI has it; undefined for what it refuses. */
function evaluated(expression: string): { readonly value: unknown } | { readonly why: string } {
  const values = new Map(Object.entries(given).map(([name, value]) => [name.slice("TF_VAR_".length), value]));
  const evaluator = new Evaluator([stack], (name) => values.get(name));
  const value = evaluator.evaluate(`\${${expression}}`, new Place(stack, ["x"]));
  const [refused] = evaluator.diagnostics;
  return refused === undefined ? { value } : { why: refused.detail };
}

describeWithTerraform("generated expressions", () => {
  const kinds = [...functionNames, "no function"] as const;

  test("have Terraform's values, or are refused", async () => {
    const cases = kinds.flatMap((kind) =>
      fc
        .sample(kind === "no function" ? withoutCall : callTo(kind), { numRuns: samples, seed })
        .map((expression) => ({ kind, expression, own: evaluated(expression) })),
    );
    const theirs = await evaluatedByTerraform(cases.map(({ expression }) => expression));
    const all = cases.map((each, at) => ({ ...each, theirs: theirs[at] }));

    const different = all.filter(
      ({ own, theirs }) =>
        "value" in own && (theirs === undefined || !isDeepStrictEqual(own.value, JSON.parse(theirs) as unknown)),
    );
    expect(different.map(({ expression, own, theirs }) => ({ seed, expression, own, theirs }))).toEqual([]);

    const shares = kinds.map((kind) => {
      const possible = all.filter((each) => each.kind === kind && each.theirs !== undefined);
      return [kind, possible.filter(({ own }) => "value" in own).length / possible.length] as const;
    });
    if (process.env["EXPRESSIONS"] !== undefined) {
      const refused = all.filter(({ own, theirs }) => theirs !== undefined && "why" in own);
      writeFileSync(process.env["REFUSED"] ?? "/dev/null", JSON.stringify({ shares, refused }, undefined, 1));
    }
    expect(shares.filter(([, share]) => share < leastShare)).toEqual([]);
  });
});
