import type { NestedObject, SchemaAttribute, SchemaMessage } from "../protocol/messages/schema";
import type { Attribute, Attributes, NestedType, Schema } from "../schema/form";
import { typeBytes } from "../values/type";

/** A schema as the protocol has it. */
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
