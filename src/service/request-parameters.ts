import type { Operation } from "../api/operation";
import { type Parameter, type Parameters, querySchema, valueText } from "../api/parameter";
import { fail } from "../diagnostics/error";
import type { Field } from "../model/field";
import { loadSchema } from "../model/load-zod";

/**
 * The path of an operation, with each parameter encoded. Errors never repeat a value: a caller who mixes up arguments
 * may have passed the key.
 *
 * @throws ScanformError `argument-invalid` for a parameter that would change the path
 */
export function pathOf(operation: Operation, given: Readonly<Record<string, unknown>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = given[name];
    if (typeof value !== "string" || ["", ".", ".."].includes(value) || /\p{Surrogate}/u.test(value))
      return fail(
        "argument-invalid",
        `${name} cannot be an id in a path. It must be text, not empty, no dots alone and no half characters.`,
      );
    return encodeURIComponent(value);
  });
}

/**
 * The query of an operation, from `?` on; "" when it is empty.
 *
 * @param more parameters that are not in the specification
 * @throws ScanformError `argument-invalid` that names the parameter and its limits
 */
export function queryOf(
  { query: parameters = {} }: Operation,
  given: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, number>> = {},
): string {
  const needless =
    Object.keys(given).length === 0 && Object.values(parameters).every(({ required }) => required !== true);
  const issue = needless ? undefined : querySchema(parameters).safeParse(given).error?.issues[0];
  if (issue !== undefined) fail("argument-invalid", wrongParameter(parameters, issue.path[0]));
  const pairs = Object.entries({ ...given, ...more }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(valueText(value))}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function wrongParameter(parameters: Parameters, name: PropertyKey | undefined): string {
  const parameter = typeof name === "string" ? parameters[name] : undefined;
  if (parameter !== undefined) return `${String(name)} must be ${limits(parameter)}.`;
  const known = Object.keys(parameters);
  return known.length === 0 ? "There are no parameters here." : `The parameters here are ${known.join(", ")}.`;
}

/** The limits of a value, in words. */
export function limits(parameter: Parameter): string {
  switch (parameter.kind) {
    case "integer": {
      const { least, most } = parameter;
      if (least === undefined) return "a whole number";
      return most === undefined
        ? `a whole number from ${String(least)} on`
        : `a whole number from ${String(least)} to ${String(most)}`;
    }
    case "boolean":
      return "true or false";
    case "text":
      if (parameter.format === undefined) return "text";
      return parameter.format === "date"
        ? "a date such as 2026-01-31"
        : "an ISO 8601 date or date-time, such as 2026-01-31 or 2026-01-31T12:00:00Z";
    case "choice":
      return `one of ${parameter.values.join(", ")}`;
    case "list":
      return `a list of at least one of ${parameter.values.join(", ")}`;
    default:
      return parameter satisfies never;
  }
}

/** @throws ScanformError `argument-invalid` for a body that the operation does not accept */
export function checkBody({ body: fields = {} }: Operation, body: Readonly<Record<string, unknown>>): void {
  const name = loadSchema().objectSchema(fields, "accepted").safeParse(body).error?.issues[0]?.path[0];
  const field: Field | undefined = typeof name === "string" ? fields[name] : undefined;
  if (field !== undefined)
    fail(
      "argument-invalid",
      `${String(name)} must be ${field.kind === "enum" ? `one of ${field.values.join(", ")}` : `a ${field.kind}`}.`,
    );
}
