import { compareSettings } from "../../model/compare-settings";
import { target } from "../../reconcile/plan/merge";
import { type RepositoryEffect, withTitles } from "../verdict/repository-effect";
import type { Session } from "../account/session";
import { holdersIn } from "../configuration/live-configuration";
import type { Reviewed } from "./review-configuration";
import type { Configuration, Repository } from "../../model/entities";

/** The effects of a planned configuration on the repositories that have it; none for one that is created. */
export async function effectsOnHolders(session: Session, { change }: Reviewed): Promise<readonly RepositoryEffect[]> {
  if (change?.live === undefined) return [];
  const { wanted, live } = change;
  const changes = compareSettings(live.settings, target(live.settings, wanted));
  if (changes.length === 0) return [];
  const what = `which have ${JSON.stringify(live.name ?? live.id)}`;
  return withTitles(session, [{ what, changes, repositories: holdersIn(await firstRepositories(session), live.id) }]);
}

/** The configurations as they were before this process changed any. */
export const firstConfigurations = ({ lists, ledger }: Session): Promise<readonly Configuration[]> =>
  ledger.originals.configurations(() => lists.read("configurations", "ended"));

/** The repositories as they were before this process moved any. */
export const firstRepositories = ({ lists, ledger }: Session): Promise<readonly Repository[]> =>
  ledger.originals.repositories(() => lists.read("repositories", "certain"));
