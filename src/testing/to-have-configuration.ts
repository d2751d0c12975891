import { quoted, visibleJson } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import { compareSettings, type LeafChange } from "../model/compare-settings";
import { suggestion } from "../model/suggest";
import { merge } from "../reconcile/plan/merge";
import { type ExpectedSettings, settingsFrom } from "./expected-settings";
import type { Judged } from "./matcher";
import { accountIn, snapshot } from "./snapshot";
import type { AccountOption } from "./to-assign";

/** Maps and objects of the settings may be given in part; a list is compared whole, in any order. */
export function toHaveConfiguration(
  declared: unknown,
  name: string,
  settings: ExpectedSettings = {},
  { account }: AccountOption = {},
): Judged {
  const expected = settingsFrom(settings);
  const { configurations, locations } = accountIn(snapshot(declared), account);
  const found = configurations.find((each) => each.name === name);
  if (found === undefined) {
    const names = configurations.map((each) => each.name);
    return { holds: false, is: `no configuration ${quoted(name)} is declared. ${suggestion(name, names)}` };
  }
  const at = locationAt(locations, found.address);
  const called = `${quoted(name)}${at === undefined ? "" : ` (${at})`}`;
  const changes = compareSettings(found.settings, merge(found.settings, expected));
  if (changes.length > 0) return { holds: false, is: `in ${called} ${changes.map(difference).join(", and ")}` };
  const has = Object.keys(settings).length > 0 ? " with these settings" : "";
  return { holds: true, is: `${called} is declared${has}` };
}

const difference = ({ path, before, after }: LeafChange): string =>
  `${path} is ${valueText(before)} instead of ${valueText(after)}`;

const valueText = (value: unknown): string => (value === undefined ? "not set" : visibleJson(JSON.stringify(value)));
