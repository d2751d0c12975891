import type { RepositoryId } from "../../model/ids";
import type { Problem } from "../json/problems";
import type { AccountStore } from "../state/account-store";
import type { StoredConfiguration, StoredRepository } from "../state/stored-objects";
import { unprocessable, notFound } from "./http-errors";

/** @throws 404 if the account has no configuration with this id */
export function findConfiguration(account: AccountStore, id: string): StoredConfiguration {
  const live = account.configuration(id);
  if (live === undefined) throw notFound();
  return live;
}

/** @throws 404 if the account has no repository with this id */
export function findRepository(account: AccountStore, id: string): StoredRepository {
  const live = account.repository(id);
  if (live === undefined) throw notFound();
  return live;
}

/** @throws 422 if the account lacks any of the repositories in `field` */
export function findRepositories(
  account: AccountStore,
  ids: readonly string[],
  field: string,
): readonly RepositoryId[] {
  const known = ids.map((id) => account.repository(id)?.id);
  const problems = ids.flatMap((id, at): readonly Problem[] =>
    known[at] === undefined ? [{ path: [field, at], message: `the account has no repository ${id}` }] : [],
  );
  if (problems.length > 0) throw unprocessable(problems);
  return known.filter((id) => id !== undefined);
}
