import type { Diagnostic } from "../diagnostics/diagnostic";
import { type Decoder, decode } from "../model/decoder";
import { diagnosticOf, type Problem } from "../model/problem";
import type { DocumentPath } from "./document";

/**
 * Decodes evaluated attributes.
 *
 * @param place of the attributes
 * @returns undefined when a diagnostic was added, here or by the evaluation
 */
export function decodeAt<T>(
  decoder: Decoder<T>,
  value: unknown,
  place: DocumentPath,
  diagnostics: Diagnostic[],
): T | undefined {
  const decoded = decode(decoder, value);
  if ("value" in decoded) return decoded.value;
  diagnostics.push(...decoded.problems.map((each) => problemAt(each, place)));
  return undefined;
}

/** @param place of the attributes in which the problem is */
export const problemAt = (problem: Problem, place: DocumentPath): Diagnostic =>
  diagnosticOf(problem, place.child(...problem.path.map((step) => (typeof step === "object" ? step.key : step))));
