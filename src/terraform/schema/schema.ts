/** The form of `terraform providers schema -json`, as far as scanform uses it. */

/** The provider's address in the registry. */
export const providerAddress = "registry.terraform.io/scanform/scanform";

export type AttributeType =
  | "string"
  | "bool"
  | "number"
  | readonly ["list", AttributeType]
  | readonly ["set", AttributeType]
  | readonly ["map", AttributeType];

export type Attributes = Readonly<Record<string, Attribute>>;

export interface NestedType {
  readonly nesting_mode: "single" | "list" | "map";
  readonly attributes: Attributes;
}

/** Who gives the attribute its value: the user, the provider, or the provider where the user does not. */
export type Role =
  | { readonly required: true }
  | { readonly optional: true }
  | { readonly computed: true }
  | { readonly optional: true; readonly computed: true };

export type Shape = { readonly type: AttributeType } | { readonly nested_type: NestedType };

export type Attribute = Shape &
  Role & {
    readonly description: string;
    readonly description_kind: "plain";
    /** Never shown in a plan. */
    readonly sensitive?: true;
  };

export interface Schema {
  /** The version of the state, of which there is one. */
  readonly version: 0;
  readonly block: {
    readonly attributes: Attributes;
    readonly description: string;
    readonly description_kind: "plain";
  };
}

export interface Provider {
  readonly provider: Schema;
  readonly resource_schemas: Readonly<Record<string, Schema>>;
  readonly data_source_schemas: Readonly<Record<string, Schema>>;
  readonly ephemeral_resource_schemas: Readonly<Record<string, Schema>>;
}

export interface ProviderSchemas {
  readonly format_version: "1.0";
  readonly provider_schemas: Readonly<Record<typeof providerAddress, Provider>>;
}

export const required: Role = { required: true };
export const optional: Role = { optional: true };
export const computed: Role = { computed: true };
export const optionalComputed: Role = { optional: true, computed: true };

export const attribute = (shape: Shape, role: Role, description: string): Attribute => ({
  ...shape,
  ...role,
  description,
  description_kind: "plain",
});

export const schema = (description: string, attributes: Attributes): Schema => ({
  version: 0,
  block: { attributes, description, description_kind: "plain" },
});

export const text: Shape = { type: "string" };
export const bool: Shape = { type: "bool" };
export const number: Shape = { type: "number" };
export const texts: Shape = { type: ["list", "string"] };
/** Whose order means nothing. */
export const textSet: Shape = { type: ["set", "string"] };
export const nested = (nesting_mode: NestedType["nesting_mode"], attributes: Attributes): Shape => ({
  nested_type: { nesting_mode, attributes },
});
