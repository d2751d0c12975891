import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { isSameEntry, overlap } from "../../model/compare-settings";
import { define, byId, own, sameMembers, texts, values } from "../../model/json";
import { type Settings, settingsFields } from "../../model/settings";
import { isDeepStrictEqual } from "node:util";

export type Values = Readonly<Record<string, unknown>>;

export interface WrittenPaths {
  /** Removed by the write itself. */
  readonly lost: ReadonlySet<string>;
  /** Shown as planned by a reading since. */
  readonly shown: ReadonlySet<string>;
}

/** A value now, before a change, and after it. */
export interface Three<T> {
  readonly now: T;
  readonly before: T;
  readonly after: T;
}

/**
 * The settings that correct what a write did not change, and nothing else:
 *
 * | now        | result                                            |
 * |------------|---------------------------------------------------|
 * | as before  | as planned; a set with its former members, too    |
 * | as planned | as planned                                        |
 * | another    | stays: it is somebody else's, unless it was lost  |
 *
 * A leaf that a reading has shown as planned was written: what it is now is somebody else's, whatever it is.
 *
 * A set that is absent is an empty one only where its entry was there before: an empty set in a new entry is another
 * value.
 *
 * @param paths of leaves
 */
export const corrected = (three: Three<Settings>, paths: WrittenPaths): Settings =>
  inFields(settingsFields, "", three, paths, true);

/** @param wasThere the entry that they belong to was set before */
function inFields(fields: Fields, path: string, three: Three<Values>, paths: WrittenPaths, wasThere: boolean): Values {
  const result = copy(three.now);
  for (const [name, field] of Object.entries(fields)) {
    const place = path === "" ? name : `${path}.${name}`;
    set(result, name, visitField(field, inField, place, pick(three, name), paths, wasThere));
  }
  return result;
}

type CorrectionArguments = [path: string, three: Three<unknown>, paths: WrittenPaths, wasThere: boolean];

const isShown = (path: string, { shown }: WrittenPaths): boolean => [...shown].some((each) => overlap(path, each));

const inLeaf = (_field: Field, ...[path, { now, before, after }, paths]: CorrectionArguments): unknown =>
  paths.lost.has(path) || (isDeepStrictEqual(now, before) && !isShown(path, paths)) ? after : now;

const inField: FieldVisitor<CorrectionArguments, unknown> = {
  leaf: inLeaf,
  list: inLeaf,
  textOrObject: inLeaf,
  set: (field, path, three, paths, wasThere) => {
    const [now, before, after] = [texts(three.now), texts(three.before), texts(three.after)];
    // a service that merges lists keeps the former members beside the new ones
    const isKept = (wasThere && sameMembers(now, before)) || sameMembers(now, [...before, ...after]);
    return isKept && !isShown(path, paths) ? three.after : inLeaf(field, path, three, paths, wasThere);
  },
  object: ({ fields }, path, three, paths) => inEntry(fields, path, three, paths),
  map: ({ entry }, path, three, paths) => {
    const all = { now: values(three.now), before: values(three.before), after: values(three.after) };
    const result = copy(all.now);
    for (const key of new Set([...Object.keys(all.now), ...Object.keys(all.after)]))
      set(result, key, inEntry(entry, `${path}[${JSON.stringify(key)}]`, pick(all, key), paths));
    if (three.now !== undefined || Object.keys(result).length > 0) return result;
    return Object.keys(all.after).length === 0 ? three.after : undefined; // removed whole by somebody else
  },
  keyed: ({ entry }, path, three, paths) => {
    const [now, before, after] = [byId(three.now), byId(three.before), byId(three.after)];
    const result = [...new Set([...now.keys(), ...after.keys()])].flatMap((id) => {
      const each = inEntry(
        entry,
        `${path}[${JSON.stringify(id)}]`,
        { now: now.get(id), before: before.get(id), after: after.get(id) },
        paths,
      );
      return each === undefined ? [] : [{ ...values(each), id }];
    });
    if (three.now !== undefined || result.length > 0) return result;
    return after.size === 0 ? three.after : undefined; // removed whole by somebody else
  },
};

/** An entry that comes or goes does so whole. */
function inEntry(fields: Fields, path: string, three: Three<unknown>, paths: WrittenPaths): unknown {
  const { now, before, after } = three;
  if (paths.lost.has(path) || (isSameEntry(fields, now, before) && !isShown(path, paths))) return after;
  if (now === undefined && after !== undefined && [...paths.lost].some((each) => each.startsWith(`${path}.`)))
    return inFields(fields, path, { now: {}, before: values(before), after: values(after) }, paths, true);
  if (now === undefined || after === undefined) return now;
  const all = { now: values(now), before: values(before), after: values(after) };
  return inFields(fields, path, all, paths, before !== undefined);
}

/** The member of each of the three. */
export const pick = ({ now, before, after }: Three<Values>, key: string): Three<unknown> => ({
  now: own(now, key),
  before: own(before, key),
  after: own(after, key),
});

export const copy = (from: Values): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(from)) define(result, key, value);
  return result;
};

/** Sets a member, or removes it for undefined. */
export function set(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(target, key);
  else define(target, key, value);
}
