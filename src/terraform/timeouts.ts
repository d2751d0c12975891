import type { Operation } from "../model/declared-fields";
import { parseDuration } from "../model/time";
import { isObjectValue, type ObjectValue } from "./value";

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
