import type { AccountDocument } from "../report/document";
import { isObject } from "../model/json";
import type { ConfigurationFacts, SettingsFacts, SettingsPart } from "./page-facts";
import { Interned } from "./interned";

type Change = AccountDocument["changes"][number];
type Configuration = AccountDocument["after"]["configurations"][number];
type Side = AccountDocument["effects"][number]["to"];

/**
 * The configurations that a plan names, each once: those that are there after an apply, in the order of the document,
 * then those that go away. Their position is found by id, or by address before they are created.
 *
 * @param changeOf the facts of a change
 */
export function configurationIndex(
  { before, after, changes }: Pick<AccountDocument, "before" | "after" | "changes">,
  changeOf: (change: Change) => NonNullable<ConfigurationFacts["change"]>,
) {
  const settings = new SettingsIndex();
  const statesOf = (was: Configuration | undefined, is?: Configuration) => {
    const at = settings.at(was?.settings, is?.settings);
    return {
      ...(was === undefined ? {} : { before: [was.name, at.before] as const }),
      ...(is === undefined ? {} : { after: [is.name, at.after] as const }),
    };
  };
  const all: ConfigurationFacts[] = [];
  const positions = new Map<string, number>();
  const add = (facts: ConfigurationFacts): number => {
    const at = all.push(facts) - 1;
    for (const key of [facts.id, facts.address]) if (key !== null) positions.set(key, at);
    return at;
  };
  const changed = new Map(
    changes.flatMap((each) => [each.id, each.address].map((key): [string | undefined, Change] => [key, each])),
  );
  const changeFacts = (key: string | null) => {
    const change = changed.get(key ?? undefined);
    return change === undefined ? {} : { change: changeOf(change) };
  };
  const live = new Map(before.configurations.map((each) => [each.id, each]));
  for (const each of after.configurations) {
    const { id, address, location } = each;
    const was = id === null ? undefined : live.get(id);
    add({
      ...{ id, address },
      ...(location === undefined ? {} : { location }),
      ...statesOf(was, each),
      ...changeFacts(address ?? id),
    });
  }
  for (const each of before.configurations)
    if (!positions.has(each.id ?? ""))
      add({
        ...{ id: each.id, address: changed.get(each.id ?? undefined)?.address ?? null, ...statesOf(each) },
        ...changeFacts(each.id),
      });
  return {
    all,
    parts: settings.parts.all,
    settings: settings.settings.all,
    /** Its position among these. */
    sideAt: (side: Side | AccountDocument["effects"][number]["from"]): number | null => {
      if (side === null) return null;
      const { id } = side;
      const address = "address" in side ? side.address : null;
      return positions.get(id ?? address ?? "") ?? add({ id, address });
    },
  };
}

/** Null where they are not known, undefined where there are none. */
type Settings = Readonly<Record<string, unknown>> | null | undefined;

/** The settings of configurations, each once: those after an apply as what differs from those before. */
class SettingsIndex {
  readonly parts = new Interned<SettingsPart>();
  readonly settings = new Interned<SettingsFacts>();
  readonly #common = new Map<string, Map<SettingsPart[2], Common[]>>();

  /** The positions of both; null where there are none that are known. */
  at(before: Settings, after: Settings): { readonly before: number | null; readonly after: number | null } {
    const [former, latter] = [this.#partsOf(before), this.#partsOf(after)];
    const like = former && this.settings.at({ parts: former });
    if (latter === null || former === null || like === null)
      return { before: like, after: latter && this.settings.at({ parts: latter }) };
    const without = former.filter((each) => !latter.includes(each));
    const parts = latter.filter((each) => !former.includes(each));
    const isSame = without.length === 0 && parts.length === 0;
    return { before: like, after: isSame ? like : this.settings.at({ like, without, parts }) };
  }

  #partsOf(settings: Settings): readonly number[] | null {
    if (settings === null || settings === undefined) return null;
    const parts: number[] = [];
    for (const setting of Object.keys(settings)) {
      const value = settings[setting];
      const ofSetting = this.#common.get(setting) ?? new Map<SettingsPart[2], Common[]>();
      this.#common.set(setting, ofSetting);
      if (Array.isArray(value) && value.length > 0)
        for (const [key, each] of value.entries()) parts.push(this.#partAt(ofSetting, [setting, each, key]));
      else if (isObject(value) && Object.keys(value).length > 0)
        for (const key of Object.keys(value)) parts.push(this.#partAt(ofSetting, [setting, value[key], key]));
      else parts.push(this.#partAt(ofSetting, [setting, value]));
    }
    return parts;
  }

  /** Most configurations have one of few values: comparing with these takes a third of the time of a text of each. */
  #partAt(ofSetting: Map<SettingsPart[2], Common[]>, part: SettingsPart): number {
    const [, value, key] = part;
    const common = ofSetting.get(key) ?? [];
    for (const each of common) if (isSame(each.value, value)) return each.at;
    const at = this.parts.at(part);
    if (common.length < mostCommon) common.push({ value, at });
    ofSetting.set(key, common);
    return at;
  }
}

/** A value, and the position of its part. */
type Common = Readonly<{ value: unknown; at: number }>;

/** How many values of one setting are compared. */
const mostCommon = 16;

/** Whether JSON has the same members, in any order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  for (const key of keys) if (!Object.hasOwn(other, key) || !isSame(one[key], other[key])) return false;
  return true;
}
