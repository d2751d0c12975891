import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { Operation } from "../model/declared-fields";
import { parseDuration } from "../model/duration";
import { isObjectValue, type ObjectValue } from "./values/value";

/** In milliseconds. */
export type Timeouts = Readonly<Record<Operation, number>>;

/** Where a resource does not say otherwise. */
export const defaultTimeouts: Timeouts = { create: 60_000, update: 60_000, delete: 60_000 };

/** The timeouts of a resource. @param values its plan, or its state; what is absent or unknown there has the default */
export function timeoutsOf({ timeouts = null }: ObjectValue): Timeouts {
  if (!isObjectValue(timeouts)) return defaultTimeouts;
  const of = (operation: Operation): number => {
    const text = timeouts[operation];
    return (typeof text === "string" ? parseDuration(text) : undefined) ?? defaultTimeouts[operation];
  };
  return { create: of("create"), update: of("update"), delete: of("delete") };
}

/** An error for each timeout that is not a duration. Unknown values are accepted. */
export function validateTimeouts({ timeouts = null }: ObjectValue): readonly Diagnostic[] {
  if (!isObjectValue(timeouts)) return [];
  return Object.entries(timeouts).flatMap(([operation, text]) => {
    if (typeof text !== "string" || parseDuration(text) !== undefined) return [];
    const detail = `${JSON.stringify(text)} is not a duration of at most 24h, such as "90s", "5m" or "1h30m".`;
    return [error("duration-invalid", detail, { attribute: ["timeouts", operation] })];
  });
}
