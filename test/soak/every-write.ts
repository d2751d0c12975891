import { baselineId, policyId, relaxedId, repositoriesNamed, seedOf } from "../support/account";
import { type App, idOf } from "../support/declare";

const id = (at: number): string => `eeeeeeee-0000-4000-8000-00000000000${String(at)}`;
const names = ["mobile", "payments-api", "payments-ledger", "web", "legacy", "tools"];

/** An account for `app`. */
export const seed = seedOf({
  configurations: [
    { id: baselineId, name: "baseline", configuration: { comment: "silent" } },
    { id: relaxedId, name: "relaxed", configuration: { comment: "enabled", code_policies: [{ id: policyId }] } },
    { id: id(3), name: "third", configuration: { risk_threshold: 1 } },
    { id: id(4), name: "fourth", configuration: { risk_threshold: 1 } },
    { id: id(5), name: "obsolete", configuration: { comment: "disabled" } },
    { id: id(6), name: "of somebody else", configuration: { comment: "disabled", risk_threshold: 2 } },
    { id: id(7), name: "target", configuration: { comment: "enabled" } },
  ],
  repositories: [
    ...repositoriesNamed(names, id(6)),
    { id: id(9), name: "old", provider_repo_id: 99, configuration_id: id(5), enabled: true },
  ],
});

/** One write of every kind: POST, PUT, PATCH, bulk_update, assign_repositories and DELETE. With --prune and --force. */
export const app: App = {
  provider: { managed_scope: { names: "obsolete%" } },
  configurations: {
    baseline: { name: "baseline", comment: "enabled" },
    relaxed: { name: "relaxed", code_policies: {} },
    third: { name: "third", risk_threshold: 3 },
    fourth: { name: "fourth", risk_threshold: 3 },
    target: { name: "target", comment: "enabled" },
    strict: { name: "strict", comment: "enabled", analyzers: { secrets: { enabled: true, blocking: true } } },
  },
  assignments: {
    routing: [
      { repository_names: ["old", "web"], configuration_id: idOf("target") },
      { repository_names: ["mobile"], configuration_id: idOf("baseline") },
      { repository_pattern: "payments-%", configuration_id: idOf("strict") },
    ],
  },
};
