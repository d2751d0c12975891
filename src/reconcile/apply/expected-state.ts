import type { ConfigurationId } from "../../model/ids";
import { sameMembers, texts } from "../../model/json";
import { differences, isSameAt, type Leaves, leavesOf } from "../../model/leaves";
import { alikeName } from "../../model/suggest";
import type { ConfigurationState } from "../../model/written";

/** What one request is to leave of a configuration: the look right before it, with the write laid over. */
export interface ExpectedState {
  readonly id: ConfigurationId;
  /** The look; absent for a creation. */
  readonly look?: ConfigurationState;
  readonly after: ConfigurationState;
  /** A PUT or a POST: what it does not give may have been removed, and filled in again. */
  readonly replaces: boolean;
}

/** A leaf that is not as a request was to leave it; undefined where it is not set. */
export interface LeafNow {
  readonly path: string;
  /** It is the fact that an entry exists. */
  readonly isEntry?: true;
  /** In the look right before the request. */
  readonly before: unknown;
  readonly after: unknown;
  readonly now: unknown;
}

/** What became of a configuration after a request, where that is not what the request was to leave. */
export interface Became {
  /** Written, and still as before; of a list, what it had and what was written, together. */
  readonly missing: readonly LeafNow[];
  /** Neither as before nor as written: the write or somebody else has changed it. */
  readonly other: readonly LeafNow[];
  /**
   * Not set before, in an entry that the request made, or in settings that it replaced; or in an entry that a PUT has
   * removed: the service has filled it in.
   */
  readonly filledIn: readonly LeafNow[];
}

/** Compares a configuration, leaf by leaf and declared or not, with what a request was to leave of it. */
export function becameOf({ look, after, replaces }: ExpectedState, now: ConfigurationState): Became {
  const before = leavesOf(look?.settings ?? {});
  const [wanted, found] = [leavesOf(after.settings), leavesOf(now.settings)];
  const name: LeafNow = { path: "name", before: look?.name, after: after.name, now: now.name };
  const isNamed = now.name === after.name;
  // a service may spell the name of what is new in its own way
  const isSpelled = alikeName(now.name ?? "") === alikeName(after.name ?? "");
  const isLate = look === undefined ? isSpelled : now.name === look.name;
  const became = {
    missing: isNamed || !isLate ? [] : [name],
    other: isNamed || isLate ? [] : [name],
    filledIn: [] as LeafNow[],
  };
  const gone = new Set<string>();
  for (const path of differences(wanted, found)) {
    const leaf = before.get(path) ?? wanted.get(path) ?? found.get(path);
    const entry = leaf?.place.entry;
    if (entry !== undefined && entry !== path && gone.has(entry)) continue; // it is said of the entry
    const each: LeafNow = {
      path,
      ...(leaf?.exists === "entry" ? { isEntry: true } : {}),
      before: before.get(path)?.value,
      after: wanted.get(path)?.value,
      now: found.get(path)?.value,
    };
    const isNew = each.before === undefined && each.after === undefined;
    const isOurs = entry !== undefined && !before.has(entry) && wanted.has(entry);
    // an entry that a PUT has removed, and that the service has made again
    const isRemade = replaces && entry !== undefined && before.has(entry) && !wanted.has(entry);
    const isWritten = !isSameAt(path, before, wanted);
    if (isWritten && (isSameAt(path, before, found) || isUnion(each))) became.missing.push(each);
    else if (each.isEntry === true && each.now === undefined && isEmptied(path, before, wanted)) {
      gone.add(path);
    } else if (isRemade || (isNew && (replaces || isOurs))) became.filledIn.push(each);
    else {
      became.other.push(each);
      if (each.now === undefined && each.isEntry === true) gone.add(path);
    }
  }
  return became;
}

/** An entry of which a request was to leave empty lists alone: a service that keeps none may have no entry either. */
function isEmptied(entry: string, before: Leaves, wanted: Leaves): boolean {
  const inside = [...wanted].filter(([path, leaf]) => path !== entry && leaf.place.entry === entry);
  const isEmpty = inside.every(([, { value }]) => Array.isArray(value) && value.length === 0);
  return isEmpty && inside.some(([path]) => !isSameAt(path, before, wanted));
}

/** A service that merges lists leaves the former members beside the new ones. */
const isUnion = ({ before, after, now }: LeafNow): boolean =>
  isTexts(after) && isTexts(now) && sameMembers(texts(now), [...texts(before), ...texts(after)]);

const isTexts = (value: unknown): boolean => Array.isArray(value) && texts(value).length === value.length;
