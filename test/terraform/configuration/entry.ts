import { resourceSchemas } from "../../../src/terraform/schema/resources";
import type { ObjectValue } from "../../../src/terraform/values/value";
import { blank } from "../session";

const { configurations } = resourceSchemas.scanform_configurations.block.attributes;
const attributes =
  configurations !== undefined && "nested_type" in configurations ? configurations.nested_type.attributes : {};

/** An entry of a collection with these attributes. */
export const entry = (given: ObjectValue): ObjectValue =>
  blank({ version: 0, block: { attributes, description: "", description_kind: "plain" } }, given);
