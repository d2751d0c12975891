import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { DesiredTriage } from "../model/desired";
import type { TriageCategory } from "../model/findings";
import { address } from "../model/ids";
import { judgeTriage, triageAttributes } from "../model/judge-triage";
import { decodeAt } from "./decode-at";
import { findingTriageDecoder } from "./decoders";
import type { Block } from "./resources";

/**
 * A block as a triage, or undefined when it is of another type or not valid. An import block needs no word: a triage is
 * found by its finding.
 */
export function toTriage(block: Block, diagnostics: Diagnostic[]): DesiredTriage | undefined {
  if (block.type !== "scanform_finding_triage") return undefined;
  const { place } = block;
  const attributes = decodeAt(findingTriageDecoder, block.attributes, place, diagnostics);
  if (attributes === undefined) return undefined;
  const problems = triageAttributes.flatMap((name) => {
    const given = attributes[name];
    const problem = given === undefined ? undefined : judgeTriage(name, given);
    return problem === undefined ? [] : [error(problem.code, `${name}: ${problem.detail}`, place.child(name))];
  });
  diagnostics.push(...problems);
  if (problems.length > 0) return undefined;
  const { finding_id: findingId, category, justification, expires } = attributes;
  return {
    address: address(block.address),
    findingId,
    category: category as TriageCategory, // as was judged
    justification,
    ...(expires === undefined ? {} : { expires }),
  };
}
