import { isDeepStrictEqual } from "node:util";
import { isSameEntry, overlap } from "../../model/compare-settings";
import { define, byId, own, sameMembers, texts, values } from "../../model/json";
import { sameSet } from "../../model/same-set";
import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { canonical } from "../../model/fingerprint";
import { type Settings, settingsFields } from "../../model/settings";
import { copy, type Values } from "../plan/merge";

export interface WrittenPaths {
  /** Removed by the write itself. */
  readonly lost: ReadonlySet<string>;
  /** Shown as planned by a reading since. */
  readonly shown: ReadonlySet<string>;
}

/** A value now, before a change, and after it. */
interface Three<T> {
  readonly now: T;
  readonly before: T;
  readonly after: T;
}

/** The member of each of the three. */
const pick = ({ now, before, after }: Three<Values>, key: string): Three<unknown> => ({
  now: own(now, key),
  before: own(before, key),
  after: own(after, key),
});

const objects = ({ now, before, after }: Three<unknown>): Three<Values> => ({
  now: values(now),
  before: values(before),
  after: values(after),
});

/** The value that a member at a path gets; undefined removes it. */
type Judge = (field: Field, path: string, three: Three<unknown>) => unknown;

function eachField(fields: Fields, path: string, three: Three<Values>, judge: Judge): Values {
  const result = copy(three.now);
  for (const [name, field] of Object.entries(fields))
    set(result, name, judge(field, path === "" ? name : `${path}.${name}`, pick(three, name)));
  return result;
}

function set(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(target, key);
  else define(target, key, value);
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
const inFields = (fields: Fields, path: string, three: Three<Values>, paths: WrittenPaths, wasThere: boolean): Values =>
  eachField(fields, path, three, (field, at, each) => visitField(field, inField, at, each, paths, wasThere));

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
    const isKept = (wasThere && sameSet(field, now, before)) || sameMembers(now, [...before, ...after]);
    return isKept && !isShown(path, paths) ? three.after : inLeaf(field, path, three, paths, wasThere);
  },
  object: ({ fields }, path, three, paths) => inEntry(fields, path, three, paths),
  map: ({ entry }, path, three, paths) => {
    const all = objects(three);
    const result = copy(all.now);
    for (const key of new Set([...Object.keys(all.now), ...Object.keys(all.after)]))
      set(result, key, inEntry(entry, `${path}[${JSON.stringify(key)}]`, pick(all, key), paths));
    if (three.now !== undefined || Object.keys(result).length > 0) return result;
    return Object.keys(all.after).length === 0 ? three.after : undefined; // removed whole by somebody else
  },
  keyed: ({ entry }, path, three, paths) => {
    const [now, before, after] = [byId(three.now), byId(three.before), byId(three.after)];
    const result = [...new Set([...now.keys(), ...after.keys()])].flatMap((id) => {
      const entries = { now: now.get(id), before: before.get(id), after: after.get(id) };
      const each = inEntry(entry, `${path}[${JSON.stringify(id)}]`, entries, paths);
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
  return inFields(fields, path, objects(three), paths, before !== undefined);
}

interface Restored {
  readonly settings: Settings;
  /** Leaves that somebody else has changed since, and that are kept. */
  readonly conflicts: readonly string[];
}

/**
 * The settings that undo a change and nothing else:
 *
 * | before and after the change | now        | result               |
 * |-----------------------------|------------|----------------------|
 * | the same                    | anything   | unchanged            |
 * | different                   | as after   | as before            |
 * | different                   | as before  | unchanged            |
 * | different                   | another    | unchanged: conflict  |
 */
export function restore(now: Settings, before: Settings, after: Settings): Restored {
  const conflicts: string[] = [];
  const judge: Judge = (field, path, three) => restoreValue(field, path, three, conflicts, judge);
  return { settings: eachField(settingsFields, "", { now, before, after }, judge), conflicts };
}

function restoreValue(field: Field, path: string, three: Three<unknown>, conflicts: string[], judge: Judge): unknown {
  const { now, before, after } = three;
  if (same(field, before, after)) return now;
  if (same(field, now, after)) return before ?? emptied(field, now);
  if (same(field, now, before)) return now;
  const there = now !== undefined && before !== undefined && after !== undefined;
  if (there && field.kind === "object") return eachField(field.fields, path, objects(three), judge);
  if (there && field.kind === "map") {
    const entry: Field = { kind: "object", description: "", fields: field.entry };
    const all = objects(three);
    const result = copy(all.now);
    for (const key of new Set([...Object.keys(all.before), ...Object.keys(all.after)]))
      set(result, key, judge(entry, `${path}[${JSON.stringify(key)}]`, pick(all, key)));
    return result;
  }
  conflicts.push(path);
  return now;
}

/** A value that did not exist before: the emptiest one under every reading, or absent. */
function emptied(field: Field, now: unknown): unknown {
  if (field.kind === "set" || field.kind === "keyed") return [];
  if (field.kind === "map") return {};
  if (field.kind !== "object") return undefined;
  const result: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(field.fields))
    if (own(values(now), name) !== undefined) set(result, name, emptied(each, own(values(now), name)));
  return result;
}

const same = (field: Field, left: unknown, right: unknown): boolean =>
  left === undefined || right === undefined
    ? left === right
    : canonical({ value: field }, { value: left }) === canonical({ value: field }, { value: right });
