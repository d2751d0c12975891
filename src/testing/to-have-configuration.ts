import { codePathOf } from "../model/leaves";
import { fail } from "../diagnostics/error";
import { quoted, visibleJson } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import { compareSettings, type LeafChange } from "../model/compare-settings";
import { isObject } from "../model/json";
import { sameText } from "../model/normal-form";
import { pathText } from "../model/problem";
import type { Settings } from "../model/settings";
import { suggestion } from "../model/suggest";
import { valueText } from "../model/value-kind";
import { target } from "../reconcile/plan/target";
import { checkKeys, checkText } from "./arguments";
import { type ExpectedSettings, settingsFrom } from "./expected-settings";
import type { Judgement } from "./matcher";
import { accountIn, type AccountOption, snapshot } from "./snapshot";

/** Maps and objects of the settings may be given in part; a list is compared whole, in any order. */
export function toHaveConfiguration(
  declared: unknown,
  name: string,
  settings: ExpectedSettings = {},
  options: AccountOption = {},
): Judgement {
  checkText(name, "name", "the name of a configuration");
  checkKeys(options, "options", ["account"]);
  refuseUndefined(settings, []);
  const expected = settingsFrom(settings);
  const { configurations, locations } = accountIn(snapshot(declared), options);
  const found = configurations.filter((each) => sameText(each.name, name));
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

function settingsDifferences(settings: Settings, expected: Settings): readonly string[] {
  const changes = compareSettings(settings, target(settings, { settings: expected }));
  const inCode = changes.map((each) => ({ ...each, path: codePathOf(each.path) }));
  return [...inCode, ...absent(settings, expected, [])].map(difference);
}

type Difference = Pick<LeafChange, "path" | "before" | "after">;

/** What is empty and expected, and not declared: with a live configuration it may be compared as the same, but not here. */
function absent(settings: unknown, expected: unknown, path: readonly string[]): readonly Difference[] {
  const isEmpty = isObject(expected) ? Object.keys(expected).length === 0 : isEmptyList(expected);
  if (isEmpty && settings === undefined) return [{ path: pathText(path), after: expected }];
  if (!isObject(expected)) return [];
  const declared = isObject(settings) ? settings : {};
  return Object.entries(expected).flatMap(([key, value]) =>
    absent(Object.hasOwn(declared, key) ? declared[key] : undefined, value, [...path, key]),
  );
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const difference = ({ path, before, after }: Difference): string =>
  `${path} is ${visibleJson(valueText(before))} instead of ${visibleJson(valueText(after))}`;
