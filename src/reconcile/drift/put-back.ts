import type { LeafChange } from "../../model/compare-settings";
import { define } from "../../model/define";
import { byId, own, values } from "../../model/members";
import type { Settings } from "../../model/settings";
import { fieldIn } from "./is-owned";

type Values = Readonly<Record<string, unknown>>;

/** The settings with the former value of each of these leaves. */
export function putBack(settings: Settings, changes: readonly LeafChange[]): Settings {
  return changes.reduce<Values>(
    (now, { setting, key, path, before }) =>
      withValue(now, setting, valueOf(own(now, setting), key, path, setting, before)),
    settings,
  );
}

function valueOf(now: unknown, key: string | undefined, path: string, setting: string, before: unknown): unknown {
  if (key === undefined) {
    const field = path.slice(setting.length + 1);
    return field === "" ? before : withoutEmpty(withValue(values(now), field, before));
  }
  const isKeyed = setting === "code_policies";
  const entries = isKeyed ? Object.fromEntries(byId(now)) : values(now);
  const field = fieldIn(path);
  const entry = field === "" ? before : withoutEmpty(withValue(values(own(entries, key)), field, before));
  const all = withValue(entries, key, isKeyed && entry !== undefined ? { ...values(entry), id: key } : entry);
  return isKeyed ? Object.values(all) : all;
}

/** An entry without leaves is none. */
const withoutEmpty = (value: Values): Values | undefined => (Object.keys(value).length === 0 ? undefined : value);

function withValue(from: Values, key: string, value: unknown): Values {
  const result: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(from)) if (name !== key) define(result, name, each);
  if (value !== undefined) define(result, key, value);
  return result;
}
