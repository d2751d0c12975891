import { listed } from "../../diagnostics/enumeration";
import { haveIt } from "../../diagnostics/count";
import type { Configuration, Repository } from "../../model/observed";
import type { ConfigurationId } from "../../model/ids";
import { waits } from "../../reconcile/apply/poll-until";
import { byName } from "../../reconcile/plan/route";
import { listIndex } from "../account/lists";
import type { Session } from "../account/session";

/**
 * The live configuration of this id; undefined when there is none.
 *
 * @param timeout how long to wait for one that was created and not yet seen, in milliseconds
 */
export async function liveConfiguration(
  { lists, sleep }: Session,
  id: ConfigurationId,
  timeout: number | undefined,
): Promise<Configuration | undefined> {
  let live = await lists.configuration(id);
  if (timeout === undefined) return live;
  for (const wait of waits([250, 1000, 3000], () => timeout)) {
    if (live !== undefined) break;
    await sleep(wait);
    lists.invalidate("configurations");
    live = await lists.configuration(id);
  }
  return live;
}

const byConfiguration = listIndex((each: Repository) => each.configuration_id as string | undefined);

/** The repositories that have the configuration, by name: the service may list them in another order each time. */
export async function assignedRepositories({ lists }: Session, id: string): Promise<readonly Repository[]> {
  const all = await lists.read("repositories", "ended");
  return (byConfiguration(all).get(id) ?? []).toSorted(byName);
}

/** The number and names of repositories: `2 repositories have it: "a" and "b"`. */
export function describeRepositories(holders: readonly Repository[]): string {
  const names = listed(holders.map((each) => each.name ?? each.id));
  return `${haveIt(holders.length)}: ${names}`;
}
