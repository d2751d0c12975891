import { operations } from "../../api/operations";
import type { RepositoryId } from "../../model/ids";
import { like, LikePatternError } from "../../model/sql-like";
import { orNotFound, unprocessable } from "../http/read-request";
import type { Profile } from "../profile/profile";
import { storedName, storedSettings, takenSettings } from "../state/stored-settings";
import { type AccountStore, newConfiguration } from "../state/store";
import { applyBulkUpdate, applyPatch, applyPut, errorItem, type StoredConfiguration } from "../state/write-semantics";
import { unknownIds } from "../support/problems";
import {
  findConfiguration,
  findRepositories,
  listResult,
  okResult,
  type OperationHandlers,
  type OperationRequest,
  type OperationResult,
} from "./operation";

/** The operations on configurations: specification, *Endpoints > Configurations*. */
export const configurationHandlers = {
  listConfigurations: ({ account }) => listResult(account.readView().configurations()),

  createConfiguration: ({ account, context, body: { configuration, repositories = [] } }) => {
    const { current: profile } = context.profile;
    const gained = findGained(account, profile, repositories);
    const name = storedName(profile, configuration.name ?? "");
    checkName(account, profile, name);
    const given = takenSettings(account, profile, configuration.configuration, settingsPath);
    const live = account.put(newConfiguration(name, storedSettings(account, profile, given ?? null, "create")));
    account.assign(live.id, gained);
    return { status: 201, body: { data: live } };
  },

  getConfiguration: ({ account, path, context }) => {
    const view = context.profile.current.read_lag_of === "lists" ? account : account.readView();
    return okResult({ data: orNotFound(view.configuration(path.id)) });
  },

  replaceConfiguration: (request) => write(request, "put"),

  updateConfiguration: (request) => write(request, "patch"),

  deleteConfiguration: ({ account, path, context }) => {
    const { delete_status, delete_missing, delete_held, deleted_holders } = context.profile.current;
    if (delete_missing === 204 && account.configuration(path.id) === undefined) return { status: 204 };
    const live = findConfiguration(account, path.id);
    if (delete_held === "refused" && account.repositories().some((each) => each.configuration_id === live.id))
      throw unprocessable([{ path: [], message: "repositories have it" }], "the configuration");
    account.remove(live.id, deleted_holders);
    return delete_status === 204 ? { status: 204 } : okResult({ data: live });
  },

  bulkUpdateConfigurations: ({ account, context, body: { configuration_ids, updates } }) => {
    const { current: profile } = context.profile;
    const targets = new Set(configuration_ids); // repeated ids count once
    const unknown = new Set([...targets].filter((id) => account.configuration(id) === undefined));
    if (profile.bulk_unknown === "refused" && unknown.size > 0)
      throw unprocessable([
        ...unknownIds("configuration", configuration_ids, (id) => !unknown.has(id), ["configuration_ids"]),
      ]);
    const given = takenSettings(account, profile, updates, ["updates"]);
    for (const id of targets) {
      const live = account.configuration(id);
      if (live === undefined) continue;
      const after = applyBulkUpdate(profile, live.configuration, given);
      account.put({ ...live, configuration: storedSettings(account, profile, after, "bulk") });
    }
    return okResult({
      updated_count: targets.size - unknown.size,
      total_count: targets.size,
      errors: [...unknown].map((id) => errorItem(profile, "configuration", id)),
    });
  },

  assignRepositories: ({ account, context, body }) => {
    const { current: profile } = context.profile;
    if (selectors.every((name) => body[name] === undefined))
      throw unprocessable([{ path: [], message: `needs one of ${selectors.join(", ")}` }]);
    const live = findConfiguration(account, body.configuration_id);
    const { repository_ids: ids = [], repository_names: names = [], repository_pattern: pattern } = body;
    const isReported = (id: string) => profile.assign_unknown === "reported" && account.repository(id) === undefined;
    const known = ids.filter((id) => !isReported(id));
    const isNamed = namesOf(names, pattern);
    const matched = new Set([
      ...findRepositories(account, known, "repository_ids"),
      ...account.repositories().flatMap(({ id, name }) => (typeof name === "string" && isNamed(name) ? [id] : [])),
    ]);
    account.assign(live.id, matched);
    return okResult({
      configuration_id: live.id,
      configuration_name: live.name,
      // a repository that has the configuration already counts too: repeated requests get the same response
      assigned_count: matched.size,
      total_matched: matched.size,
      errors: [...new Set(ids.filter(isReported))].map((id) => errorItem(profile, "repository", id)),
    });
  },
} satisfies Partial<OperationHandlers>;

const settingsPath = ["configuration", "configuration"];

function write(
  { account, path, body, context }: OperationRequest<"replaceConfiguration" | "updateConfiguration">,
  verb: "put" | "patch",
): OperationResult {
  const { current: profile } = context.profile;
  const { name: given, configuration } = body.configuration;
  const before = findConfiguration(account, path.id);
  const gained = findGained(account, profile, body.repositories ?? []);
  const name = given === undefined ? before.name : storedName(profile, given);
  if (given !== undefined) checkName(account, profile, name, before);
  const settings = takenSettings(account, profile, configuration, settingsPath);
  const after = (verb === "put" ? applyPut : applyPatch)(profile, before.configuration, settings);
  const live = account.put({
    ...before,
    name,
    configuration: storedSettings(account, profile, after, verb),
  });
  account.assign(live.id, gained);
  const isWhole =
    body.repositories === undefined
      ? verb === "put" && profile.put_repositories === "dropped"
      : profile.update_repositories === "whole_set";
  if (isWhole) account.unassignOthers(live.id, gained);
  return okResult({ data: profile.write_answer === "after" ? live : before });
}

/** @throws 422 if the account lacks any of the repositories in `repositories`, where that is refused */
const findGained = (
  account: AccountStore,
  { unknown_repositories }: Profile,
  ids: readonly string[],
): readonly RepositoryId[] =>
  findRepositories(
    account,
    unknown_repositories === "refused" ? ids : ids.filter((id) => account.repository(id) !== undefined),
    "repositories",
  );

/** @throws 422 if names are unique and another configuration has this name */
function checkName(account: AccountStore, { names }: Profile, name: string | null, own?: StoredConfiguration): void {
  if (names === "repeatable") return;
  if (account.configurations().some((each) => each.name === name && each.id !== own?.id))
    throw unprocessable([{ path: ["configuration", "name"], message: "another configuration has this name" }]);
}

const { oneOf: selectors } = operations.assignRepositories;

/**
 * Creates the test for these names and those that match the pattern.
 *
 * @throws 422 for an invalid pattern
 */
function namesOf(names: readonly string[], pattern: string | undefined): (name: string) => boolean {
  const exact = new Set(names);
  if (pattern === undefined) return (name) => exact.has(name);
  try {
    const matches = like(pattern);
    return (name) => exact.has(name) || matches(name);
  } catch (thrown) {
    if (thrown instanceof LikePatternError)
      throw unprocessable([{ path: ["repository_pattern"], message: thrown.message }]);
    throw thrown;
  }
}
