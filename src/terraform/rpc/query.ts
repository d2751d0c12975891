import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { diagnosticsOfError } from "../common-diagnostics";
import { unwritableKeys, withWritableKeys } from "../generated-keys";
import type { DynamicValue, Handler } from "../protocol/service";
import type { StreamEvent, StreamHandler } from "../protocol/streams";
import type { ListedObject, Provider, ResourceType } from "../provider-types";
import type { Attribute, Attributes, Schema } from "../schema/schema";
import { isObjectValue, objectOf as entriesAsObject, entriesOf, type ObjectValue, type Value } from "../value";
import { answerOrDiagnostics, type ConnectionState, configuredSession, diagnosticMessages, registered } from "./answer";
import { dynamicOf, identityData, objectOf, presentObjectOf } from "./objects";

/** `terraform query`: what is listed, and the configuration that is generated for it. */

/** What is written in `config`; nothing is, where the block is left out. */
const filtersOf = (schema: Schema, given: DynamicValue | undefined): ObjectValue =>
  objectOf(schema, given) ?? configOf(schema, {});

export const validateListResourceConfig =
  ({ listResources }: Provider): Handler<"ValidateListResourceConfig"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(() => {
      const listing = registered(listResources, name);
      return { diagnostics: diagnosticMessages(listing.validate(filtersOf(listing.schema, config))) };
    });

/** @yields an event for each object, at most as many as the limit says; an error is the last event */
export const listResource = (
  { listResources, resources }: Provider,
  connection: ConnectionState,
): StreamHandler<"ListResource"> =>
  async function* ({ type_name: name, config, include_resource_object: isIncluded, limit }) {
    try {
      const listing = registered(listResources, name);
      const type = registered(resources, name);
      const session = configuredSession(connection);
      const filters = filtersOf(listing.schema, config);
      const wrong = listing.validate(filters);
      if (wrong.length > 0) {
        yield { diagnostic: diagnosticMessages(wrong) };
        return;
      }
      const objects = await listing.list(session, filters);
      for (const each of limit > 0 ? objects.slice(0, limit) : objects) {
        const identity = identityData(type.identity, session, each.imported);
        const event = { display_name: each.displayName, identity };
        yield isIncluded ? { ...event, ...(await resourceOf(type, each)) } : event;
      }
    } catch (thrown) {
      yield { diagnostic: diagnosticMessages(diagnosticsOfError(thrown)) };
    }
  };

/** The state of a listed object, with a warning where what would be generated for it is refused. */
async function resourceOf(
  type: ResourceType,
  object: ListedObject,
): Promise<Pick<StreamEvent<"ListResource">, "resource_object" | "diagnostic">> {
  const state = await object.read();
  if (state === null) return {};
  const config = configOf(type.schema, state);
  const refused = type.validate(config);
  return {
    resource_object: { json: new Uint8Array(), ...dynamicOf(type.schema, state) },
    diagnostic: diagnosticMessages([
      ...(refused.length === 0 ? [] : [undeclarable(object.displayName, refused)]),
      ...omitted(config, object.displayName),
    ]),
  };
}

const undeclarable = (displayName: string, refused: readonly Diagnostic[]): Diagnostic =>
  warning("listed-undeclarable", refused.map(({ detail }) => detail).join(" "), {}, displayName);

export const generateResourceConfig =
  ({ resources }: Provider): Handler<"GenerateResourceConfig"> =>
  ({ type_name: name, state }) =>
    answerOrDiagnostics(() => {
      const { schema } = registered(resources, name);
      const config = configOf(schema, presentObjectOf(schema, state));
      return { config: dynamicOf(schema, withWritableKeys(config)), diagnostics: diagnosticMessages(omitted(config)) };
    });

/** A warning for keys that terraform would write as something else. Terraform query shows only that of the list. */
function omitted(config: ObjectValue, displayName?: string): readonly Diagnostic[] {
  const unwritable = unwritableKeys(config);
  if (unwritable.length === 0) return [];
  const keys = listed([...new Set(unwritable)]);
  const detail =
    "Terraform does not escape the keys of maps, and might evaluate it. Write the entry by hand: until then the plan shows its removal from the state, which changes nothing in the service.";
  return [warning("key-omitted", detail, {}, displayName === undefined ? keys : `${keys} of ${displayName}`)];
}

/**
 * What a user writes for a state: nothing that is computed, no guard that is off, and sets in order, whose order means
 * nothing. Terraform writes null for what is optional and absent.
 */
export const configOf = ({ block }: Pick<Schema, "block">, state: ObjectValue): ObjectValue =>
  configuredIn(block.attributes, state);

const configuredIn = (attributes: Attributes, state: ObjectValue): ObjectValue =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, configured(attribute, state[name] ?? null)]),
  );

function configured(attribute: Attribute, value: Value): Value {
  if (value === null) return null;
  if ("computed" in attribute && (!("optional" in attribute) || value === false)) return null;
  if (!("nested_type" in attribute)) return isSet(attribute) && Array.isArray(value) ? value.toSorted() : value;
  const { nesting_mode: mode, attributes } = attribute.nested_type;
  const inside = (each: Value): Value => (isObjectValue(each) ? configuredIn(attributes, each) : each);
  if (Array.isArray(value)) return (value as readonly Value[]).map(inside);
  return mode === "map"
    ? entriesAsObject(entriesOf(value).map(([key, entry]) => [key, inside(entry)] as const))
    : inside(value);
}

const isSet = (attribute: Attribute): boolean =>
  "type" in attribute && Array.isArray(attribute.type) && attribute.type[0] === "set";
