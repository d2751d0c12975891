import { define, own, values } from "../../model/json";
import type { Field, Fields } from "../../model/field";
import { canonical } from "../../model/fingerprint";
import { type Settings, settingsFields } from "../../model/settings";
import { copy, type Values } from "../plan/merge";

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
    set(result, name, judge(field, within(path, name), pick(three, name)));
  // that one was absent cannot be said: only what was there is put back
  for (const name of Object.keys(three.before))
    if (!Object.hasOwn(fields, name)) set(result, name, judge(unknown, within(path, name), pick(three, name)));
  return result;
}

/** A field that this version does not know is one value. */
const unknown: Field = { kind: "json", description: "" };

const within = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

function set(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(target, key);
  else define(target, key, value);
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
