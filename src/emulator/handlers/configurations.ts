import type { RepositoryId } from "../../model/ids";
import { like, LikePatternError } from "../../model/sql-like";
import { notFound, unprocessable } from "../http/read-request";
import { withDefaults } from "../http/response-shape";
import type { Profile } from "../profile/profile";
import { type AccountStore, newConfiguration } from "../state/store";
import {
  applyBulkUpdate,
  applyPatch,
  applyPut,
  assignmentCounts,
  bulkTargets,
  errorItem,
  type StoredConfiguration,
  type WireSettings,
} from "../state/write-semantics";
import {
  type ConfigurationBody,
  findConfiguration,
  findRepositories,
  listResult,
  okResult,
  type OperationHandlers,
  type OperationResult,
} from "./operation";

/** The operations on one configuration: specification, *Endpoints > Configurations*. */
export const configurationHandlers: OperationHandlers<
  | "listConfigurations"
  | "createConfiguration"
  | "getConfiguration"
  | "replaceConfiguration"
  | "updateConfiguration"
  | "deleteConfiguration"
> = {
  listConfigurations: ({ account }) => listResult(account.readView().configurations()),

  createConfiguration: ({ account, context, body: { configuration, repositories = [] } }) => {
    const gained = findRepositories(account, repositories, "repositories");
    const { name = "", configuration: given = null } = configuration;
    checkName(account, context.profile.current, name);
    const settings = context.profile.current.defaults === "at_create" ? withDefaults(given, account) : given;
    const live = account.put(newConfiguration(name, settings));
    account.assign(live.id, gained);
    return { status: 201, body: { data: live } };
  },

  getConfiguration: ({ account, path }) => {
    const seen = account.readView().configuration(path.id);
    if (seen === undefined) throw notFound();
    return okResult({ data: seen });
  },

  replaceConfiguration: ({ account, path, body, context: { profile } }) =>
    write(account, profile.current, path.id, body, (before) =>
      applyPut(profile.current, before, body.configuration.configuration),
    ),

  updateConfiguration: ({ account, path, body, context: { profile } }) =>
    write(account, profile.current, path.id, body, (before) =>
      applyPatch(profile.current, before, body.configuration.configuration),
    ),

  deleteConfiguration: ({ account, path, context }) => {
    const live = findConfiguration(account, path.id);
    account.remove(live.id);
    return context.profile.current.delete_status === 204 ? { status: 204 } : okResult({ data: live });
  },
};

function write(
  account: AccountStore,
  profile: Profile,
  id: string,
  { configuration: { name }, repositories }: ConfigurationBody,
  settings: (before: WireSettings) => WireSettings,
): OperationResult {
  const before = findConfiguration(account, id);
  const gained = findRepositories(account, repositories ?? [], "repositories");
  if (name !== undefined) checkName(account, profile, name, before);
  const live = account.put({ ...before, name: name ?? before.name, configuration: settings(before.configuration) });
  account.assign(live.id, gained);
  if (repositories !== undefined && profile.update_repositories === "whole_set")
    account.unassignOthers(live.id, gained);
  return okResult({ data: profile.write_answer === "after" ? live : before });
}

/** @throws 422 if names are unique and another configuration has this name */
function checkName(account: AccountStore, { names }: Profile, name: string, own?: StoredConfiguration): void {
  if (names === "repeatable") return;
  if (account.configurations().some((each) => each.name === name && each.id !== own?.id))
    throw unprocessable([{ path: ["configuration", "name"], message: "another configuration has this name" }]);
}

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
