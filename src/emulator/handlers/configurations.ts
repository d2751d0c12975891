import { type AccountStore, newConfiguration } from "../account-store";
import type { ConfigurationBody } from "../bodies";
import { configurationOf, found, type Handlers, knownRepositories, listed } from "../call";
import { deletedStatus, patched, replaced, type WireSettings } from "../semantics";

/** The operations on one configuration: specification, *Endpoints > Configurations*. */
export const configurationHandlers: Handlers<
  | "listConfigurations"
  | "createConfiguration"
  | "getConfiguration"
  | "replaceConfiguration"
  | "updateConfiguration"
  | "deleteConfiguration"
> = {
  listConfigurations: ({ account }) => listed(account.configurations()),

  createConfiguration: ({ account, body: { configuration, repositories = [] } }) => {
    const gained = knownRepositories(account, repositories, "repositories");
    const live = account.put(newConfiguration(configuration.name, replaced(configuration.configuration)));
    account.assign(live.id, gained);
    return { status: 201, body: { data: live } };
  },

  getConfiguration: ({ account, path }) => found({ data: configurationOf(account, path.id) }),

  replaceConfiguration: ({ account, path, body }) =>
    write(account, path.id, body, () => replaced(body.configuration.configuration)),

  updateConfiguration: ({ account, path, body }) =>
    write(account, path.id, body, (before) => patched(before, body.configuration.configuration)),

  deleteConfiguration: ({ account, path }) => {
    account.remove(configurationOf(account, path.id).id);
    return { status: deletedStatus };
  },
};

function write(
  account: AccountStore,
  id: string,
  { configuration: { name }, repositories = [] }: ConfigurationBody,
  settings: (before: WireSettings) => WireSettings,
) {
  const before = configurationOf(account, id);
  const gained = knownRepositories(account, repositories, "repositories");
  const live = account.put({ ...before, name, configuration: settings(before.configuration) });
  account.assign(live.id, gained);
  return found({ data: live });
}
