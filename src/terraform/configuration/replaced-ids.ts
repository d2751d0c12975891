import type { PrivateState } from "../resource";
import type { ObjectValue } from "../values/value";
import { idOf } from "./configuration-state";

/** The private state that tells the plan of a replacement the ids of the configurations that the resource holds. */
export function rememberIds(entries: readonly ObjectValue[]): PrivateState {
  const ids = entries.flatMap((entry) => idOf(entry) ?? []);
  return ids.length === 0 ? {} : { has: ids.join(" ") };
}

/** The ids from the private state; none without a replacement. */
export const rememberedIds = (before: PrivateState | undefined): readonly string[] =>
  (before?.["has"] ?? "").split(" ").filter((id) => id !== "");
