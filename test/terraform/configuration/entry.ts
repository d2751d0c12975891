import { resourceSchemas } from "../../../src/terraform/schema/resources";
import type { ObjectValue } from "../../../src/terraform/value";
import { blank } from "../session";

const { configurations } = resourceSchemas.scanform_configurations.block.attributes;
const attributes =
  configurations !== undefined && "nested_type" in configurations ? configurations.nested_type.attributes : {};

/** An entry of a collection with all attributes, as a state has it. */
export const entry = (given: ObjectValue): ObjectValue => ({
  ...blank({ version: 0, block: { attributes, description: "", description_kind: "plain" } }, {}),
  deletion_protection: false,
  force_destroy: false,
  ...given,
});

/** A configuration by itself. */
export const stateOf = (given: ObjectValue): ObjectValue => ({ ...entry(given), review: null, timeouts: null });
