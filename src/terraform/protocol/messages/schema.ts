import { type Field, type Message, repeated, sub } from "../field";
import { message, type Sent } from "../message";
import { bool, bytes, choice, int64, text } from "../scalar";

/** The schema of the provider block, of a resource or of a data source. Nested blocks are not used. */

/** How a description is to be read. */
export const stringKind = (number: number): Field<"PLAIN" | "MARKDOWN", "PLAIN" | "MARKDOWN"> =>
  choice(number, ["PLAIN", "MARKDOWN"]);

const nestings = ["INVALID", "SINGLE", "LIST", "SET", "MAP"] as const;

/** Exactly one of `type`, which is JSON, and `nested_type` is there. */
export interface SchemaAttribute {
  readonly name?: string | undefined;
  readonly type?: Uint8Array | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly optional?: boolean | undefined;
  readonly computed?: boolean | undefined;
  readonly sensitive?: boolean | undefined;
  readonly description_kind?: "PLAIN" | "MARKDOWN" | undefined;
  readonly deprecated?: boolean | undefined;
  readonly nested_type?: NestedObject | undefined;
  readonly write_only?: boolean | undefined;
}

export interface NestedObject {
  readonly attributes?: readonly SchemaAttribute[] | undefined;
  readonly nesting?: (typeof nestings)[number] | undefined;
}

const attribute: Message<SchemaAttribute, SchemaAttribute> = message({
  name: text(1),
  type: bytes(2),
  description: text(3),
  required: bool(4),
  optional: bool(5),
  computed: bool(6),
  sensitive: bool(7),
  description_kind: stringKind(8),
  deprecated: bool(9),
  nested_type: sub(10, (): Message<NestedObject, NestedObject> => nestedObject),
  write_only: bool(11),
});

const nestedObject: Message<NestedObject, NestedObject> = message({
  attributes: repeated(1, attribute),
  nesting: choice(3, nestings),
});

const block = message({
  version: int64(1),
  attributes: repeated(2, attribute),
  description: text(4),
  description_kind: stringKind(5),
  deprecated: bool(6),
});

export const schema = message({ version: int64(1), block: sub(2, block) });
export type SchemaMessage = Sent<typeof schema>;
