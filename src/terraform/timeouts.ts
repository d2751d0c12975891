import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { Operation } from "../model/declared-fields";
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

/** An error for each timeout that is not a duration. Unknown values are accepted. */
export function validateTimeouts({ timeouts = null }: ObjectValue): readonly Diagnostic[] {
  if (!isObjectValue(timeouts)) return [];
  return Object.entries(timeouts).flatMap(([operation, text]) => {
    if (typeof text !== "string" || parseDuration(text) !== undefined) return [];
    const detail = `${JSON.stringify(text)} is not a duration of at most 24h, such as "90s", "5m" or "1h30m".`;
    return [error("duration-invalid", detail, { attribute: ["timeouts", operation] })];
  });
}

const milliseconds = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;

const longest = 24 * milliseconds.h;

const form = /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;

/**
 * Parses a duration as Terraform providers write it: `90s`, `5m`, `1h30m`; the units are h, m, s and ms, in this order.
 *
 * @returns milliseconds; undefined for other text, for no time at all, and for more than a day
 */
export function parseDuration(text: string): number | undefined {
  const found = text === "" ? null : form.exec(text);
  if (found === null) return undefined;
  const [, h = "0", m = "0", s = "0", ms = "0"] = found;
  const total =
    Number(h) * milliseconds.h + Number(m) * milliseconds.m + Number(s) * milliseconds.s + Number(ms) * milliseconds.ms;
  return total > 0 && total <= longest ? total : undefined;
}
