/**
 * The kinds of field, as data. Decoding, the Terraform schema, the diff and the security
 * classification all walk descriptions in these terms.
 */

interface Common {
  /** What it is, in answers and declarations alike. */
  readonly description: string;
  /** What declaring it does. */
  readonly declared?: string;
  /** The service always sends it (R in the specification). */
  readonly required?: true;
  /** May be absent, but never null. Every other optional field may be null. */
  readonly neverNull?: true;
  /** The name on the wire, where it differs from ours. */
  readonly wire?: string;
  /** A declaration must have it; the text says what to give. */
  readonly needed?: string;
  /** How a change of it bears on security. Every setting that can change by itself has one: `SettingFields`. */
  readonly verdict?: VerdictRule;
}

/** `lenient`: what the service answers of another kind is kept as it came, for those who read it. */
export type BooleanField = Common & { readonly kind: "boolean"; readonly lenient?: true };
export type IntegerField = Common & { readonly kind: "integer"; readonly least?: number; readonly most?: number };
export type NumberField = Common & { readonly kind: "number" };
export type StringField = Common & {
  readonly kind: "string";
  /** `expiry`: a date, or a date-time. `like`: an SQL LIKE pattern. Those of a declaration are checked there only. */
  readonly format?: "uuid" | "date-time" | "uri" | "expiry" | "duration" | "like";
  /** A declaration must not have a blank text here; the problem that it is. */
  readonly blank?: "name-empty" | "finding-missing" | "justification-missing" | "repository-missing" | "lookup-empty";
  /** What to do about a text that is blank or of another format. */
  readonly advice?: string;
};
/** `open`: the specification shows or describes other values, so any text is valid. */
export type EnumField = Common & {
  readonly kind: "enum";
  readonly values: readonly string[];
  readonly open?: true;
  /** The problem that another value is, where it has a code of its own. */
  readonly unknown?: "category-unknown";
};
/** Strings; order and repetition carry no meaning. */
export type SetField = Common & { readonly kind: "set"; readonly item?: StringField };
/** Objects by key. Each entry is managed leaf by leaf. */
export type MapField = Common & { readonly kind: "map"; readonly entry: Fields };
/** A list of objects with an `id`. Once declared, the list is managed as a whole. */
export type KeyedField = Common & {
  readonly kind: "keyed";
  readonly entry: Fields;
  /** The predicates of an entry that goes, and of one that comes. */
  readonly words?: Pick<Words, "weaker" | "stronger">;
  /** What to do about an id that is no UUID. */
  readonly advice?: string;
};
export type ObjectField = Common & {
  readonly kind: "object";
  readonly fields: Fields;
  /** What the service answers inside it is kept as it came where it is of another kind than the field: `unreadable.ts`. */
  readonly lenient?: true;
};
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

/** Fields of the settings: whatever can change by itself has a verdict rule, so that one without does not compile. */
export type SettingFields = Readonly<Record<string, SettingField>>;
type SettingField =
  | (Exclude<Field, MapField | KeyedField | ObjectField> & { readonly verdict: VerdictRule })
  | (MapField & { readonly entry: SettingFields })
  | (KeyedField & { readonly entry: SettingFields; readonly words: Pick<Words, "weaker" | "stronger"> })
  | (ObjectField & { readonly fields: SettingFields });

/** The TypeScript type of a field's value, after normalization: absent is `undefined`, never null. */
export type Value<F extends Field> = F extends { kind: "boolean" }
  ? F extends { lenient: true }
    ? unknown
    : boolean
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

/**
 * How a change of a setting bears on security (decision 13). Each field of the
 * settings has its rule beside it (`SettingFields`).
 */
export type VerdictRule =
  /** Values from the weakest to the strongest. Without words, its values are shown. */
  | { readonly by: "order"; readonly weakToStrong: readonly (boolean | string)[]; readonly words?: Words }
  /** Members that come and go. `more` is what another member does; `empty` is what an empty set is. */
  | {
      readonly by: "members";
      readonly more: "weaker" | "stronger";
      readonly empty: "weakest" | "strongest" | "unspecified";
      /** Members that each take in everything. */
      readonly everything?: readonly string[];
      readonly words: MemberWords;
    }
  /** The direction of a change is not known. */
  | { readonly by: "unclassified" }
  /** A change has no bearing on security. */
  | { readonly by: "neutral" };

/**
 * The predicate of a change, after the subject: `sql-injection` in `sql-injection no longer runs`. Words that begin
 * with a colon follow it at once: `sql-injection: off`.
 */
export interface Words {
  /** From a stronger value to a weaker one. */
  readonly weaker: string;
  readonly stronger: string;
  /** To the weakest value: from not set or not known, or where the order has more than two values. */
  readonly weakest: string;
  /** From the strongest value to not set. */
  readonly lost: string;
}

/** The predicates of a set that changes. */
export interface MemberWords {
  readonly weaker: string;
  readonly stronger: string;
  /** To nothing, or to everything, where that is the weakest; `weaker` where it is absent. */
  readonly weakest?: string;
  /** From the strongest to not set; `weaker` where it is absent. */
  readonly lost?: string;
  /**
   * Where the members are patterns: to weaker, where one begins with `!` or is empty. That may turn the meaning of the
   * set around, so that the set is never stronger, and its order counts.
   */
  readonly unsure?: string;
}

/** What to do with a field of each form. `Given` are the values that the field describes. */
export interface FieldVisitor<Given extends readonly unknown[], Result> {
  /** A value without parts. */
  readonly leaf: (field: LeafField, ...given: Given) => Result;
  readonly set: (field: SetField, ...given: Given) => Result;
  readonly map: (field: MapField, ...given: Given) => Result;
  readonly keyed: (field: KeyedField, ...given: Given) => Result;
  readonly object: (field: ObjectField, ...given: Given) => Result;
  /** No setting is one. */
  readonly list: (field: ListField, ...given: Given) => Result;
  /** No setting is one. */
  readonly textOrObject: (field: TextOrObjectField, ...given: Given) => Result;
}

type Form = "leaf" | "set" | "map" | "keyed" | "object" | "list" | "textOrObject";

/** The form of every kind. A new kind of field belongs in this table. */
const forms = {
  boolean: "leaf",
  integer: "leaf",
  number: "leaf",
  string: "leaf",
  enum: "leaf",
  json: "leaf",
  set: "set",
  map: "map",
  keyed: "keyed",
  object: "object",
  list: "list",
  "text-or-object": "textOrObject",
} as const satisfies Readonly<Record<Field["kind"], Form>>;

/** boolean, integer, number, string, enum, json */
export type LeafField = Field & { readonly kind: KindsOf<"leaf"> };
type KindsOf<F extends Form> = { [K in Field["kind"]]: (typeof forms)[K] extends F ? K : never }[Field["kind"]];

/** Calls the case of the visitor that the field's kind has. Make the visitor once, outside: this runs for each value. */
export function visitField<Given extends readonly unknown[], Result>(
  field: Field,
  visitor: FieldVisitor<Given, Result>,
  ...given: Given
): Result {
  // the table pairs each kind with the case that takes its field
  const visit = visitor[forms[field.kind]] as (field: Field, ...given: Given) => Result;
  return visit(field, ...given);
}

/** `risk_threshold` to `riskThreshold`, as the generated bindings do. */
export const propertyName = (field: string): string =>
  field.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
