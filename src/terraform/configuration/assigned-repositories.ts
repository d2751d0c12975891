import type { Repository } from "../../model/entities";
import { listed } from "../../model/suggest";
import { byName } from "../../reconcile/plan/route";
import { listIndex } from "../account/list-index";
import type { Session } from "../account/session";

const byConfiguration = listIndex((each: Repository) => each.configuration_id as string | undefined);

/** The repositories to which a configuration is assigned. */
export const assignedRepositories = async ({ lists }: Session, id: string): Promise<readonly Repository[]> =>
  holdersIn(await lists.repositories(), id);

/** Those of a list, by name: the service may list them in another order each time. */
export const holdersIn = (repositories: readonly Repository[], id: string): readonly Repository[] =>
  (byConfiguration(repositories).get(id) ?? []).toSorted(byName);

/** The number and names of repositories: `2 repositories have it: "a" and "b"`. */
export function describeRepositories(holders: readonly Repository[]): string {
  const names = listed(holders.map((each) => each.name ?? each.id));
  const have = holders.length === 1 ? "1 repository has" : `${String(holders.length)} repositories have`;
  return `${have} it: ${names}`;
}
