import { canonical } from "../../model/fingerprint";
import type { Field, Fields } from "../../model/field";
import { type Settings, settingsFields } from "../../model/settings";
import { own, values } from "../../model/json";
import { copy, pick, set, type Three, type Values } from "../apply/corrected";

export interface Restored {
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
  const settings: Settings = restoreFields(settingsFields, "", { now, before, after }, conflicts);
  return { settings, conflicts };
}

function restoreFields(fields: Fields, path: string, three: Three<Values>, conflicts: string[]): Values {
  const result = copy(three.now);
  for (const [name, field] of Object.entries(fields)) {
    const place = path === "" ? name : `${path}.${name}`;
    set(result, name, restoreValue(field, place, pick(three, name), conflicts));
  }
  return result;
}

function restoreValue(field: Field, path: string, three: Three<unknown>, conflicts: string[]): unknown {
  const { now, before, after } = three;
  if (same(field, before, after)) return now;
  if (same(field, now, after)) return before ?? emptied(field, now);
  if (same(field, now, before)) return now;
  const there = now !== undefined && before !== undefined && after !== undefined;
  if (there && field.kind === "object") return restoreFields(field.fields, path, objects(three), conflicts);
  if (there && field.kind === "map") {
    const entry: Field = { kind: "object", description: "", fields: field.entry };
    const all = objects(three);
    const result = copy(all.now);
    for (const key of new Set([...Object.keys(all.before), ...Object.keys(all.after)]))
      set(result, key, restoreValue(entry, `${path}[${JSON.stringify(key)}]`, pick(all, key), conflicts));
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

const objects = ({ now, before, after }: Three<unknown>): Three<Values> => ({
  now: values(now),
  before: values(before),
  after: values(after),
});

const same = (field: Field, left: unknown, right: unknown): boolean =>
  left === undefined || right === undefined
    ? left === right
    : canonical({ value: field }, { value: left }) === canonical({ value: field }, { value: right });
