import type { Observed } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import type { ConfigurationChange } from "../plan/change";
import { diff } from "../plan/diff";
import type { Plan } from "../plan/plan";
import type { Unconverged } from "./verify";

/**
 * The addresses of which the account shows nothing of what was written, as when reads lag behind writes. What shows
 * in part has arrived, and waiting does not change it; nor does it where a service keeps what was to be removed.
 *
 * | written        | unseen while                                                     |
 * |----------------|------------------------------------------------------------------|
 * | a creation     | the new id is not listed                                         |
 * | an update      | the settings and the name are as before, and some are to be set  |
 * | moves          | every repository has its former configuration                    |
 * | a deletion     | it is listed                                                     |
 */
export function unseen(
  plan: Plan,
  seen: Pick<Observed, "configurations" | "repositories">,
  created: ReadonlyMap<Address, ConfigurationId>,
  missing: readonly Unconverged[],
): ReadonlySet<Address> {
  const open = new Set(missing.map(({ address }) => address));
  const live = new Map(seen.configurations.map((each) => [each.id, each]));
  const holds = new Map(seen.repositories.map((each) => [each.id, each.configuration_id]));
  const isUnseen = ({ address, live: before, declared, changes }: ConfigurationChange): boolean => {
    const id = created.get(address);
    if (before === undefined) return id !== undefined && !live.has(id);
    const now = live.get(before.id);
    if (now === undefined || now.name !== before.name || diff(before.settings, now.settings).length > 0) return false;
    return declared.name !== before.name || changes.some(({ removes }) => !removes);
  };
  const arrived = new Set(
    plan.moves.flatMap(({ repository, from, assignments }) => (holds.get(repository.id) === from ? [] : [assignments])),
  );
  return new Set([
    ...plan.configurations.flatMap((each) => (open.has(each.address) && isUnseen(each) ? [each.address] : [])),
    ...plan.moves.flatMap(({ assignments: each }) => (open.has(each) && !arrived.has(each) ? [each] : [])),
    ...plan.deletions.flatMap(({ address: each }) => (open.has(each) ? [each] : [])),
  ]);
}
