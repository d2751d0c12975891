import type { NestedObject, SchemaAttribute, SchemaMessage } from "../protocol/messages/schema";
import type { Attribute, AttributeType, Attributes, NestedType, Schema } from "../schema/schema";

/** A type in the form of the protocol: JSON, such as `["list","string"]`. */
export const typeBytes = (type: AttributeType): Uint8Array => Buffer.from(JSON.stringify(type));

/** A schema as a message of the protocol. */
export const schemaMessage = ({ version, block }: Schema): SchemaMessage => ({
  version,
  block: { version, attributes: attributesMessage(block.attributes), description: block.description },
});

const attributesMessage = (attributes: Attributes): readonly SchemaAttribute[] =>
  Object.entries(attributes).map(([name, attribute]) => ({
    name,
    description: attribute.description,
    ...("type" in attribute
      ? { type: typeBytes(attribute.type) }
      : { nested_type: nestedMessage(attribute.nested_type) }),
    ...roleMessage(attribute),
  }));

const roleMessage = (attribute: Attribute): SchemaAttribute => ({
  required: "required" in attribute,
  optional: "optional" in attribute,
  computed: "computed" in attribute,
  sensitive: attribute.sensitive === true,
});

const nestings = { single: "SINGLE", list: "LIST", map: "MAP" } as const;

const nestedMessage = ({ nesting_mode: mode, attributes }: NestedType): NestedObject => ({
  nesting: nestings[mode],
  attributes: attributesMessage(attributes),
});
