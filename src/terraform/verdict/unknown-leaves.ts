import type { LeafChange } from "../../model/compare-settings";
import { settingNames, settingsFields } from "../../model/settings";
import { isObjectValue, isUnknown, isWhollyKnown, type ObjectValue, Unknown, type Value } from "../values/value";

/** The leaves of a planned configuration that are known only after apply, each as a change that is unclassified. */
export const unknownLeaves = (planned: ObjectValue): readonly LeafChange[] =>
  settingNames.flatMap((setting) => {
    const value = planned[setting] ?? null;
    // whether the analyzers that are not declared go
    if (setting === "analyzers" && isUnknown(planned["exclusive_analyzers"])) return [unknownChange(setting)];
    if (!["map", "keyed"].includes(settingsFields[setting].kind) || !isObjectValue(value))
      return within(value, setting, setting);
    return Object.entries(value).flatMap(([key, entry]) =>
      within(entry, `${setting}[${JSON.stringify(key)}]`, setting, key),
    );
  });

function within(value: Value, path: string, setting: string, key?: string): readonly LeafChange[] {
  if (isObjectValue(value))
    return Object.entries(value).flatMap(([name, each]) => within(each, `${path}.${name}`, setting, key));
  // a list with an item that is not known is not known
  if (isUnknown(value) || !isWhollyKnown(value)) return [unknownChange(path, setting, key)];
  return [];
}

/** A change to what is known only after apply. */
export const unknownChange = (path: string, setting = path, key?: string): LeafChange => ({
  path,
  setting,
  ...(key === undefined ? {} : { key }),
  after: new Unknown(),
  verdict: "unclassified",
  removes: false,
});
