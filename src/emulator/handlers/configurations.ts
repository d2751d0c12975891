import type { Profile } from "../profile/profile";
import type { ConfigurationBody } from "../requests/request-bodies";
import { findConfiguration, findRepositories } from "../requests/find-or-fail";
import { unprocessable, notFound } from "../requests/http-errors";
import { withDefaults } from "../responses/default-settings";
import { type OperationResult, okResult, listResult } from "../responses/operation-result";
import { type AccountStore, newConfiguration } from "../state/account-store";
import type { StoredConfiguration } from "../state/stored-objects";
import { applyPatch, applyPut, type WireSettings } from "../state/write-semantics";
import type { OperationHandlers } from "./operation-handlers";

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
