/**
 * The vocabulary in which the domain is written down once. Wire validation, the Terraform
 * schema, the diff and the security classification are all walks over these descriptions.
 */

/** What a reviewer is told when a value moves in a direction that matters to security. */
export interface Effect {
  readonly weaker: string;
  readonly stronger: string;
}

interface Common {
  readonly description: string;
  /** The service always sends it (R in the specification). */
  readonly required?: true;
  /** The service may leave it out, and never says null; every other field that is not required may be null. */
  readonly neverNull?: true;
  /** Its name on the wire, where that is not the name we use. */
  readonly wire?: string;
  readonly effect?: Effect;
}

/** `stronger` is the value under which more is found, said or blocked. */
export type BooleanField = Common & { readonly kind: "boolean"; readonly stronger?: boolean };
export type IntegerField = Common & { readonly kind: "integer" };
export type NumberField = Common & { readonly kind: "number" };
export type StringField = Common & { readonly kind: "string"; readonly format?: "uuid" | "date-time" | "uri" };
/**
 * `ordered` says that `values` go from weak to strong; `open` that the specification itself shows or
 * describes others, so that any text must be expected.
 */
export type EnumField = Common & {
  readonly kind: "enum";
  readonly values: readonly string[];
  readonly ordered?: true;
  readonly open?: true;
};
/**
 * Strings whose order and repetition mean nothing.
 * `gaining` says what a new member does; a `scope` is everything when it is empty.
 */
export type SetField = Common & {
  readonly kind: "set";
  readonly gaining: "weakens" | "strengthens";
  readonly scope?: true;
};
/** Objects by a key that the user chooses among known ones; each entry is managed leaf by leaf. */
export type MapField = Common & { readonly kind: "map"; readonly entry: Fields };
/** A list on the wire whose items are told apart by `id`; the whole list is owned once declared. */
export type KeyedField = Common & { readonly kind: "keyed"; readonly entry: Fields };
export type ObjectField = Common & { readonly kind: "object"; readonly fields: Fields };
/** Items in the order of the service. */
export type ListField = Common & { readonly kind: "list"; readonly item: Field };
/** A text in one description of the specification, an object in another. */
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

/** Any text, without swallowing the known ones that stand beside it: editors go on offering those. */
type OtherText = string & Record<never, never>;

/** Every field optional: an absent one is one that nobody has an opinion on. */
export type Values<F extends Fields> = { readonly [K in keyof F]?: Value<F[K]> };

type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F];

/** As the service answers: required fields are there, the others may be absent. */
export type Received<F extends Fields> = { readonly [K in RequiredKeys<F>]: Value<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: Value<F[K]>;
};
