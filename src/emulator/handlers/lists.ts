import { listed } from "../responses/operation-result";
import type { Handlers } from "./operation-handlers";

/** What is only listed: specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
export const listHandlers: Handlers<"listAccounts" | "listRepositories" | "listAnalyzers" | "listCustomPolicies"> = {
  listAccounts: ({ accounts }) => listed(accounts.map((each) => each.account)),
  listRepositories: ({ account }) => listed(account.seen().repositories()),
  listAnalyzers: ({ account }) => listed(account.analyzers),
  listCustomPolicies: ({ account }) => listed(account.policies),
};
