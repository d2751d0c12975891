import type { RepositoryId } from "../../model/ids";
import { like, LikePatternError } from "../../model/like";
import { configurationOf, knownRepositories } from "../requests/find-or-fail";
import { invalid } from "../requests/http-errors";
import { found } from "../responses/operation-result";
import type { AccountStore } from "../state/account-store";
import { assignmentCounts, bulkPatched, bulkTargets, errorItem } from "../state/write-semantics";
import type { Handlers } from "./operation-handlers";

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

/** The operations on many objects at once: specification, *Endpoints > Configurations*. */
export const manyHandlers: Handlers<"bulkUpdateConfigurations" | "assignRepositories"> = {
  bulkUpdateConfigurations: ({ account, world, body: { configuration_ids, updates } }) => {
    const profile = world.profile.current;
    const targets = bulkTargets(configuration_ids);
    const unknown = targets.filter((id) => account.configuration(id) === undefined);
    if (profile.bulk_unknown === "refused" && unknown.length > 0)
      throw unknownConfigurations(configuration_ids, unknown);
    for (const id of targets) {
      const live = account.configuration(id);
      if (live !== undefined)
        account.put({ ...live, configuration: bulkPatched(profile, live.configuration, updates) });
    }
    return found({
      updated_count: targets.length - unknown.length,
      total_count: targets.length,
      errors: unknown.map((id) => errorItem(profile, "configuration", id)),
    });
  },

  assignRepositories: ({ account, world, body }) => {
    const profile = world.profile.current;
    if (selectors.every((name) => body[name] === undefined))
      throw invalid([{ path: [], message: `needs one of ${selectors.join(", ")}` }]);
    const live = configurationOf(account, body.configuration_id);
    const given = body.repository_ids ?? [];
    const unknown =
      profile.assign_unknown === "reported" ? given.filter((id) => account.repository(id) === undefined) : [];
    const missing = new Set(unknown);
    const known = given.filter((id) => !missing.has(id));
    const matched = new Set([
      ...knownRepositories(account, known, "repository_ids"),
      ...(body.repository_names ?? []).flatMap((name) => account.repositoryIdsNamed(name)),
      ...matching(account, body.repository_pattern),
    ]);
    account.assign(live.id, matched);
    return found({
      configuration_id: live.id,
      configuration_name: live.name,
      ...assignmentCounts(matched.size),
      errors: [...missing].map((id) => errorItem(profile, "repository", id)),
    });
  },
};

function unknownConfigurations(ids: readonly string[], unknown: readonly string[]) {
  const missing = new Set(unknown);
  return invalid(
    ids.flatMap((id, at) =>
      missing.has(id) ? [{ path: ["configuration_ids", at], message: `the account has no configuration ${id}` }] : [],
    ),
  );
}

function matching(account: AccountStore, pattern: string | undefined): readonly RepositoryId[] {
  if (pattern === undefined) return [];
  const matches = compiled(pattern);
  return account
    .repositories()
    .filter(({ name }) => typeof name === "string" && matches(name))
    .map(({ id }) => id);
}

function compiled(pattern: string): (name: string) => boolean {
  try {
    return like(pattern);
  } catch (thrown) {
    if (thrown instanceof LikePatternError) throw invalid([{ path: ["repository_pattern"], message: thrown.message }]);
    throw thrown;
  }
}
