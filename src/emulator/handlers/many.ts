import type { RepositoryId } from "../../model/ids";
import { LikePatternError, like } from "../../model/like";
import type { AccountStore } from "../account-store";
import { configurationOf, found, type Handlers, invalid, knownRepositories } from "../call";
import { assignmentCounts, bulkTargets, patched, unknownInBulk } from "../semantics";

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

/** The operations on many objects at once: specification, *Endpoints > Configurations*. */
export const manyHandlers: Handlers<"bulkUpdateConfigurations" | "assignRepositories"> = {
  bulkUpdateConfigurations: ({ account, body: { configuration_ids, updates } }) => {
    const targets = bulkTargets(configuration_ids);
    const unknown = targets.filter((id) => account.configuration(id) === undefined);
    for (const id of targets) {
      const live = account.configuration(id);
      if (live !== undefined) account.put({ ...live, configuration: patched(live.configuration, updates) });
    }
    return found({
      updated_count: targets.length - unknown.length,
      total_count: targets.length,
      errors: unknown.map(unknownInBulk),
    });
  },

  assignRepositories: ({ account, body }) => {
    if (selectors.every((name) => body[name] === undefined))
      throw invalid([{ path: [], message: `needs one of ${selectors.join(", ")}` }]);
    const live = configurationOf(account, body.configuration_id);
    const matched = new Set([
      ...knownRepositories(account, body.repository_ids ?? [], "repository_ids"),
      ...(body.repository_names ?? []).flatMap((name) => account.repositoryIdsNamed(name)),
      ...matching(account, body.repository_pattern),
    ]);
    account.assign(live.id, matched);
    return found({
      configuration_id: live.id,
      configuration_name: live.name,
      ...assignmentCounts(matched.size),
      errors: [],
    });
  },
};

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
