import { operations } from "../../api/operations";
import type { JsonObject } from "../../model/json";
import { like, LikePatternError } from "../../model/sql-like";
import { orNotFound, unprocessable } from "../http/read-request";
import { withDefaults } from "../http/response-shape";
import type { Profile } from "../profile/profile";
import { type AccountStore, newConfiguration } from "../state/store";
import {
  applyBulkUpdate,
  applyPatch,
  applyPut,
  errorItem,
  type StoredConfiguration,
  type WireSettings,
} from "../state/write-semantics";
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
    const { current: profile } = context.profile;
    const gained = findRepositories(account, repositories, "repositories");
    const { name = "", configuration: given = null } = configuration;
    checkName(account, profile, name);
    const live = account.put(
      newConfiguration(name, profile.defaults === "at_create" ? withDefaults(given, account) : given),
    );
    account.assign(live.id, gained);
    return { status: 201, body: { data: live } };
  },

  getConfiguration: ({ account, path }) => okResult({ data: orNotFound(account.readView().configuration(path.id)) }),

  replaceConfiguration: (request) => write(request, applyPut),

  updateConfiguration: (request) => write(request, applyPatch),

  deleteConfiguration: ({ account, path, context }) => {
    const live = findConfiguration(account, path.id);
    account.remove(live.id);
    return context.profile.current.delete_status === 204 ? { status: 204 } : okResult({ data: live });
  },
};

function write(
  { account, path, body, context }: OperationRequest<"replaceConfiguration" | "updateConfiguration">,
  apply: (profile: Profile, before: WireSettings, given: JsonObject | undefined) => WireSettings,
): OperationResult {
  const { current: profile } = context.profile;
  const { name, configuration: settings } = body.configuration;
  const before = findConfiguration(account, path.id);
  const gained = findRepositories(account, body.repositories ?? [], "repositories");
  if (name !== undefined) checkName(account, profile, name, before);
  const configuration = apply(profile, before.configuration, settings);
  const live = account.put({ ...before, name: name ?? before.name, configuration });
  account.assign(live.id, gained);
  if (body.repositories !== undefined && profile.update_repositories === "whole_set")
    account.unassignOthers(live.id, gained);
  return okResult({ data: profile.write_answer === "after" ? live : before });
}

/** @throws 422 if names are unique and another configuration has this name */
function checkName(account: AccountStore, { names }: Profile, name: string, own?: StoredConfiguration): void {
  if (names === "repeatable") return;
  if (account.configurations().some((each) => each.name === name && each.id !== own?.id))
    throw unprocessable([{ path: ["configuration", "name"], message: "another configuration has this name" }]);
}

const { oneOf: selectors } = operations.assignRepositories;

/** The bulk operations: specification, *Endpoints > Configurations*. */
export const bulkHandlers: OperationHandlers<"bulkUpdateConfigurations" | "assignRepositories"> = {
  bulkUpdateConfigurations: ({ account, context, body: { configuration_ids, updates } }) => {
    const { current: profile } = context.profile;
    const targets = new Set(configuration_ids); // repeated ids count once
    const unknown = new Set([...targets].filter((id) => account.configuration(id) === undefined));
    if (profile.bulk_unknown === "refused" && unknown.size > 0)
      throw unprocessable([
        ...unknownIds("configuration", configuration_ids, (id) => !unknown.has(id), ["configuration_ids"]),
      ]);
    for (const id of targets) {
      const live = account.configuration(id);
      if (live !== undefined)
        account.put({ ...live, configuration: applyBulkUpdate(profile, live.configuration, updates) });
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
};

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
