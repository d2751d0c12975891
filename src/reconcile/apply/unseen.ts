import type { Observed } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import type { ConfigurationChange } from "../plan/change";
import { diff } from "../plan/diff";
import type { Plan } from "../plan/plan";

/**
 * The addresses of which the account shows nothing of what was written, as when reads lag behind writes. What shows
 * in part has arrived, and waiting does not change it; nor does it where a service keeps what was to be removed.
 *
 * | written        | unseen while                                                     |
 * |----------------|------------------------------------------------------------------|
 * | a creation     | the new id is not listed                                         |
 * | an update      | the settings and the name are as before, and some are to be set  |
 * | moves          | every repository is there, with its former configuration or none |
 * | a deletion     | it is listed                                                     |
 */
export function unseen(
  plan: Plan,
  seen: Pick<Observed, "configurations" | "repositories">,
  created: ReadonlyMap<Address, ConfigurationId>,
): ReadonlySet<Address> {
  const live = new Map(seen.configurations.map((each) => [each.id, each]));
  const holds = new Map(seen.repositories.map((each) => [each.id, each.configuration_id]));
  const isUnseen = ({ address, live: before, declared, changes }: ConfigurationChange): boolean => {
    if (before === undefined) {
      const id = created.get(address);
      return id !== undefined && !live.has(id);
    }
    const now = live.get(before.id);
    const sets = declared.name !== before.name || changes.some(({ removes }) => !removes);
    return sets && now !== undefined && now.name === before.name && diff(before.settings, now.settings).length === 0;
  };
  const moved = plan.moves.filter(({ repository: { id }, from }) => !holds.has(id) || holds.get(id) !== from);
  const arrived = new Set(moved.map(({ assignments }) => assignments));
  return new Set([
    ...plan.configurations.filter(isUnseen).map(({ address }) => address),
    ...plan.moves.map(({ assignments }) => assignments).filter((each) => !arrived.has(each)),
    ...plan.deletions.filter((each) => live.has(each.live.id)).map(({ address }) => address),
  ]);
}
