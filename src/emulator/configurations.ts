import { newConfiguration } from "./account-store";
import type { ConfigurationBody } from "./bodies";
import { type Answer, addressed, type Call, found, knownRepositories } from "./operation";
import { deletedStatus, patched, replaced } from "./semantics";

/** The operations on one configuration: specification, *Endpoints > Configurations*. */

export const list = ({ account }: Call): Answer => found({ data: account.configurations() });

export const get = (call: Call): Answer => found({ data: addressed(call) });

export function create({ account }: Call, { configuration, repositories = [] }: ConfigurationBody): Answer {
  const gained = knownRepositories(account, repositories, "repositories");
  const live = account.put(newConfiguration(configuration.name, replaced(configuration.configuration)));
  account.assign(live.id, gained);
  return { status: 201, body: { data: live } };
}

export function put(call: Call, { configuration, repositories = [] }: ConfigurationBody): Answer {
  const before = addressed(call);
  const gained = knownRepositories(call.account, repositories, "repositories");
  const { name } = configuration;
  const live = call.account.put({ ...before, name, configuration: replaced(configuration.configuration) });
  call.account.assign(live.id, gained);
  return found({ data: live });
}

export function patch(call: Call, { configuration, repositories = [] }: ConfigurationBody): Answer {
  const before = addressed(call);
  const gained = knownRepositories(call.account, repositories, "repositories");
  const settings = patched(before.configuration, configuration.configuration);
  const live = call.account.put({ ...before, name: configuration.name, configuration: settings });
  call.account.assign(live.id, gained);
  return found({ data: live });
}

export function remove(call: Call): Answer {
  call.account.remove(addressed(call).id);
  return { status: deletedStatus };
}
