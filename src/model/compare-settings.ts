import { isDeepStrictEqual } from "node:util";
import { type Field, type Fields, type FieldVisitor, visitField } from "./field";
import { compareText } from "./fingerprint";
import { type Settings, settingsFields } from "./settings";
import { type EntryFate, type LeafVerdict, leafVerdict, presenceVerdict } from "./leaf-verdict";
import { byId, own, texts, values } from "./json";
import { isOrdered, sameSet } from "./same-set";

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
 * Compares two settings leaf by leaf, in the order of the model: the one fact on which the review of a plan rests
 * (decision 13).
 *
 * @param before undefined where there was no configuration; `{}` for one of which nothing is known
 * @param after `{}` also where there is no configuration
 */
export function compareSettings(before: Settings | undefined, after: Settings): readonly LeafChange[] {
  if (before === after) return []; // the same object, as nearly all are in a large account
  const [all, now] = [values(before), values(after)];
  const entry = before === undefined ? "comes" : "stays";
  const known = Object.entries(settingsFields).flatMap(([name, field]) => {
    const [from, to] = [all[name], now[name]];
    return from === to ? [] : [...changes(field, { path: name, setting: name }, from, to, entry)];
  });
  return [...known, ...unknownChanges(settingsFields, undefined, all, now, true)];
}

/** One path is the other, or a part of it: a policy that comes or goes is one leaf, and its leaves are others. */
export const overlap = (one: string, other: string): boolean =>
  one === other || isWithin(one, other) || isWithin(other, one);

const isWithin = (inner: string, outer: string): boolean =>
  inner.startsWith(outer) && (inner[outer.length] === "." || inner[outer.length] === "[");

type Compared = [place: LeafPlace, before: unknown, after: unknown, entry: EntryFate];

const changes = (field: Field, ...given: Compared): Iterable<LeafChange> => visitField(field, changesOf, ...given);

const leafChanges = (field: Field, ...[place, before, after, entry]: Compared): readonly LeafChange[] =>
  isDeepStrictEqual(before, after) ? [] : [leaf(field, place, before, after, entry)];

const changesOf: FieldVisitor<Compared, Iterable<LeafChange>> = {
  leaf: leafChanges,
  list: leafChanges,
  textOrObject: leafChanges,
  set: (field, place, before, after, entry) =>
    entry === "stays" && sameSet(field, before, after) ? [] : leafChanges(field, place, before, after, entry),
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
  const entry = fateOf(before, after);
  const found = [
    ...Object.entries(fields).flatMap(([name, field]) => [
      // not set counts as on: an entry that comes and is off is weaker
      ...changes(
        field,
        { ...place, path: `${place.path}.${name}` },
        from[name],
        to[name],
        name === "enabled" ? "stays" : entry,
      ),
    ]),
    ...unknownChanges(fields, place, from, to, entry === "stays"),
  ];
  const [wasOff, isOff] = [from["enabled"] === false, to["enabled"] === false];
  for (const each of found) {
    const { words, ...wordless } = each;
    if (!wasOff && !isOff) yield each;
    else if (each.path !== `${place.path}.enabled`) yield { ...wordless, verdict: "neutral" };
    else if (isOff) yield each;
    else if (each.after === undefined) yield { ...wordless, verdict: "unclassified" };
    else yield { ...each, verdict: "stronger" };
  }
}

const fateOf = (before: unknown, after: unknown): EntryFate =>
  before === undefined ? "comes" : after === undefined ? "goes" : "stays";

/** A policy that comes or goes is one leaf. */
function presence(
  words: { readonly weaker: string; readonly stronger: string } | undefined,
  place: LeafPlace,
  before: Values | undefined,
  after: Values | undefined,
): LeafChange {
  const verdict = presenceVerdict(before, after);
  return {
    ...place,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    verdict,
    ...(words !== undefined && (verdict === "weaker" || verdict === "stronger") ? { words: words[verdict] } : {}),
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

function leaf(field: Field, place: LeafPlace, before: unknown, after: unknown, entry: EntryFate): LeafChange {
  const { verdict, words } = leafVerdict(field.verdict ?? { by: "unclassified" }, before, after, entry);
  return {
    ...place,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    verdict,
    ...(words === undefined ? {} : { words }),
    removes: removesFrom(field, before, after, entry === "stays"),
  };
}

/**
 * A list that is not set is an empty one while its entry stays. Where the order of a list counts, its former one goes
 * away unless what is new comes last, where a service that merges lists puts it.
 */
function removesFrom(field: Field, before: unknown, after: unknown, inBoth: boolean): boolean {
  if (!Array.isArray(before) || !(inBoth || after !== undefined)) return after === undefined;
  const [had, has] = [texts(before), texts(after)];
  return isOrdered(field, had) || isOrdered(field, has)
    ? !had.every((each, at) => has[at] === each)
    : !had.every((each) => has.includes(each));
}

const entryPlace = ({ path, setting }: LeafPlace, key: string): LeafPlace => ({
  path: `${path}[${JSON.stringify(key)}]`,
  setting,
  key,
});

const withoutId = ({ id: _, ...entry }: Values): Values => entry;

const sortedKeys = (left: Iterable<string>, right: Iterable<string>): readonly string[] =>
  [...new Set([...left, ...right])].sort(compareText);
