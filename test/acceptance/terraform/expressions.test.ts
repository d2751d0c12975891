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

const types = [
  undefined,
  ...["string", "number", "bool", "any", "list(string)", "set(string)", "set(number)", "map(string)", "list(any)"],
  ...["map(any)", "set(bool)", "list(list(string))", "tuple([string, number])", "list", "map"],
  ...["object({ a = string, b = optional(bool) })", "map(object({ a = number }))", "list(set(number))"],
];
const values: readonly unknown[] = [
  ...[
    "",
    "a",
    "1",
    "01",
    "1.50",
    "-1",
    "1e3",
    "0x1",
    "+1",
    " 1",
    "true",
    "1 ",
    "false",
    "0",
    "yes",
    "null",
    "${a}",
    "e\u0301",
  ],
  ...['"a"', '["b", "a", "b"]', "[3, 1, 2.5]", '["1", 2, true]', "[true, false]", "[]", '[["b", 1], []]', "[null]"],
  ...[
    '{ a = "1" }',
    "{ a = 1, b = true, c = 2 }",
    '{ "b" : "x", "a" : "y" }',
    "{}",
    "{ x = { a = 1 } }",
    "[[2, 1, 2]]",
  ],
  ...[
    1,
    0,
    1.5,
    true,
    null,
    ["b", "a", "b"],
    [3, 1, 2],
    [],
    ["1", 2, true],
    [["b", 1], []],
    ["$${x}", "%%{y}", "e\u0301"],
  ],
  ...[{ a: "1" }, { a: 1, b: true, c: 2 }, { b: "x", a: "y" }, {}, { x: { a: 1 } }, { z: null }],
];

describeWithTerraform("variables", () => {
  test.each(["TF_VAR", "a default"])("have Terraform's values from %s, or are refused", async (source) => {
    const given = new Map<string, string>();
    const variable: Record<string, object> = {};
    for (const [at, type] of types.entries())
      for (const [index, value] of values.entries()) {
        const name = `v${String(at)}_${String(index)}`;
        if (source === "TF_VAR" && typeof value !== "string") continue;
        const plain = typeof value === "string" ? value.replaceAll("${", "$${") : value;
        variable[name] = {
          ...(type === undefined ? {} : { type }),
          ...(source === "TF_VAR" ? {} : { default: plain }),
        };
        if (source === "TF_VAR") given.set(name, String(value));
      }
    const file: Stack = { ...stack, json: { variable } };
    const own = Object.keys(variable).flatMap((name) => {
      const evaluator = new Evaluator([file], (each) => given.get(each));
      const value = evaluator.evaluate(`\${var.${name}}`, new Place(file, ["x"]));
      return evaluator.diagnostics.length === 0 ? [{ name, value }] : [];
    });
    expect(own.length).toBeGreaterThan(Object.keys(variable).length / 5);
    const env = Object.fromEntries(own.map(({ name }) => [`TF_VAR_${name}`, given.get(name)]));
    const taken = Object.fromEntries(own.map(({ name }) => [name, variable[name]]));
    const all = own.map(({ name }) => `\${jsonencode(var.${name})}`);
    const theirs = await outputs({ variable: taken, output: { all: { value: all } } }, env);
    expect(own).toEqual(own.map(({ name }, at) => ({ name, value: JSON.parse(theirs[at] ?? "") as unknown })));
  });
});
