import { type AttributePath, pathText } from "../../diagnostics/attribute-path";
import { BigNumber } from "./value";

/** A value that does not fit its type: a defect. The message omits the value, which may be a secret. */
export class TypeMismatchError extends Error {
  override readonly name = "MisfitError";

  /** @param problem what follows the value's place in a sentence */
  constructor(steps: AttributePath, problem: string) {
    super(`${steps.length === 0 ? "The value" : pathText(steps)} ${problem}.`);
  }
}

/** @param wanted what the type asks for, such as `a string` */
export const typeMismatch = (steps: AttributePath, wanted: string, given: unknown): TypeMismatchError =>
  new TypeMismatchError(steps, `must be ${wanted}, not ${kindOf(given)}`);

function kindOf(given: unknown): string {
  if (given === null) return "null";
  if (Array.isArray(given)) return "a list";
  if (Number.isNaN(given)) return "NaN";
  if (given instanceof BigNumber || typeof given === "bigint") return "a number";
  return typeof given === "object" ? "an object" : `a ${typeof given}`;
}
