import type { LeafChange } from "../../model/compare-settings";
import { sentenceOf, valuesOf } from "../../model/leaf-sentence";
import { listed } from "../../model/suggest";
import { Unknown } from "../value";

/** How many members of a set that come, or go, are named. */
const most = 5;

/** A leaf that changes, in words: `sql-injection no longer blocks pull requests (true -> false)`. */
export function describeLeafChange(change: LeafChange): string {
  const what = sentenceOf(change, new Map(), quotedUnlessPlain) ?? change.path;
  const values =
    change.after instanceof Unknown
      ? ["known after apply"]
      : valuesOf(change, shown, (members) => listed(members, most));
  return values.length === 0 ? what : `${what} (${values.join("; ")})`;
}

/** A slug or an id as it is; anything else could be taken for words of ours. */
const quotedUnlessPlain = (key: string): string => (/^[a-z\d][\w.-]*$/i.test(key) ? key : JSON.stringify(key));

const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));
