import type { Attributes } from "../schema/form";
import { readJson } from "./json";
import { objectFrom } from "./read";
import type { ObjectValue } from "./value";

/**
 * A resource as terraform keeps it in its state file. What an older schema had and this one does not is dropped.
 * @throws SyntaxError when it is not JSON, MisfitError when it is not of the schema
 */
export const objectOfState = (attributes: Attributes, json: Uint8Array): ObjectValue =>
  objectFrom(attributes, readJson(new TextDecoder().decode(json)));
