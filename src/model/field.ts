/**
 * The kinds of field, as data. Decoding, the Terraform schema, the diff and the security
 * classification all walk descriptions in these terms.
 */

/** How a plan words a change that makes security weaker or stronger. */
export interface Effect {
  readonly weaker: string;
  readonly stronger: string;
}

interface Common {
  readonly description: string;
  /** The service always sends it (R in the specification). */
  readonly required?: true;
  /** May be absent, but never null. Every other optional field may be null. */
  readonly neverNull?: true;
  /** The name on the wire, where it differs from ours. */
  readonly wire?: string;
  readonly effect?: Effect;
}

/** `stronger`: the value under which more is found, reported or blocked. */
export type BooleanField = Common & { readonly kind: "boolean"; readonly stronger?: boolean };
export type IntegerField = Common & { readonly kind: "integer" };
export type NumberField = Common & { readonly kind: "number" };
export type StringField = Common & { readonly kind: "string"; readonly format?: "uuid" | "date-time" | "uri" };
/**
 * `ordered`: `values` go from weak to strong. `open`: the specification shows or describes other
 * values, so any text is valid.
 */
export type EnumField = Common & {
  readonly kind: "enum";
  readonly values: readonly string[];
  readonly ordered?: true;
  readonly open?: true;
};
/**
 * Strings; order and repetition carry no meaning.
 * `gaining`: the effect of a new member. `scope`: an empty set means everything.
 */
export type SetField = Common & {
  readonly kind: "set";
  readonly gaining: "weakens" | "strengthens";
  readonly scope?: true;
};
/** Objects by key. Each entry is managed leaf by leaf. */
export type MapField = Common & { readonly kind: "map"; readonly entry: Fields };
/** A list of objects with an `id`. Once declared, the list is managed as a whole. */
export type KeyedField = Common & { readonly kind: "keyed"; readonly entry: Fields };
export type ObjectField = Common & { readonly kind: "object"; readonly fields: Fields };
/** Items in the order in which the service returns them. */
export type ListField = Common & { readonly kind: "list"; readonly item: Field };
/** Text in one description of the specification, an object in another. */
export type TextOrObjectField = Common & { readonly kind: "text-or-object"; readonly fields: Fields };
/** JSON of a shape that the specification does not show. */
export type JsonField = Common & { readonly kind: "json" };

export type Field =
  | BooleanField
  | IntegerField
  | NumberField
  | StringField
  | EnumField
  | SetField
  | MapField
  | KeyedField
  | ObjectField
  | ListField
  | TextOrObjectField
  | JsonField;

export type Fields = Readonly<Record<string, Field>>;

/** The TypeScript type of a field's value, after normalization: absent is `undefined`, never null. */
export type Value<F extends Field> = F extends { kind: "boolean" }
  ? boolean
  : F extends { kind: "integer" | "number" }
    ? number
    : F extends { kind: "enum"; values: readonly (infer V)[] }
      ? F extends { open: true }
        ? V | OtherText
        : V
      : F extends { kind: "string" }
        ? string
        : F extends { kind: "set" }
          ? readonly string[]
          : F extends { kind: "map"; entry: infer E extends Fields }
            ? Readonly<Record<string, Values<E>>>
            : F extends { kind: "keyed"; entry: infer E extends Fields }
              ? readonly (Values<E> & { readonly id: string })[]
              : F extends { kind: "object"; fields: infer E extends Fields }
                ? Values<E>
                : F extends { kind: "list"; item: infer I extends Field }
                  ? readonly Value<I>[]
                  : F extends { kind: "text-or-object"; fields: infer E extends Fields }
                    ? string | Values<E>
                    : unknown;

/** Any text, as a type that does not absorb the literals in the same union: editors still suggest those. */
type OtherText = string & Record<never, never>;

/** Every field optional. An absent field is not managed. */
export type Values<F extends Fields> = { readonly [K in keyof F]?: Value<F[K]> };

type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F];

/** As the service responds: required fields are present, the others may be absent. */
export type Received<F extends Fields> = { readonly [K in RequiredKeys<F>]: Value<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: Value<F[K]>;
};
