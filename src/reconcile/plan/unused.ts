import type { LeafChange } from "../../model/compare-settings";
import type { Address, ConfigurationId } from "../../model/ids";
import type { PlannedChanges } from "./change";

/** A live configuration that becomes weaker although no effect says so: no repository has it once the plan is applied. */
export interface Unused {
  readonly address: Address;
  readonly id: ConfigurationId;
  /** The declared name. */
  readonly name: string;
  /** The leaves that become weaker; at least one. */
  readonly changes: readonly LeafChange[];
}

/**
 * The unused configurations that become weaker, in the order of the declaration. Nobody is affected today; a repository
 * that is assigned later is.
 */
export function unusedOf({ configurations, deletions, moves, holders }: PlannedChanges): readonly Unused[] {
  const changed = configurations.filter(({ live, changes }) => live !== undefined && changes.length > 0);
  if (changed.length === 0) return [];
  const deleted = new Set(deletions.map(({ live }) => live.id));
  const gaining = new Set(moves.flatMap(({ to }) => ("id" in to ? [to.id] : [])));
  const leaving = new Set(moves.map(({ repository }) => repository.id));
  return changed.flatMap(({ address, live, declared: { name }, changes: all }): readonly Unused[] => {
    if (live === undefined || deleted.has(live.id) || gaining.has(live.id)) return [];
    if (holders(live.id).some(({ id }) => !leaving.has(id))) return [];
    const changes = all.filter(({ verdict }) => verdict === "weaker");
    return changes.length === 0 ? [] : [{ address, id: live.id, name, changes }];
  });
}
