import { acmeAccountId, builtinSeed, type Seed, type SeedAccount } from "../../src/emulator";
import type { DesiredInput, PlanOptions } from "../../src/library";
import { account, accountId, baselineId, canary, relaxedId, seedOf } from "./account";
import type { App } from "./declare";
import { findingId } from "./triages";

/** A declaration that takes one write, as the command line and as the library take it. */
export interface SingleWrite {
  readonly kind: string;
  readonly request: RegExp;
  readonly account: string;
  readonly seed: Seed;
  readonly app: App;
  readonly flags: readonly string[];
  readonly desired: DesiredInput;
  readonly options: PlanOptions;
  /** Whether an account holds what is declared at an address. */
  readonly holds: (held: SeedAccount, address: string) => boolean;
}

const named = ({ configurations = [] }: SeedAccount, name: string) =>
  configurations.filter((each) => each.name === name);
const settingsOf = (held: SeedAccount, name: string) => named(held, name)[0]?.configuration;

const plain = { account: accountId, seed: seedOf(), flags: [], options: {} } as const;

const [acme] = builtinSeed.accounts;
if (acme === undefined) throw new Error("the built-in seed has an account");

const triaged = (category?: "wont_fix"): Seed => ({
  keys: { [canary]: [acmeAccountId] },
  accounts: [
    {
      ...acme,
      triage: [...(acme.triage ?? []), ...(category === undefined ? [] : [{ finding_id: findingId, category }])],
    },
  ],
});
const categoryIn = ({ triage = [] }: SeedAccount) => triage.find((each) => each.finding_id === findingId)?.category;

/** One for every kind of write. */
export const singleWrites: readonly SingleWrite[] = [
  {
    ...plain,
    kind: "creation",
    request: /^POST .*\/configurations$/,
    app: { configurations: { strict: { name: "strict", comment: "enabled" } } },
    desired: { configurations: [{ name: "strict", settings: { comment: "enabled" } }] },
    holds: (held) => named(held, "strict").length === 1 && settingsOf(held, "strict")?.["comment"] === "enabled",
  },
  {
    ...plain,
    kind: "PATCH",
    request: /^PATCH /,
    app: { configurations: { baseline: { name: "baseline", comment: "enabled" } } },
    desired: { configurations: [{ name: "baseline", settings: { comment: "enabled" } }] },
    holds: (held) => settingsOf(held, "baseline")?.["comment"] === "enabled",
  },
  {
    ...plain,
    kind: "PUT",
    request: /^PUT /,
    app: { configurations: { baseline: { name: "baseline", code_policies: {} } } },
    desired: { configurations: [{ name: "baseline", settings: { code_policies: [] } }] },
    holds: (held) => {
      const policies = settingsOf(held, "baseline")?.["code_policies"] ?? [];
      return Array.isArray(policies) && policies.length === 0;
    },
  },
  {
    ...plain,
    // alike, so that the bulk update has all settings of both, and none of them is tried first
    seed: seedOf({
      configurations: [
        { id: baselineId, name: "baseline", configuration: { risk_threshold: 1 } },
        { id: relaxedId, name: "relaxed", configuration: { risk_threshold: 1 } },
      ],
    }),
    kind: "bulk_update",
    request: /\/bulk_update$/,
    app: {
      configurations: {
        baseline: { name: "baseline", risk_threshold: 3 },
        relaxed: { name: "relaxed", risk_threshold: 3 },
      },
    },
    desired: {
      configurations: [
        { name: "baseline", settings: { risk_threshold: 3 } },
        { name: "relaxed", settings: { risk_threshold: 3 } },
      ],
    },
    holds: (held, address) =>
      settingsOf(held, address.includes("baseline") ? "baseline" : "relaxed")?.["risk_threshold"] === 3,
  },
  {
    ...plain,
    kind: "assignment",
    request: /\/assign_repositories$/,
    app: { assignments: { routing: [{ repository_names: ["web"], configuration_id: relaxedId }] } },
    desired: { rules: [{ configuration: { id: relaxedId }, repositoryNames: ["web"] }] },
    holds: ({ repositories = [] }) => repositories.find(({ name }) => name === "web")?.configuration_id === relaxedId,
  },
  {
    ...plain,
    kind: "deletion",
    request: /^DELETE .*\/configurations\//,
    app: {
      provider: { managed_scope: { names: "relaxed" } },
      configurations: { baseline: { name: "baseline", comment: "silent" } },
    },
    flags: ["--prune", "--force"],
    desired: {
      configurations: [{ name: "baseline", settings: { comment: "silent" } }],
      managedScope: { names: "relaxed" },
    },
    options: { prune: true, force: true },
    holds: (held) => named(held, "relaxed").length === 0,
  },
  {
    kind: "set-triage",
    request: /^POST .*\/triage$/,
    account: acmeAccountId,
    seed: triaged(),
    flags: [],
    options: {},
    app: { triages: { key: { finding_id: findingId, category: "wont_fix", justification: "Only in tests." } } },
    desired: { triages: [{ findingId, category: "wont_fix", justification: "Only in tests." }] },
    holds: (held) => categoryIn(held) === "wont_fix",
  },
  {
    kind: "remove-triage",
    request: /^DELETE .*\/triage$/,
    account: acmeAccountId,
    seed: triaged("wont_fix"),
    flags: [],
    options: {},
    app: {
      triages: {
        key: { finding_id: findingId, category: "wont_fix", justification: "For a while.", expires: "2020-01-01" },
      },
    },
    desired: {
      triages: [{ findingId, category: "wont_fix", justification: "For a while.", expires: "2020-01-01" }],
    },
    holds: (held) => categoryIn(held) === undefined,
  },
];

/** The names of what was there before, and of what a single write creates: none may be there twice. */
export const uniqueNames = [...(account.configurations ?? []).map(({ name }) => name), "strict"];
