import { configuration } from "../../../src/terraform/resources/configuration";
import type { ObjectValue } from "../../../src/terraform/values/value";
import { blank } from "../session";

/** An entry of a collection, or a configuration by itself, with all attributes. */
export const entry = (given: ObjectValue): ObjectValue => blank(configuration.schema, given);
