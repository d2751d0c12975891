import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import { sameMembers, texts } from "../../model/json";
import {
  differences,
  type HeldLeaf,
  type Leaves,
  leavesOf,
  type Place,
  settingsOf,
  withThese,
} from "../../model/leaves";
import type { Settings } from "../../model/settings";

type Declared = Pick<DesiredConfiguration, "settings"> & Partial<DesiredConfiguration>;

/**
 * The planned settings of a declared configuration: the observed ones with every declared leaf laid over. Undeclared
 * leaves keep their observed values, including unknown fields. When nothing changes, the result is the observed object
 * itself.
 *
 * | declared                   | observed leaf that is not declared                    |
 * |----------------------------|-------------------------------------------------------|
 * | a list of code policies    | of an entry that is not in the list: removed           |
 * | `exclusive_analyzers`      | of an analyzer that is not declared: removed           |
 * | the configuration as whole | removed                                               |
 * | anything else              | stays                                                 |
 */
export function target(observed: Settings, declared: Declared): Settings {
  const [have, want] = [leavesOf(observed), leavesOf(declared.settings)];
  const changed = differences(have, want).filter((path) => {
    const [has, wants] = [have.get(path), want.get(path)];
    if (wants === undefined) return has !== undefined && isRemoved(has.place, want, declared);
    if (has === undefined && declared.whole !== true && isBare(path, want)) return false;
    return declared.unordered !== true || !isReordered(has, wants);
  });
  if (changed.length === 0) return observed;
  return settingsOf(withThese(have, changed, want));
}

/** An analyzer, or the notifications, of which no field is declared: it is not compared, and nothing is written. */
function isBare(path: string, leaves: Leaves): boolean {
  const leaf = leaves.get(path);
  if (leaf?.exists !== "entry" || leaf.place.setting === "code_policies") return false;
  return ![...leaves.values()].some(({ place: { entry, field } }) => entry === path && field !== undefined);
}

/** Whether a declaration removes a leaf that it lacks. */
function isRemoved(
  { setting, key, nth, entry = "" }: Place,
  want: Leaves,
  { exclusiveAnalyzers, whole }: Declared,
): boolean {
  if (whole === true) return true;
  const isOwned = setting === "analyzers" ? exclusiveAnalyzers === true : want.has(setting);
  return key !== undefined && isOwned && (nth !== undefined || !want.has(entry));
}

const isReordered = (has: HeldLeaf | undefined, wants: HeldLeaf): boolean =>
  has !== undefined && wants.place.definition?.kind === "set" && sameMembers(texts(has.value), texts(wants.value));

/**
 * The differences between two settings that a request can write. A field unknown to the model is one of them only in an
 * analyzer, or in notifications, that one side lacks: it comes and goes with its entry.
 *
 * @param before undefined where there is no configuration yet
 */
export const diff = (before: Settings | undefined, after: Settings): readonly LeafChange[] =>
  compareSettings(before, after).filter(({ isUnwritable }) => isUnwritable !== true);

/** Whether settings have all that is declared; they may have more, which the service has filled in. */
export const holds = (observed: Settings, settings: Settings): boolean =>
  diff(observed, target(observed, { settings })).length === 0;
