import type { LeafChange } from "../../model/compare-settings";
import { define } from "../../model/define";
import { byId, own, values } from "../../model/members";
import type { Settings } from "../../model/settings";

/** The field inside an entry; "" for the entry as a whole. */
export const fieldIn = (path: string): string => path.slice(path.lastIndexOf("]") + 2);

type Values = Readonly<Record<string, unknown>>;

/**
 * The settings with the former value of each of these leaves.
 *
 * @param former all settings as they were
 * @param changes some of the leaves that differ between `former` and `settings`
 */
export function putBack(settings: Settings, former: Settings, changes: readonly LeafChange[]): Settings {
  return changes.reduce<Values>(
    (now, change) =>
      withValue(now, change.setting, valueOf(own(now, change.setting), own(former, change.setting), change)),
    settings,
  );
}

function valueOf(now: unknown, former: unknown, { setting, key, path, before }: LeafChange): unknown {
  if (key === undefined) {
    const field = path.slice(setting.length + 1);
    return field === "" ? before : unlessGone(withValue(values(now), field, before), former);
  }
  const isKeyed = setting === "code_policies";
  const entries = isKeyed ? Object.fromEntries(byId(now)) : values(now);
  const field = fieldIn(path);
  const entry =
    field === "" ? before : unlessGone(withValue(values(own(entries, key)), field, before), own(values(former), key));
  const all = withValue(entries, key, entry);
  return isKeyed ? Object.values(all) : all;
}

/** An entry without leaves is none, unless it was there: an empty list in it was the same as no list. */
const unlessGone = (value: Values, former: unknown): Values | undefined =>
  former === undefined && Object.keys(value).length === 0 ? undefined : value;

function withValue(from: Values, key: string, value: unknown): Values {
  const result: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(from)) if (name !== key) define(result, name, each);
  if (value !== undefined) define(result, key, value);
  return result;
}
