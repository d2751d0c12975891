import { isDeepStrictEqual } from "node:util";
import { type Field, type Fields, type FieldVisitor, visitField } from "./field";
import { compareText } from "./fingerprint";
import { type Settings, settingsFields } from "./settings";
import { type LeafVerdict, leafVerdict } from "./leaf-verdict";
import { byId, own, sameMembers, texts, values } from "./json";

/** One leaf that differs, or one entry that comes or goes whole. */
export interface LeafChange {
  /** Such as `analyzers["sql-injection"].blocking`. */
  readonly path: string;
  /** Absent where nothing is set. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly verdict: LeafVerdict;
  /** What is said of the setting or entry that it belongs to: `no longer blocks pull requests`. */
  readonly words?: string;
  /** The top-level setting that it is in. */
  readonly setting: string;
  /** The analyzer's slug or the policy's id. */
  readonly key?: string;
  /** Something goes away, which only a PUT of the whole settings says under every reading. */
  readonly removes: boolean;
  /** A field that this version does not know, outside an entry that comes or goes whole: no request changes it. */
  readonly isUnwritable?: true;
}

type Values = Readonly<Record<string, unknown>>;
interface LeafPlace {
  readonly path: string;
  readonly setting: string;
  readonly key?: string;
}

/**
 * Compares two settings leaf by leaf, in the order of the model: the one fact on which the review of a plan
 * rests (DESIGN, *Security-aware review*). What is compared with `{}` is compared with nothing that is known.
 */
export function compareSettings(before: Settings, after: Settings): readonly LeafChange[] {
  if (before === after) return []; // the same object, as nearly all are in a large account
  const known = Object.entries(settingsFields).flatMap(([name, field]) => {
    const [from, to] = [values(before)[name], values(after)[name]];
    return from === to ? [] : [...changes(field, { path: name, setting: name }, from, to, true)];
  });
  return [...known, ...unknownChanges(settingsFields, undefined, before, after, true)];
}

/** One path is the other, or a part of it: a policy that comes or goes is one leaf, and its leaves are others. */
export const overlap = (one: string, other: string): boolean =>
  one === other || isWithin(one, other) || isWithin(other, one);

const isWithin = (inner: string, outer: string): boolean =>
  inner.startsWith(outer) && (inner[outer.length] === "." || inner[outer.length] === "[");

/** The entries hold the same, or neither is there: the order of a set means nothing. */
export const isSameEntry = (fields: Fields, before: unknown, after: unknown): boolean =>
  before === undefined || after === undefined
    ? before === after
    : [...entryChanges(fields, { path: "", setting: "" }, before, after)].length === 0;

type Compared = [place: LeafPlace, before: unknown, after: unknown, inBoth: boolean];

/** @param inBoth the entry that it belongs to is set before and after */
const changes = (field: Field, ...given: Compared): Iterable<LeafChange> => visitField(field, changesOf, ...given);

const leafChanges = (field: Field, ...[place, before, after, inBoth]: Compared): readonly LeafChange[] =>
  isDeepStrictEqual(before, after) ? [] : [leaf(field, place, before, after, inBoth)];

const changesOf: FieldVisitor<Compared, Iterable<LeafChange>> = {
  leaf: leafChanges,
  list: leafChanges,
  textOrObject: leafChanges,
  set: (field, place, before, after, inBoth) =>
    inBoth && sameMembers(texts(before), texts(after)) ? [] : leafChanges(field, place, before, after, inBoth),
  object: ({ fields }, place, before, after) => entryChanges(fields, place, before, after),
  *map({ entry: fields }, place, before, after) {
    for (const key of sortedKeys(Object.keys(values(before)), Object.keys(values(after)))) {
      const [from, to] = [own(values(before), key), own(values(after), key)];
      const found = [...entryChanges(fields, entryPlace(place, key), from, to)];
      // an entry without leaves is still there to be removed
      if (found.length > 0 || to !== undefined) yield* found;
      else yield { ...entryPlace(place, key), before: from, verdict: "neutral", removes: true };
    }
  },
  *keyed(field, place, before, after) {
    const [from, to] = [byId(before), byId(after)];
    for (const id of sortedKeys(from.keys(), to.keys())) {
      const [entry, next] = [from.get(id), to.get(id)];
      if (entry !== undefined && next !== undefined)
        yield* entryChanges(field.entry, entryPlace(place, id), withoutId(entry), withoutId(next));
      else yield presence(field.words, entryPlace(place, id), entry, next);
    }
  },
};

/**
 * The leaves of one analyzer, policy or notifications, weighed together, since what is switched off does nothing.
 *
 * | off                      | `enabled`                                    | the other leaves |
 * |--------------------------|----------------------------------------------|------------------|
 * | afterwards, not before   | weaker                                       | neutral          |
 * | before, not afterwards   | stronger; unclassified where it becomes unset | neutral          |
 * | before and afterwards    |                                              | neutral          |
 */
function* entryChanges(fields: Fields, place: LeafPlace, before: unknown, after: unknown): Generator<LeafChange> {
  const [from, to] = [values(before), values(after)];
  const inBoth = before !== undefined && after !== undefined;
  const found = [
    ...Object.entries(fields).flatMap(([name, field]) => [
      ...changes(field, { ...place, path: `${place.path}.${name}` }, from[name], to[name], inBoth),
    ]),
    ...unknownChanges(fields, place, from, to, inBoth),
  ];
  const [wasOff, isOff] = [from["enabled"] === false, to["enabled"] === false];
  for (const each of found) {
    const { words, ...silent } = each;
    if (!wasOff && !isOff) yield each;
    else if (each.path !== `${place.path}.enabled`) yield { ...silent, verdict: "neutral" };
    else if (isOff) yield each;
    else if (each.after === undefined) yield { ...silent, verdict: "unclassified" };
    else yield { ...each, verdict: "stronger" };
  }
}

/** A policy that comes or goes is one leaf; one that is off does nothing either way. */
function presence(
  words: { readonly weaker: string; readonly stronger: string } | undefined,
  place: LeafPlace,
  before: Values | undefined,
  after: Values | undefined,
): LeafChange {
  const isOff = (before ?? after)?.["enabled"] === false;
  const verdict = isOff ? "neutral" : before === undefined ? "stronger" : "weaker";
  return {
    ...place,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    verdict,
    ...(words === undefined || verdict === "neutral" ? {} : { words: words[verdict] }),
    removes: before !== undefined,
  };
}

/** Fields that the service has and the model does not. */
function unknownChanges(
  fields: Fields,
  place: LeafPlace | undefined,
  before: Values,
  after: Values,
  inBoth: boolean,
): readonly LeafChange[] {
  const names = sortedKeys(Object.keys(before), Object.keys(after));
  return names.flatMap((name): readonly LeafChange[] => {
    if (Object.hasOwn(fields, name)) return [];
    const [from, to] = [own(before, name) ?? undefined, own(after, name) ?? undefined];
    if (isDeepStrictEqual(from, to)) return [];
    return [
      {
        ...(place ?? { setting: name }),
        path: place === undefined ? name : `${place.path}.${name}`,
        ...(from === undefined ? {} : { before: from }),
        ...(to === undefined ? {} : { after: to }),
        verdict: "unclassified",
        ...(inBoth ? { removes: false, isUnwritable: true } : { removes: to === undefined }),
      },
    ];
  });
}

function leaf(field: Field, place: LeafPlace, before: unknown, after: unknown, inBoth: boolean): LeafChange {
  const { verdict, words } = leafVerdict(field.verdict ?? { by: "unclassified" }, before, after, inBoth);
  return {
    ...place,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    verdict,
    ...(words === undefined ? {} : { words }),
    removes: removesFrom(before, after, inBoth),
  };
}

/** A list that is not set is an empty one while its entry stays. */
const removesFrom = (before: unknown, after: unknown, inBoth: boolean): boolean =>
  Array.isArray(before) && (inBoth || after !== undefined)
    ? !texts(before).every((each) => texts(after).includes(each))
    : after === undefined;

const entryPlace = ({ path, setting }: LeafPlace, key: string): LeafPlace => ({
  path: `${path}[${JSON.stringify(key)}]`,
  setting,
  key,
});

const withoutId = ({ id: _, ...entry }: Values): Values => entry;

const sortedKeys = (left: Iterable<string>, right: Iterable<string>): readonly string[] =>
  [...new Set([...left, ...right])].sort(compareText);
