import { isProperties } from "../../../model/value-kind";
import { isToken } from "../tokens";

/** Settings, or a part of them, under the names of properties. Code policies are kept by their ids. */
export type Entries = Readonly<Record<string, unknown>>;

/** A map or object whose parts are known: no list, no token. */
export const isEntries = (value: unknown): value is Entries => isProperties(value) && !isToken(value);

/** The slugs or ids of a map; none where they are not known. */
export const keysOf = (value: unknown): readonly string[] => (isEntries(value) ? Object.keys(value) : []);

/** Whether both say the same. Lists of texts are compared as sets, as in the service; a token equals itself alone. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (isList(left) && isList(right)) return sameMembers(left, right);
  if (!isEntries(left) || !isEntries(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameValue(left[key], right[key]))
  );
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function sameMembers(left: readonly unknown[], right: readonly unknown[]): boolean {
  const [one, other] = [new Set(left), new Set(right)];
  return one.size === other.size && [...one].every((each) => other.has(each));
}
