import { fail } from "../diagnostics/error";
import { quoted } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import { isObject } from "../model/json";
import { pathText } from "../model/problem";
import { suggestion } from "../model/suggest";
import { checkKeys, checkText } from "./arguments";
import { type ExpectedSettings, settingsFrom } from "./expected-settings";
import type { Judged } from "./matcher";
import { settingsDifferences } from "./settings-differences";
import { accountIn, type AccountOption, snapshot } from "./snapshot";

/** Maps and objects of the settings may be given in part; a list is compared whole, in any order. */
export function toHaveConfiguration(
  declared: unknown,
  name: string,
  settings: ExpectedSettings = {},
  options: AccountOption = {},
): Judged {
  checkText(name, "name", "the name of a configuration");
  checkKeys(options, "options", ["account"]);
  refuseUndefined(settings, []);
  const expected = settingsFrom(settings);
  const { configurations, locations } = accountIn(snapshot(declared), options);
  const found = configurations.filter((each) => each.name === name);
  if (found.length === 0) {
    const names = configurations.map((each) => each.name);
    return { holds: false, is: `no configuration ${quoted(name)} is declared. ${suggestion(name, names)}` };
  }
  const judged = found.map((each) => {
    const at = locationAt(locations, each.address);
    const called = `${quoted(name)}${at === undefined ? "" : ` (${at})`}`;
    const different = settingsDifferences(each.settings, expected);
    if (different.length > 0) return { holds: false, is: `in ${called} ${different.join(", and ")}` };
    return {
      holds: true,
      is: `${called} is declared${Object.keys(settings).length > 0 ? " with these settings" : ""}`,
    };
  });
  const right = judged.find(({ holds }) => holds);
  return right ?? { holds: false, is: judged.map(({ is }) => is).join("; ") };
}

/** What may be anything is left out: `undefined` is more often a value that was mistaken. */
function refuseUndefined(settings: unknown, path: readonly string[]): void {
  if (settings === undefined)
    fail("argument-invalid", `${pathText(path)} is undefined: give it a value, or leave it out.`);
  if (isObject(settings) || Array.isArray(settings))
    for (const [key, value] of Object.entries<unknown>(settings)) refuseUndefined(value, [...path, key]);
}
