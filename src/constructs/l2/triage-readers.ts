import { judgeTriage, type TriageAttribute, triageAttributes } from "../../model/judge-triage";
import type { Reader } from "./findings";
import { text } from "./readers";
import { isToken } from "./tokens";

const judged =
  (attribute: TriageAttribute): Reader =>
  (value, findings) => {
    const given = text(value, findings);
    if (typeof given !== "string" || isToken(given)) return given;
    const problem = judgeTriage(attribute, given);
    if (problem === undefined) return given;
    findings.add(problem.detail);
    return undefined;
  };

/** Each attribute of a triage. */
export const triageReaders: ReadonlyMap<string, Reader> = new Map(
  triageAttributes.map((name) => [name, judged(name)] as const),
);
