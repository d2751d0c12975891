import type { Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { listed } from "../../model/suggest";
import type { Session } from "../account/session";

const indexes = new WeakMap<readonly Repository[], ReadonlyMap<string | undefined, readonly Repository[]>>();

/** The repositories that have a configuration: many may be asked for, of one list. */
export async function holdersOf({ lists }: Session, id: string): Promise<readonly Repository[]> {
  const all = await lists.repositories();
  const index = indexes.get(all) ?? groupBy(all, (each) => each.configuration_id);
  indexes.set(all, index);
  return index.get(id) ?? [];
}

/** So many, and which: `2 repositories have it: "a" and "b"`. */
export function haveIt(holders: readonly Repository[]): string {
  const names = listed(holders.map((each) => each.name ?? each.id));
  const have = holders.length === 1 ? "1 repository has" : `${String(holders.length)} repositories have`;
  return `${have} it: ${names}`;
}
