import type { Notes } from "../resource";
import type { ObjectValue } from "../values/value";
import { idOf } from "./entry";

/** What the plan of a resource remembers for the plan of what comes in its place: which configurations it has. */
export function having(entries: readonly ObjectValue[]): Notes {
  const ids = entries.flatMap((entry) => idOf(entry) ?? []);
  return ids.length === 0 ? {} : { has: ids.join(" ") };
}

/** Those ids again; none where nothing is replaced. */
export const idsIn = (before: Notes | undefined): readonly string[] =>
  (before?.["has"] ?? "").split(" ").filter((id) => id !== "");
