import type { LeafChange } from "../model/compare-settings";
import { settingSubject } from "../model/leaf-verdict";

/** Titles of custom policies by id. */
export type PolicyTitles = ReadonlyMap<string, string>;

/**
 * What a change is said of: the analyzer's slug, the policy's title in quotes or its id, or the setting.
 *
 * @param show how a slug or an id from elsewhere is shown
 * @param quote how a title from elsewhere is shown
 */
export function subjectOf(
  { setting, key }: LeafChange,
  titles: PolicyTitles,
  show = (text: string): string => text,
  quote = (text: string): string => `"${text}"`,
): string {
  if (key === undefined) return settingSubject(setting);
  const title = setting === "code_policies" ? titles.get(key) : undefined;
  return title === undefined ? show(key) : quote(title);
}

/** `sql-injection no longer blocks pull requests`; undefined for a change of which nothing is said. */
export const sentenceOf = (change: LeafChange, titles: PolicyTitles): string | undefined =>
  change.words === undefined ? undefined : `${subjectOf(change, titles)} ${change.words}`;
