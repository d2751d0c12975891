import { compareSettings } from "../../model/compare-settings";
import type { Configuration } from "../../model/entities";
import { configurationId, repositoryId } from "../../model/ids";
import { changesOfLoss } from "../../reconcile/plan/effects";
import { target } from "../../reconcile/plan/merge";
import type { Session } from "../account/session";
import { holdersIn } from "../configuration/assigned-repositories";
import type { Reviewed } from "../configuration/review";
import type { Felt } from "../verdict/felt";
import { firstRepositories } from "./first-seen";
import { type SeenConfiguration, type SeenConfigurations, seenConfiguration } from "./seen";

/** What the repositories feel that have a configuration when it is planned; nobody has one that is created. */
export async function feltByHolders(
  session: Session,
  { change }: Pick<Reviewed, "change">,
  seen: SeenConfigurations,
): Promise<readonly Felt[]> {
  if (change?.live === undefined) return [];
  const { wanted, live } = change;
  const before = seen[live.id] ?? (await seenNow(session, live));
  const changes = compareSettings(before.settings, target(before.settings, wanted));
  const what = `which have ${JSON.stringify(wanted.name)}`;
  return changes.length === 0 ? [] : [{ what, changes, repositories: holdersOf(before) }];
}

/** What the repositories feel that have a configuration which is deleted. */
export function feltByLoss(id: string, name: string, before: SeenConfiguration | undefined): readonly Felt[] {
  if (before === undefined) return [];
  const changes = changesOfLoss(configurationId(id), before.settings);
  return [{ what: `which lose ${JSON.stringify(name)}`, changes, repositories: holdersOf(before) }];
}

const seenNow = async (session: Session, { id, settings }: Configuration): Promise<SeenConfiguration> =>
  seenConfiguration(settings, holdersIn(await firstRepositories(session), id));

/** As many as there were; those whose name was not kept are counted, and never named. */
const holdersOf = ({ repositories, names }: SeenConfiguration): Felt["repositories"] =>
  Array.from({ length: repositories }, (_, at): Felt["repositories"][number] => repositoryCalled(names[at] ?? ""));

const repositoryCalled = (name: string): Felt["repositories"][number] => ({ id: repositoryId(name), name });
