import type { PrivateState } from "../resource";
import { isProtected } from "../deletion/guards";
import { type ObjectValue, textIn } from "../values/value";
import { idOf } from "./configuration-state";

/** The private state that tells the plan of a replacement the configurations that the resource holds. */
export function encodeIds(entries: readonly ObjectValue[]): PrivateState {
  const ids = entries.flatMap((entry) => idOf(entry) ?? []);
  const guarded = entries.filter(isProtected).flatMap((entry): readonly (readonly [string, string])[] => {
    const id = idOf(entry);
    return id === undefined ? [] : [[id, textIn(entry["name"]) || id]];
  });
  return {
    ...(ids.length === 0 ? {} : { has: ids.join(" ") }),
    ...(guarded.length === 0 ? {} : { protected: JSON.stringify(guarded) }),
  };
}

/** The ids from the private state; none without a replacement. */
export const decodeIds = (before: PrivateState | undefined): readonly string[] =>
  (before?.["has"] ?? "").split(" ").filter((id) => id !== "");

/** Those of them that deletion_protection keeps, by id with their names. */
export const protectedIds = (before: PrivateState | undefined): ReadonlyMap<string, string> =>
  new Map(JSON.parse(before?.["protected"] ?? "[]") as readonly (readonly [string, string])[]); // as encodeIds wrote it
