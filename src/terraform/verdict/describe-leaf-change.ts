import type { LeafChange } from "../../model/compare-settings";
import { compareText } from "../../model/fingerprint";
import { isObject } from "../../model/json";
import { settingSubject } from "../../model/leaf-verdict";
import { texts } from "../../model/members";
import { listed } from "../../model/suggest";
import { Unknown } from "../value";

/** How many members of a set that come, or go, are named. */
const most = 5;

/** A leaf that changes, in words: `sql-injection no longer blocks pull requests (true -> false)`. */
export function describeLeafChange({ path, words, setting, key, before, after }: LeafChange): string {
  const subject = key === undefined ? settingSubject(setting) : quotedUnlessPlain(key);
  const what = words === undefined ? path : `${subject} ${words}`;
  const values = movement(before, after);
  return values === "" || setting === "configuration" ? what : `${what} (${values})`;
}

/** A slug or an id as it is; anything else could be taken for words of ours. */
const quotedUnlessPlain = (key: string): string => (/^[a-z\d][\w.-]*$/i.test(key) ? key : JSON.stringify(key));

/** Sets by what they gain and lose, anything else by before and after; "" for an entry that comes or goes whole. */
function movement(before: unknown, after: unknown): string {
  if (after instanceof Unknown) return "known after apply";
  if (isObject(before) || isObject(after)) return "";
  const [from, to] = [texts(before), texts(after)];
  const gained = to.filter((each) => !from.includes(each));
  const lost = from.filter((each) => !to.includes(each));
  if (gained.length + lost.length === 0) return `${shown(before)} -> ${shown(after)}`;
  return [
    ...(gained.length > 0 ? [`gains ${listed(byReach(gained), most)}`] : []),
    ...(lost.length > 0 ? [`loses ${listed(byReach(lost), most)}`] : []),
  ].join("; ");
}

/** A pattern that takes in everything is named, however many there are; the others in an order that is always the same. */
const byReach = (patterns: readonly string[]): readonly string[] =>
  patterns.toSorted((left, right) => Number(takesAll(right)) - Number(takesAll(left)) || compareText(left, right));

const takesAll = (pattern: string): boolean => /^[*/]*\*[*/]*$/.test(pattern);

const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));
