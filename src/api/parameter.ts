import { isDate, isDateOrDateTime } from "../model/time";

interface Common {
  readonly description: string;
  readonly required?: true;
}

/** A parameter of a query: specification, *Endpoints*. A `list` is written with commas. */
export type Parameter = Common &
  (
    | { readonly kind: "integer"; readonly least?: number; readonly most?: number; readonly standard?: number }
    | { readonly kind: "boolean"; readonly standard?: boolean }
    | { readonly kind: "text"; readonly format?: "date" | "date or date-time" }
    | { readonly kind: "choice"; readonly values: readonly string[]; readonly standard?: string }
    | { readonly kind: "list"; readonly values: readonly string[] }
  );

export type Parameters = Readonly<Record<string, Parameter>>;

type ParameterValue<P extends Parameter> = P extends { kind: "integer" }
  ? number
  : P extends { kind: "boolean" }
    ? boolean
    : P extends { kind: "choice"; values: readonly (infer V)[] }
      ? V
      : P extends { kind: "list"; values: readonly (infer V)[] }
        ? readonly V[]
        : string;

type RequiredNames<P extends Parameters> = { [K in keyof P]: P[K] extends { required: true } ? K : never }[keyof P];

/** The type of a query's values. */
export type Query<P extends Parameters> = { readonly [K in RequiredNames<P>]: ParameterValue<P[K]> } & {
  readonly [K in Exclude<keyof P, RequiredNames<P>>]?: ParameterValue<P[K]> | undefined;
};

/** Whether the service accepts a value. */
export function isAllowed(parameter: Parameter, given: unknown): boolean {
  switch (parameter.kind) {
    case "integer": {
      const { least = -Infinity, most = Infinity } = parameter;
      return Number.isSafeInteger(given) && least <= Number(given) && Number(given) <= most;
    }
    case "boolean":
      return typeof given === "boolean";
    case "text":
      if (typeof given !== "string" || parameter.format === undefined) return typeof given === "string";
      return parameter.format === "date" ? isDate(given) : isDateOrDateTime(given);
    case "choice":
      return typeof given === "string" && parameter.values.includes(given);
    case "list": {
      const { values } = parameter;
      return Array.isArray(given) && given.length > 0 && given.every((each) => values.includes(each as string));
    }
    default:
      return parameter satisfies never;
  }
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

/** Encodes a value as query text. */
export const valueText = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value));

/** Decodes query text. Text of another type is returned unchanged, for `isAllowed` to reject. */
export function valueOfText(parameter: Parameter, text: string): unknown {
  if (parameter.kind === "integer") return /^-?\d+$/.test(text) ? Number(text) : text;
  if (parameter.kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return parameter.kind === "list" ? text.split(",").map((each) => each.trim()) : text;
}
