import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { Settings } from "../../model/settings";

/** The differences between two settings that a request can write: fields that the model does not know are left out. */
export const diff = (before: Settings, after: Settings): readonly LeafChange[] =>
  compareSettings(before, after).filter(({ isUnknown }) => isUnknown !== true);
