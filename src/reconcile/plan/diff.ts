import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { Settings } from "../../model/settings";

/** The differences between two settings that a request can write: fields unknown to the model are omitted. */
export const diff = (before: Settings, after: Settings): readonly LeafChange[] =>
  compareSettings(before, after).filter(({ isUnknown }) => isUnknown !== true);
