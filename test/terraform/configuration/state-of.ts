import { resourceSchemas } from "../../../src/terraform/schema/resources";
import type { ObjectValue } from "../../../src/terraform/value";
import { blank } from "../session";

/** A configuration with all attributes, as a state has it. */
export const stateOf = (given: ObjectValue): ObjectValue => ({
  ...blank(resourceSchemas.scanform_configuration, {}),
  deletion_protection: false,
  force_destroy: false,
  ...given,
});
