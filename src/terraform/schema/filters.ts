import type { Parameter, Parameters } from "../../api/parameter";
import {
  type Attribute,
  type Attributes,
  attribute,
  bool,
  number,
  optional,
  required,
  type Shape,
  text,
  texts,
} from "./schema";

/** Terraform attributes of the parameters of a query, under the same names. */
export const filtersOf = (parameters: Parameters): Attributes =>
  Object.fromEntries(Object.entries(parameters).map(([name, each]) => [name, filterOf(each)]));

const filterOf = (parameter: Parameter): Attribute =>
  attribute(shapeOf(parameter), parameter.required === true ? required : optional, wordsOf(parameter));

function shapeOf({ kind }: Parameter): Shape {
  switch (kind) {
    case "integer":
      return number;
    case "boolean":
      return bool;
    case "text":
    case "choice":
      return text;
    case "list":
      return texts;
    default:
      return kind satisfies never;
  }
}

/** What it is, and what it may be. */
function wordsOf(parameter: Parameter): string {
  const { kind, description } = parameter;
  switch (kind) {
    case "integer": {
      const { least, most } = parameter;
      if (least === undefined || most === undefined) return description;
      return `${description} From ${String(least)} to ${String(most)}.`;
    }
    case "text":
      return parameter.format === undefined ? description : `${description} An ISO 8601 ${parameter.format}.`;
    case "choice":
      return `${description} One of ${parameter.values.join(", ")}.`;
    case "list":
      return `${description} Any of ${parameter.values.join(", ")}.`;
    case "boolean":
      return description;
    default:
      return parameter satisfies never;
  }
}
