import type { AttributePath } from "../diagnostics/attribute-path";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { problem } from "../model/problem";
import type { Attributes, NestedType, Schema } from "./schema/schema";
import { attributeDiagnostic } from "./validate";
import { isObjectValue, type ObjectValue, type Value } from "./values/value";

/** The part of a data source that validates. */
interface Declared {
  readonly schema: Schema;
  validate(config: ObjectValue): readonly Diagnostic[];
}

/** The type with a check for required values that are null. Terraform itself checks only that they are written. */
export const requireValues = <T extends Declared>(type: T): T => ({
  ...type,
  validate: (config) => [...nullsIn(type.schema.block.attributes, config, []), ...type.validate(config)],
});

const nullsIn = (attributes: Attributes, value: Value, at: AttributePath): readonly Diagnostic[] =>
  isObjectValue(value)
    ? Object.entries(attributes).flatMap(([name, attribute]) => {
        const here = [...at, name];
        const inside = value[name] ?? null;
        if (inside !== null) return "nested_type" in attribute ? nullsInside(attribute.nested_type, inside, here) : [];
        return "required" in attribute ? [attributeDiagnostic(problem("value-missing", here, "Give it a value."))] : [];
      })
    : [];

function nullsInside(
  { nesting_mode: mode, attributes }: NestedType,
  value: Value,
  at: AttributePath,
): readonly Diagnostic[] {
  if (Array.isArray(value))
    return (value as readonly Value[]).flatMap((each, index) => nullsIn(attributes, each, [...at, index]));
  if (mode !== "map") return nullsIn(attributes, value, at);
  return isObjectValue(value)
    ? Object.entries(value).flatMap(([key, each]) => nullsIn(attributes, each, [...at, { key }]))
    : [];
}
