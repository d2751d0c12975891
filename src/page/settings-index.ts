import { isObject } from "../model/json";
import type { SettingsFacts, SettingsPart } from "./facts";
import { Interned } from "./interned";

type Settings = Readonly<Record<string, unknown>>;

/** The settings before and after an apply; null where they are not known, undefined where there are none. */
interface States {
  readonly before: Settings | null | undefined;
  readonly after: Settings | null | undefined;
}

/** The settings of configurations, each once: those after an apply as what differs from those before. */
export class SettingsIndex {
  readonly #parts = new Interned<SettingsPart>();
  readonly #all = new Interned<SettingsFacts>();
  readonly #common = new Map<string, Map<SettingsPart[2], Common[]>>();

  get all(): readonly SettingsFacts[] {
    return this.#all.all;
  }

  get parts(): readonly SettingsPart[] {
    return this.#parts.all;
  }

  /** The positions of both; null where there are none that are known. */
  at({ before, after }: States): { readonly before: number | null; readonly after: number | null } {
    const [former, latter] = [this.#partsOf(before), this.#partsOf(after)];
    const like = former && this.#all.at({ parts: former });
    if (latter === null || former === null || like === null)
      return { before: like, after: latter && this.#all.at({ parts: latter }) };
    const without = former.filter((each) => !latter.includes(each));
    const parts = latter.filter((each) => !former.includes(each));
    const isSame = without.length === 0 && parts.length === 0;
    return { before: like, after: isSame ? like : this.#all.at({ like, without, parts }) };
  }

  #partsOf(settings: Settings | null | undefined): readonly number[] | null {
    if (settings === null || settings === undefined) return null;
    const parts: number[] = [];
    for (const [setting, value] of Object.entries(settings)) {
      const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
      if (entries.length === 0) parts.push(this.#partAt([setting, value]));
      else for (const [key, each] of entries) parts.push(this.#partAt([setting, each, key]));
    }
    return parts;
  }

  /** Most configurations have one of few values: comparing with these takes a third of the time of a text of each. */
  #partAt(part: SettingsPart): number {
    const [setting, value, key] = part;
    const ofSetting = this.#common.get(setting) ?? new Map<SettingsPart[2], Common[]>();
    const common = ofSetting.get(key) ?? [];
    const known = common.find((each) => isSame(each.value, value));
    if (known !== undefined) return known.at;
    const at = this.#parts.at(part);
    if (common.length < mostCommon) common.push({ value, at });
    this.#common.set(setting, ofSetting.set(key, common));
    return at;
  }
}

/** A value, and the position of its part. */
interface Common {
  readonly value: unknown;
  readonly at: number;
}

/** How many values of one setting are compared. */
const mostCommon = 16;

/** Whether JSON has the same members, in any order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}
