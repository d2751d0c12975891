import type { Seed, SeedAccount, SeedConfiguration, SeedRepository } from "../../src/emulator";

/** The key of the tests: found in anything that is written, it has leaked. */
export const canary = "canary-3f9c2d71e8a04b56";
/** Reaches both accounts. */
export const canaryOfAll = "canary-all-77b1c04de2f39a68";

export const accountId = "aaaaaaaa-0000-4000-8000-000000000001";
export const otherAccountId = "bbbbbbbb-0000-4000-8000-000000000002";
export const policyId = "cccccccc-0000-4000-8000-000000000003";
export const unknownId = "dddddddd-0000-4000-8000-000000000004";

export const baselineId = "eeeeeeee-0000-4000-8000-000000000001";
export const relaxedId = "eeeeeeee-0000-4000-8000-000000000002";

const pad = (number: number): string => String(number).padStart(12, "0");
const made = { enabled: true, created_at: null };

export const repositoryId = (at: number): string => `99999999-0000-4000-8000-${pad(at)}`;

/** Repositories of these names, all with one configuration or with none. */
export const repositoriesNamed = (names: readonly string[], configuration: string | null): readonly SeedRepository[] =>
  names.map((name, at) => ({
    ...made,
    id: repositoryId(at),
    name,
    provider_repo_id: at,
    configuration_id: configuration,
  }));

export const baseline: SeedConfiguration = {
  id: baselineId,
  name: "baseline",
  configuration: {
    comment: "silent",
    analyzers: { "sql-injection": { enabled: true, blocking: true } },
    code_policies: [{ id: policyId, enabled: true }],
  },
};

export const relaxed: SeedConfiguration = { id: relaxedId, name: "relaxed", configuration: { comment: "enabled" } };

export const account: SeedAccount = {
  account_id: accountId,
  org_name: "acme",
  active: true,
  analyzers: ["sql-injection", "secrets", "xss"].map((slug, at) => ({
    id: `88888888-0000-4000-8000-${pad(at)}`,
    name: slug,
    slug,
    enabled: true,
  })),
  custom_policies: [
    { id: policyId, title: "No plaintext secrets", question: "Is there one?", dashboard_url: "https://d.example.com" },
  ],
  configurations: [baseline, relaxed],
  repositories: repositoriesNamed(["payments-api", "payments-ledger", "web", "legacy"], baselineId),
};

const otherAccount: SeedAccount = { account_id: otherAccountId, org_name: "globex", active: true };

/** Two accounts, the first with what is given in place of its own. */
export const seedOf = (given: Partial<SeedAccount> = {}): Seed => ({
  keys: { [canary]: [accountId], [canaryOfAll]: [accountId, otherAccountId] },
  accounts: [{ ...account, ...given }, otherAccount],
});
