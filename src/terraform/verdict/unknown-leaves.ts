import type { LeafChange } from "../../model/compare-settings";
import { settingNames, settingsFields } from "../../model/settings";
import { isObjectValue, isUnknown, isWhollyKnown, type ObjectValue, Unknown, type Value } from "../value";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";

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

export const unknownChange = (path: string, setting = path, key?: string): LeafChange => ({
  path,
  setting,
  ...(key === undefined ? {} : { key }),
  after: new Unknown(),
  verdict: "unclassified",
  removes: false,
});

/** For a configuration with values that are known only after apply. Terraform folds warnings of one summary into one. */
export const reviewedInPart = (planned: ObjectValue, unknown: readonly LeafChange[]): Diagnostic => {
  const { name = null } = planned;
  const others = ["name", "renamed_from"].filter((each) => !isWhollyKnown(planned[each] ?? null));
  const what = [...others, ...unknown.map(({ path }) => path)].join(", ");
  const subject = typeof name === "string" ? JSON.stringify(name) : "What has no name yet";
  const detail = `Known only after apply: ${what}. What that changes, and whether it weakens scanning, cannot be determined yet.`;
  return warning("reviewed-in-part", detail, {}, subject);
};

export const notReviewed = warning(
  "not-reviewed",
  "The provider's configuration is known only after apply: what this changes, and whether it weakens scanning, cannot be determined yet.",
);
