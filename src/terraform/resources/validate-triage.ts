import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { judgeTriage, triageAttributes } from "../../model/judge-triage";
import type { ObjectValue, Value } from "../values/value";

/** Checks a triage, one diagnostic for each invalid attribute. Unknown values are accepted. */
export const validateTriage = (config: ObjectValue): readonly Diagnostic[] =>
  triageAttributes.flatMap((name) => {
    const given: Value | undefined = config[name];
    const problem = typeof given === "string" ? judgeTriage(name, given) : undefined;
    return problem === undefined ? [] : [error(problem.code, problem.detail, { attribute: [name] })];
  });
