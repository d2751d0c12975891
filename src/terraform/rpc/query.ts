import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { diagnosticsOfError } from "../common-diagnostics";
import type { DynamicValue } from "../protocol/service";
import type { AllHandlers, StreamEvent } from "../protocol/streams";
import type { ListedObject, Provider, ResourceType } from "../provider-types";
import type { Attribute, Attributes, Schema } from "../schema/schema";
import { isObjectValue, objectOf as entriesAsObject, entriesOf, type ObjectValue, type Value } from "../value";
import { answerOrDiagnostics, type ConnectionState, configuredSession, diagnosticMessages, registered } from "./answer";
import { dynamicOf, identityData, objectOf, presentObjectOf } from "./objects";

/** `terraform query`: what is listed, and the configuration that is generated for it. */

/** What is written in `config`; nothing is, where the block is left out. */
const filtersOf = (schema: Schema, given: DynamicValue | undefined): ObjectValue =>
  objectOf(schema, given) ?? configOf(schema, {});

export const querying = ({ listResources, resources }: Provider, connection: ConnectionState) =>
  ({
    ValidateListResourceConfig: ({ type_name: name, config }) =>
      answerOrDiagnostics(() => {
        const listing = registered(listResources, name);
        return { diagnostics: diagnosticMessages(listing.validate(filtersOf(listing.schema, config))) };
      }),

    /** @yields an event for each object, at most as many as the limit says; an error is the last event */
    async *ListResource({ type_name: name, config, include_resource_object: isIncluded, limit }) {
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
    },

    GenerateResourceConfig: ({ type_name: name, state }) =>
      answerOrDiagnostics(() => {
        const { schema } = registered(resources, name);
        const config = configOf(schema, presentObjectOf(schema, state));
        return {
          config: dynamicOf(schema, withWritableKeys(config)),
          diagnostics: diagnosticMessages(omitted(config)),
        };
      }),
  }) satisfies AllHandlers;

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
    resource_object: dynamicOf(type.schema, state),
    diagnostic: diagnosticMessages([
      ...(refused.length === 0 ? [] : [undeclarable(object.displayName, refused)]),
      ...omitted(config, object.displayName),
    ]),
  };
}

const undeclarable = (displayName: string, refused: readonly Diagnostic[]): Diagnostic =>
  warning("listed-undeclarable", refused.map(({ detail }) => detail).join(" "), {}, displayName);

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
const configOf = ({ block }: Schema, state: ObjectValue): ObjectValue => configuredIn(block.attributes, state);

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

/**
 * Whether terraform writes a key of a map, in what it generates, as the same text. It escapes values, but quotes keys as
 * Go does: it would evaluate `${file("x")}`, and HCL has no escape for most control characters.
 */
const isWritableKey = (key: string): boolean => !/[$%]\{|(?![\t\n\r\u0080-\u009f])\p{Cc}/u.test(key);

/** The keys, at any depth, that terraform would write as something else. */
function unwritableKeys(value: Value): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(unwritableKeys);
  return entriesOf(value).flatMap(([key, each]) => [...(isWritableKey(key) ? [] : [key]), ...unwritableKeys(each)]);
}

/** The same without the entries of those keys, at any depth. */
const withWritableKeys = (object: ObjectValue): ObjectValue =>
  entriesAsObject(
    entriesOf(object).flatMap(([key, each]) => (isWritableKey(key) ? [[key, withWritable(each)] as const] : [])),
  );

function withWritable(value: Value): Value {
  if (Array.isArray(value)) return (value as readonly Value[]).map(withWritable);
  return isObjectValue(value) ? withWritableKeys(value) : value;
}
