import type { Profile } from "../profile/profile";
import type { ConfigurationBody } from "../requests/bodies";
import { configurationOf, knownRepositories } from "../requests/find-or-fail";
import { invalid, notFound } from "../requests/http-errors";
import { filledIn } from "../responses/default-settings";
import { type Answer, found, listed } from "../responses/operation-result";
import { type AccountStore, newConfiguration } from "../state/account-store";
import type { LiveConfiguration } from "../state/stored-objects";
import { patched, replaced, type WireSettings } from "../state/write-semantics";
import type { Handlers } from "./operation-handlers";

/** The operations on one configuration: specification, *Endpoints > Configurations*. */
export const configurationHandlers: Handlers<
  | "listConfigurations"
  | "createConfiguration"
  | "getConfiguration"
  | "replaceConfiguration"
  | "updateConfiguration"
  | "deleteConfiguration"
> = {
  listConfigurations: ({ account }) => listed(account.seen().configurations()),

  createConfiguration: ({ account, world, body: { configuration, repositories = [] } }) => {
    const gained = knownRepositories(account, repositories, "repositories");
    const { name = "", configuration: given = null } = configuration;
    checkName(account, world.profile.current, name);
    const settings = world.profile.current.defaults === "at_create" ? filledIn(given, account) : given;
    const live = account.put(newConfiguration(name, settings));
    account.assign(live.id, gained);
    return { status: 201, body: { data: live } };
  },

  getConfiguration: ({ account, path }) => {
    const seen = account.seen().configuration(path.id);
    if (seen === undefined) throw notFound();
    return found({ data: seen });
  },

  replaceConfiguration: ({ account, path, body, world: { profile } }) =>
    write(account, profile.current, path.id, body, (before) =>
      replaced(profile.current, before, body.configuration.configuration),
    ),

  updateConfiguration: ({ account, path, body, world: { profile } }) =>
    write(account, profile.current, path.id, body, (before) =>
      patched(profile.current, before, body.configuration.configuration),
    ),

  deleteConfiguration: ({ account, path, world }) => {
    const live = configurationOf(account, path.id);
    account.remove(live.id);
    return world.profile.current.delete_status === 204 ? { status: 204 } : found({ data: live });
  },
};

function write(
  account: AccountStore,
  profile: Profile,
  id: string,
  { configuration: { name }, repositories }: ConfigurationBody,
  settings: (before: WireSettings) => WireSettings,
): Answer {
  const before = configurationOf(account, id);
  const gained = knownRepositories(account, repositories ?? [], "repositories");
  if (name !== undefined) checkName(account, profile, name, before);
  const live = account.put({ ...before, name: name ?? before.name, configuration: settings(before.configuration) });
  account.assign(live.id, gained);
  if (repositories !== undefined && profile.update_repositories === "whole_set") account.keepOnly(live.id, gained);
  return found({ data: profile.write_answer === "after" ? live : before });
}

/** @throws 422 when names are unique and another configuration has this one */
function checkName(account: AccountStore, { names }: Profile, name: string, own?: LiveConfiguration): void {
  if (names === "repeatable") return;
  if (account.configurations().some((each) => each.name === name && each.id !== own?.id))
    throw invalid([{ path: ["configuration", "name"], message: "another configuration has this name" }]);
}
