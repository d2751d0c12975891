import type { ZodObject, ZodType } from "zod";
import { loadZod } from "../model/load-zod";

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

/** The schema of a parameter's value. */
export function valueSchema(parameter: Parameter): ZodType {
  const { z } = loadZod();
  switch (parameter.kind) {
    case "integer": {
      const { least, most } = parameter;
      const atLeast = least === undefined ? z.int() : z.int().min(least, `must be at least ${String(least)}`);
      return most === undefined ? atLeast : atLeast.max(most, `must be at most ${String(most)}`);
    }
    case "boolean":
      return z.boolean();
    case "text":
      if (parameter.format === undefined) return z.string();
      return parameter.format === "date"
        ? z.iso.date("must be a date such as 2026-01-31")
        : z.union([z.iso.date(), z.iso.datetime({ offset: true })], "must be an ISO 8601 date or date-time");
    case "choice":
      return z.enum(parameter.values);
    case "list":
      return z.array(z.enum(parameter.values)).min(1, "must name at least one");
    default:
      return parameter satisfies never;
  }
}

/** The schema of a whole query. Unknown parameters are rejected. */
export const querySchema = (parameters: Parameters): ZodObject =>
  loadZod().strictObject(
    Object.fromEntries(
      Object.entries(parameters).map(([name, each]) => {
        const schema = valueSchema(each);
        return [name, each.required === true ? schema : schema.optional()];
      }),
    ),
  );

/** Encodes a value as query text. */
export const valueText = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value));

/** Decodes query text. Text of another type is returned unchanged, for the schema to reject. */
export function valueOfText(parameter: Parameter, text: string): unknown {
  if (parameter.kind === "integer") return /^-?\d+$/.test(text) ? Number(text) : text;
  if (parameter.kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return parameter.kind === "list" ? text.split(",").map((each) => each.trim()) : text;
}
