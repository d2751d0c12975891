import { Evaluator } from "../../src/declaration/evaluate";
import { DocumentPath, type Stack } from "../../src/declaration/document";
import type { VariableOf } from "../../src/declaration/variables";
import type { Json } from "./folder";

/** What each problem adds where the Terraform provider could do more. */
const advice = / The scanform CLI evaluates literals, .*$/;

/** Values that are in a document, one after the other, evaluated among these blocks. */
export function evaluatedAmong(blocks: Json, values: readonly unknown[], variableOf?: VariableOf) {
  const stack: Stack = { name: "s", constructPath: "s", file: "s.json", json: blocks };
  const evaluator = new Evaluator([stack], variableOf);
  const found = values.map((value, index) => evaluator.evaluate(value, new DocumentPath(stack, ["x", String(index)])));
  return {
    values: found,
    /** The place and the words of each, without advice. */
    problems: evaluator.diagnostics.map(({ path, detail }) => [path, detail.replace(advice, "")]),
  };
}

/** What one value comes to among these blocks, or why it does not. It is at `#/x/0`. */
export function evaluated(value: unknown, blocks: Json = {}, variableOf?: VariableOf) {
  const { values, problems } = evaluatedAmong(blocks, [value], variableOf);
  return { value: values[0], problems };
}
