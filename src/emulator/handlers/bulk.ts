import type { RepositoryId } from "../../model/ids";
import { like, LikePatternError } from "../../model/sql-like";
import { findConfiguration, findRepositories } from "../requests/find-or-fail";
import { unprocessable } from "../requests/http-errors";
import { okResult } from "../responses/operation-result";
import type { AccountStore } from "../state/account-store";
import { assignmentCounts, applyBulkUpdate, bulkTargets, errorItem } from "../state/write-semantics";
import type { OperationHandlers } from "./operation-handlers";

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

/** The bulk operations: specification, *Endpoints > Configurations*. */
export const bulkHandlers: OperationHandlers<"bulkUpdateConfigurations" | "assignRepositories"> = {
  bulkUpdateConfigurations: ({ account, context, body: { configuration_ids, updates } }) => {
    const profile = context.profile.current;
    const targets = bulkTargets(configuration_ids);
    const unknown = targets.filter((id) => account.configuration(id) === undefined);
    if (profile.bulk_unknown === "refused" && unknown.length > 0)
      throw unknownConfigurations(configuration_ids, unknown);
    for (const id of targets) {
      const live = account.configuration(id);
      if (live !== undefined)
        account.put({ ...live, configuration: applyBulkUpdate(profile, live.configuration, updates) });
    }
    return okResult({
      updated_count: targets.length - unknown.length,
      total_count: targets.length,
      errors: unknown.map((id) => errorItem(profile, "configuration", id)),
    });
  },

  assignRepositories: ({ account, context, body }) => {
    const profile = context.profile.current;
    if (selectors.every((name) => body[name] === undefined))
      throw unprocessable([{ path: [], message: `needs one of ${selectors.join(", ")}` }]);
    const live = findConfiguration(account, body.configuration_id);
    const given = body.repository_ids ?? [];
    const unknown =
      profile.assign_unknown === "reported" ? given.filter((id) => account.repository(id) === undefined) : [];
    const missing = new Set(unknown);
    const known = given.filter((id) => !missing.has(id));
    const matched = new Set([
      ...findRepositories(account, known, "repository_ids"),
      ...(body.repository_names ?? []).flatMap((name) => account.repositoryIdsNamed(name)),
      ...repositoriesMatching(account, body.repository_pattern),
    ]);
    account.assign(live.id, matched);
    return okResult({
      configuration_id: live.id,
      configuration_name: live.name,
      ...assignmentCounts(matched.size),
      errors: [...missing].map((id) => errorItem(profile, "repository", id)),
    });
  },
};

function unknownConfigurations(ids: readonly string[], unknown: readonly string[]) {
  const missing = new Set(unknown);
  return unprocessable(
    ids.flatMap((id, at) =>
      missing.has(id) ? [{ path: ["configuration_ids", at], message: `the account has no configuration ${id}` }] : [],
    ),
  );
}

function repositoriesMatching(account: AccountStore, pattern: string | undefined): readonly RepositoryId[] {
  if (pattern === undefined) return [];
  const matches = compilePattern(pattern);
  return account
    .repositories()
    .filter(({ name }) => typeof name === "string" && matches(name))
    .map(({ id }) => id);
}

function compilePattern(pattern: string): (name: string) => boolean {
  try {
    return like(pattern);
  } catch (thrown) {
    if (thrown instanceof LikePatternError)
      throw unprocessable([{ path: ["repository_pattern"], message: thrown.message }]);
    throw thrown;
  }
}
