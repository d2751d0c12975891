import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { Settings } from "../../model/settings";

/**
 * The differences between two settings that a request can write. A field unknown to the model is one of them only in an
 * analyzer, or in notifications, that one side lacks: it comes and goes with its entry.
 */
export const diff = (before: Settings, after: Settings): readonly LeafChange[] =>
  compareSettings(before, after).filter(({ isUnwritable }) => isUnwritable !== true);
