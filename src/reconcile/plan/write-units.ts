import { canonical } from "../../model/fingerprint";
import type { Field, Fields } from "../../model/field";
import { define } from "../../model/define";
import { type Settings, settingsFields } from "../../model/settings";
import type { ConfigurationChange } from "./change";
import type { Need } from "./set-cover/classes";
import { own, values } from "../../model/members";

/**
 * The smallest units that one request can write separately: top-level settings, or leaves when the service is known
 * to merge them. Lists are always whole.
 */
export type Level = "settings" | "leaves";

type Path = readonly string[];

/** The units that a change must write, and the declared ones that already hold. */
export function needOf<T extends ConfigurationChange>(item: T, level: Level): Need<T> {
  const needs = new Map<string, string>();
  const allows = new Map<string, string>();
  const [before, after] = [item.live?.settings ?? {}, item.after];
  for (const { path, field } of declared(settingsFields, item.declared.settings, level)) {
    const value = textOf(field, at(after, path));
    if (value === undefined) continue;
    const unit = JSON.stringify(path);
    allows.set(unit, value);
    if (textOf(field, at(before, path)) !== value) needs.set(unit, value);
  }
  return { item, needs, allows };
}

/** The settings of these units, as a body. */
export function settingsOf(units: readonly string[], after: Settings): Settings {
  const result: Record<string, unknown> = {};
  for (const unit of units) {
    const path = JSON.parse(unit) as Path;
    let target = result;
    for (const key of path.slice(0, -1)) {
      if (!Object.hasOwn(target, key)) define(target, key, {});
      target = target[key] as Record<string, unknown>;
    }
    define(target, path.at(-1) ?? "", at(after, path));
  }
  return result;
}

/** The unit of the whole top-level setting. */
export const topLevel = (unit: string): string => JSON.stringify((JSON.parse(unit) as Path).slice(0, 1));

function* declared(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  level: Level,
  prefix: Path = [],
): Generator<{ readonly path: Path; readonly field: Field }> {
  for (const [name, field] of Object.entries(fields)) {
    const value = own(given, name);
    if (value === undefined) continue;
    const path = [...prefix, name];
    if (level === "leaves" && field.kind === "object") yield* declared(field.fields, values(value), level, path);
    else if (level === "leaves" && field.kind === "map")
      for (const [key, entry] of Object.entries(values(value)))
        yield* declared(field.entry, values(entry), level, [...path, key]);
    else yield { path, field };
  }
}

const at = (settings: Settings, path: Path): unknown =>
  path.reduce<unknown>((value, key) => own(values(value), key), settings);

const textOf = (field: Field, value: unknown): string | undefined =>
  value === undefined ? undefined : canonical({ value: field }, { value });
