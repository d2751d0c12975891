import { isDeepStrictEqual } from "node:util";
import { compareSettings } from "../../model/compare-settings";
import { type ConfigurationId, repositoryId } from "../../model/ids";
import { changesOfLoss } from "../../reconcile/plan/effects";
import { target } from "../../reconcile/plan/merge";
import { changesBetween } from "../../reconcile/plan/moves";
import type { Session } from "../account/session";
import { holdersIn } from "../configuration/live-configuration";
import type { Reviewed } from "./review-configuration";
import { classOf, type RepositoryEffect } from "../verdict/repository-effect";
import { type SeenConfiguration, seenConfiguration, type SeenConfigurations } from "../verdict/seen";
import type { Configuration, Repository } from "../../model/entities";

/**
 * The effects of a planned configuration on the repositories that have it; none for one that is created. Undefined where
 * rules that were planned before it move repositories to it, whose review does not count its change.
 */
export async function effectsOnHolders(
  session: Session,
  { change }: Pick<Reviewed, "change">,
  seen: SeenConfigurations,
): Promise<readonly RepositoryEffect[] | undefined> {
  if (change?.live === undefined) return [];
  const { wanted, live, arriving } = change;
  const after = target(live.settings, wanted);
  const isMissed = arriving.some(({ from, listed }) => {
    const judged = changesBetween(from, listed, after);
    return (
      ["weakens", "unclassified"].includes(classOf({ changes: judged })) &&
      !isDeepStrictEqual(judged, changesBetween(from, listed, live.settings))
    );
  });
  // the plan of an apply must repeat the first one
  if (isMissed && (await session.ledger.walk.isPlan(session))) return undefined;
  const before = seen[live.id] ?? (await seenFirst(session, live.id));
  const changes = compareSettings(before.settings, target(before.settings, wanted));
  const what = `which have ${JSON.stringify(wanted.name)}`;
  return changes.length === 0 ? [] : [{ what, changes, repositories: holdersOf(before) }];
}

export async function effectsOfLoss(
  session: Session,
  id: ConfigurationId,
  name: string,
  seen: SeenConfigurations,
): Promise<readonly RepositoryEffect[]> {
  const before = seen[id] ?? (await seenFirst(session, id));
  const changes = changesOfLoss(id, before.settings);
  return [{ what: `which lose ${JSON.stringify(name)}`, changes, repositories: holdersOf(before) }];
}

/** The configuration as this process first read it, for a plan without a refresh. */
async function seenFirst(session: Session, id: ConfigurationId): Promise<SeenConfiguration> {
  const listed = (await firstConfigurations(session)).find((each) => each.id === id);
  const { settings = {} } = listed ?? (await session.lists.configuration(id)) ?? {};
  return seenConfiguration(settings, holdersIn(await firstRepositories(session), id));
}

/** All of them; those whose name was not stored have an empty one, and are only counted. */
const holdersOf = ({ repositories, names }: SeenConfiguration): RepositoryEffect["repositories"] =>
  Array.from({ length: repositories }, (_, at): RepositoryEffect["repositories"][number] =>
    repositoryCalled(names[at] ?? ""),
  );

const repositoryCalled = (name: string): RepositoryEffect["repositories"][number] => ({ id: repositoryId(name), name });

/** The configurations as they were before this process changed any. */
export const firstConfigurations = async ({ lists, ledger }: Session): Promise<readonly Configuration[]> =>
  ledger.originals.configurations(await lists.configurations());

/** The repositories as they were before this process moved any. */
export const firstRepositories = async ({ lists, ledger }: Session): Promise<readonly Repository[]> =>
  ledger.originals.repositories(await lists.repositories());
