import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { type OperationId, operations } from "../../api/operations";
import type { Parameters } from "../../api/parameter";
import type { Operation } from "../../api/operation";
import { limits } from "../../service/caller";
import type { QueryOf } from "../../service/caller";
import { isAllowed } from "./is-allowed";
import { isUnknown, type ObjectValue, type Value } from "../values/value";

/** Checks the filters, one diagnostic for each invalid attribute. Unknown values are accepted. */
export const checkFilters = (parameters: Parameters, config: ObjectValue): readonly Diagnostic[] =>
  Object.entries(parameters).flatMap(([name, parameter]) => {
    const given = knownOf(config[name]);
    if (given === null || isAllowed(parameter, given)) return [];
    return [error("filter-invalid", `${name} must be ${limits(parameter)}.`, { attribute: [name] })];
  });

/** What of a value is known; null when nothing is, or there is nothing. An empty list is itself. */
function knownOf(value: Value | undefined): Value {
  if (value === undefined || value === null || isUnknown(value)) return null;
  if (!Array.isArray(value)) return value;
  const known = (value as readonly Value[]).filter((each) => !isUnknown(each));
  return known.length === 0 && value.length > 0 ? null : known;
}

/** The query of an operation, from the attributes of the same names. */
export function queryOf<Id extends OperationId>(id: Id, config: ObjectValue): QueryOf<Id> {
  const { query = {} }: Operation = operations[id];
  const given = Object.keys(query).flatMap((name) => {
    const value = config[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given) as QueryOf<Id>; // checked by `checkFilters`, and again by the client
}
