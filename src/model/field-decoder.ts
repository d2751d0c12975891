import { ScanformError } from "../diagnostics/error";
import * as decoders from "./decoder";
import { type Decoder, decode, expected, Invalid, invalid, list, map, text } from "./decoder";
import { parseDuration, isDateOrDateTime } from "./time";
import { type Field, type Fields, type KeyedField, type StringField, type LeafField, visitField } from "./field";
import { isJson, isObject } from "./json";
import { diagnosticOf, nested, problem, type Problem } from "./problem";
import { isOrdered } from "./same-set";
import { type Settings, settingsAsAWhole, settingsFields } from "./settings";
import { like, LikePatternError, withSqlWildcards } from "./sql-like";
import { isUuid } from "./uuid";
import { kindOf } from "./value-kind";

/** What `early` returns for a value that is to be decoded. */
export const proceed: unique symbol = Symbol("proceed");

/**
 * A way in which values of fields come to us. What is right and wrong, and the words for it, are the same in all of
 * them; this is what differs.
 */
export interface Way extends decoders.Objects, decoders.Keys {
  /** Whether somebody has declared the values: nothing unknown, only values that the service documents, and limits. */
  readonly isDeclared: boolean;
  /** How a field is called; our name by default. The decoded value has our names, or those of `keepsNames`. */
  readonly nameOf?: (name: string, field: Field) => string;
  readonly keepsNames?: true;
  /** Whether a field that a declaration needs must be there, or one that the service always sends. */
  readonly requires?: true;
  /** Whether attributes that are no fields are passed over, since somebody else has checked them. */
  readonly keepsUnknown?: true;
  /** Whether a value of another kind than its field is kept as it came. */
  readonly lenient?: true;
  /** Whether entries with an id are a map by that id only, as in the schema of the provider. */
  readonly keyed?: "map";
  /** What to do instead, by the names of attributes that nobody may set. */
  readonly refused?: ReadonlyMap<string, string>;
  /**
   * Takes or refuses a value before it is looked into, such as one that is known only after the apply, or `proceed`.
   */
  readonly early?: (value: unknown, form: ValueForm) => unknown;
}

export type ValueForm = "leaf" | "texts" | "list" | "object";

/** The way of what the service answers: under its names. Unknown fields are kept, and an enum may have newer values. */
const received: Way = {
  isDeclared: false,
  nameOf: (name, { wire = name }) => wire,
  requires: true,
};

/** The same, where a value of another kind is left to those who read it. */
const receivedAsItIs: Way = { ...received, lenient: true };

/** From a user, as settings in our names. Null is absent, but not in the place of an entry. */
const declared: Way = { isDeclared: true };

/** Declared or received before, under our names; as lenient as `received`. */
const stored: Way = { isDeclared: false };

export const ways = { received, declared, stored } as const;

/** @see ways */
export type Source = keyof typeof ways;

type Values = Readonly<Record<string, unknown>>;

const known = new WeakMap<Way, WeakMap<Fields, Decoder<Values>>>();

/** The decoder of an object with these fields, worked out once. Normal form has no null, and no set with a repetition that means nothing. */
export function fieldsDecoder(fields: Fields, way: Way | Source): Decoder<Values> {
  const how = typeof way === "string" ? ways[way] : way;
  const ofWay = known.get(how) ?? new WeakMap<Fields, Decoder<Values>>();
  known.set(how, ofWay);
  const found = ofWay.get(fields) ?? objectDecoder(partsOf(fields, how), how);
  ofWay.set(fields, found);
  return found;
}

/** @throws ScanformError when they are no settings */
export function decodeSettings(value: unknown, source: Source): Settings {
  const decoded = decode(fieldsDecoder(settingsFields, source), value);
  if ("value" in decoded) return decoded.value;
  throw new ScanformError(decoded.problems.map((each) => diagnosticOf(each, {})));
}

/** The attributes of these fields, to be decoded together with others. */
export const partsOf = (fields: Fields, way: Way): decoders.Parts =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, decoders.Part] => {
      const { nameOf, keepsNames, isDeclared, requires } = way;
      const isRequired = requires === true && (isDeclared ? field.needed !== undefined : field.required === true);
      const part = isRequired
        ? decoders.required(fieldDecoder(field, way), field.needed)
        : decoders.optional(fieldDecoder(field, way));
      if (nameOf === undefined) return [name, part];
      return [nameOf(name, field), keepsNames === true ? part : { ...part, name }];
    }),
  );

/** An object of these parts, in this way. */
export const objectDecoder = <const P extends decoders.Parts>(parts: P, way: Way): Decoder<decoders.ObjectOf<P>> =>
  early(
    "object",
    decoders.object(parts, { ...way, unknownKeys: way.isDeclared && way.keepsUnknown !== true ? "rejected" : "kept" }),
    way,
  );

/** Entries by any key, in this way. */
export const mapDecoder = <T>(entry: Decoder<T>, way: Way): Decoder<Readonly<Record<string, T>>> =>
  early("object", map(entry, way.isDeclared ? { key: keyProblem, ...way, null: "rejected" } : way), way);

/** A list of anything but null, in this way. */
export const listDecoder = <T>(item: Decoder<T>, way: Way, wanted?: string): Decoder<readonly T[]> =>
  early("list", list(item, wanted === undefined ? undefined : () => wanted, way.keep), way);

export const keyProblem = (key: string): Problem | undefined =>
  key.trim() === "" ? problem("key-empty", []) : undefined;

/** Asks the way first. What it takes has the type of what is decoded as far as anybody can know. */
export function early<T>(form: ValueForm, decoder: Decoder<T>, way: Way): Decoder<T> {
  const { early: first, copies } = way;
  if (first === undefined) return decoder;
  return (value) => {
    const taken = first(value, form);
    const decoded = taken === proceed ? decoder(value) : (taken as T | Invalid);
    return copies === true && Array.isArray(decoded) ? ([...decoded] as T) : decoded;
  };
}

/** For values of one field that are neither null nor absent. */
export const fieldDecoder = (field: Field, way: Way): Decoder =>
  field.kind === "boolean" && field.lenient === true && !way.isDeclared
    ? asItIs
    : orAsItIs(strictDecoder(field, way), way);

const asItIs: Decoder = (value) => value;

const orAsItIs = (decoder: Decoder, { lenient }: Way): Decoder =>
  lenient !== true
    ? decoder
    : (value) => {
        const decoded = decoder(value);
        return decoded instanceof Invalid ? value : decoded;
      };

const strictDecoder = (field: Field, way: Way): Decoder =>
  visitField<[Way], Decoder>(
    field,
    {
      leaf: (leaf) => early("leaf", leafDecoder(leaf, way), way),
      set: (field) => {
        const { item } = field;
        const member = way.isDeclared && item !== undefined ? stringDecoder(item, way) : text;
        return early(
          "texts",
          decoders.textSet(early("leaf", member, way), (members) => isOrdered(field, members)),
          way,
        );
      },
      map: ({ entry }) => mapDecoder(orAsItIs(fieldsDecoder(entry, way), way), way),
      keyed: (keyed) => keyedDecoder(keyed, way),
      object: ({ fields, lenient }) =>
        lenient === true && way === received ? settingsAsTheyAre(fields) : fieldsDecoder(fields, way),
      list: ({ item }) =>
        item.kind === "string"
          ? early("texts", decoders.texts(early("leaf", stringDecoder(item, way), way)), way)
          : listDecoder(fieldDecoder(item, way), way),
      textOrObject: ({ fields }) => textOrObject(fieldsDecoder(fields, way)),
    },
    way,
  );

/**
 * Entries with an id: a list of objects, or declared also a map by that id. The list is the normal form; a map is kept
 * where names are.
 */
function keyedDecoder({ entry, advice }: KeyedField, way: Way): Decoder {
  const id = decoders.required(way.isDeclared ? early("leaf", decoders.uuid(advice), way) : text, advice);
  const asList = listDecoder(objectDecoder({ id, ...partsOf(entry, way) }, way), way);
  if (!way.isDeclared) return asList;
  const asMap = mapDecoder(fieldsDecoder(entry, way), way);
  const whole: Decoder = (value) => {
    if (Array.isArray(value) && way.keyed !== "map") return asList(value);
    const found = asMap(value);
    const wrong = isObject(value) ? Object.keys(value).flatMap((key) => idProblem(key, advice, way)) : [];
    if (found instanceof Invalid) return invalid(...wrong, ...found.problems);
    if (wrong.length > 0) return invalid(...wrong);
    return way.keepsNames === true || !isObject(value)
      ? found
      : Object.entries(found).map(([key, settings]) => ({ id: key, ...settings }));
  };
  return early("object", whole, way);
}

/** An empty list is how some services write an object without members. Anything else than an object is kept as one leaf. */
function settingsAsTheyAre(fields: Fields): Decoder {
  const decoder = fieldsDecoder(fields, receivedAsItIs);
  return (value) => {
    if (isObject(value)) return decoder(value);
    return Array.isArray(value) && value.length === 0 ? {} : { [settingsAsAWhole]: value };
  };
}

const idProblem = (key: string, advice: string | undefined, way: Way): readonly Problem[] =>
  isUuid(key) || key.trim() === "" || way.key?.(key) !== undefined || (way.early?.(key, "leaf") ?? proceed) !== proceed
    ? []
    : nested({ key }, [problem("id-invalid", [], kindOf(key), advice ?? "")]);

function leafDecoder(field: LeafField, way: Way): Decoder {
  switch (field.kind) {
    case "boolean":
      return decoders.flag;
    case "integer":
      return decoders.integer(way.isDeclared ? field : undefined);
    case "number":
      return decoders.number;
    case "string":
      return stringDecoder(field, way);
    case "enum":
      return !way.isDeclared || field.open === true ? text : decoders.oneOf(field.values, field.unknown);
    case "json":
      return json;
    default:
      return field satisfies never;
  }
}

const stringDecoder = (field: StringField, way: Way): Decoder<string> =>
  way.isDeclared && (field.blank !== undefined || field.format !== undefined)
    ? (value) => (typeof value === "string" ? declaredText(field, value) : text(value))
    : text;

function declaredText({ blank, format, advice = "" }: StringField, value: string): string | Invalid {
  if (blank !== undefined && value.trim() === "") return invalid(problem(blank, [], advice));
  const found = format === undefined ? undefined : formatProblem(format, value, advice);
  return found === undefined ? value : invalid(found);
}

function formatProblem(format: NonNullable<StringField["format"]>, value: string, advice: string): Problem | undefined {
  switch (format) {
    case "uuid":
      return isUuid(value) ? undefined : problem("id-invalid", [], kindOf(value), advice);
    case "expiry":
      return isDateOrDateTime(value) ? undefined : problem("date-invalid", [], kindOf(value));
    case "duration":
      return parseDuration(value) === undefined ? problem("duration-invalid", [], kindOf(value)) : undefined;
    case "like":
      return patternProblem(value);
    case "date-time":
    case "uri":
      return undefined; // the service's own
    default:
      return format satisfies never;
  }
}

/** What is wrong with an SQL LIKE pattern, whatever it is matched with. */
export function patternProblem(pattern: string): Problem | undefined {
  try {
    like(pattern);
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return problem("pattern-invalid", [], kindOf(pattern), thrown.message);
  }
  const instead = withSqlWildcards(pattern);
  return instead === undefined ? undefined : problem("pattern-wildcards", [], kindOf(pattern), kindOf(instead));
}

const textOrObject =
  (decoder: Decoder<Values>): Decoder =>
  (value) => {
    if (typeof value === "string") return value;
    return isObject(value) ? decoder(value) : expected("a string or an object", value);
  };

const json: Decoder = (value) => (isJson(value) ? value : expected("JSON", value));
