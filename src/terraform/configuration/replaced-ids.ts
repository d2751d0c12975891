import type { PrivateState } from "../resource";
import type { ObjectValue } from "../values/value";
import { idOf } from "./configuration-state";

/** What the plan of a resource remembers for the plan of what comes in its place: which configurations it has. */
export function rememberIds(entries: readonly ObjectValue[]): PrivateState {
  const ids = entries.flatMap((entry) => idOf(entry) ?? []);
  return ids.length === 0 ? {} : { has: ids.join(" ") };
}

/** Those ids again; none where nothing is replaced. */
export const rememberedIds = (before: PrivateState | undefined): readonly string[] =>
  (before?.["has"] ?? "").split(" ").filter((id) => id !== "");
