import { listResult } from "../responses/operation-result";
import type { OperationHandlers } from "./operation-handlers";

/** The read-only lists: specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
export const listHandlers: OperationHandlers<
  "listAccounts" | "listRepositories" | "listAnalyzers" | "listCustomPolicies"
> = {
  listAccounts: ({ accounts }) => listResult(accounts.map((each) => each.account)),
  listRepositories: ({ account }) => listResult(account.readView().repositories()),
  listAnalyzers: ({ account }) => listResult(account.analyzers),
  listCustomPolicies: ({ account }) => listResult(account.policies),
};
