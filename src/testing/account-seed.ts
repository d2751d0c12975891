import type { Seed } from "../emulator/index";
import { stableId } from "../emulator/support/deterministic";
import type { JsonObject } from "../model/json";
import { settingsToWire } from "../model/to-wire";
import { type ExpectedSettings, settingsFrom } from "./expected-settings";

/** An account of an emulator, by the names of what is in it. What is absent is not in it. */
export interface AccountSeedOptions {
  /** The account's name; `acme` by default. */
  readonly name?: string;
  /** Names of repositories. */
  readonly repositories?: readonly string[];
  /** Slugs of analyzers, which are listed as enabled. */
  readonly analyzers?: readonly string[];
  /** Titles of custom policies. */
  readonly policies?: readonly string[];
  /** Configurations by their names, each with its settings and the names of the repositories that have it. */
  readonly configurations?: Readonly<
    Record<string, { readonly settings?: ExpectedSettings; readonly repositories?: readonly string[] }>
  >;
}

/**
 * A seed for `startEmulator({ seed })` with one account. Ids are derived from names, and so are the same on every run;
 * its key is `emulator-NAME-key`.
 *
 * @example
 * const seed = accountSeed({
 *   repositories: ["payments-api", "web"],
 *   analyzers: ["secrets"],
 *   policies: ["No tokens in code"],
 *   configurations: { baseline: { settings: { comment: "enabled" }, repositories: ["payments-api"] } },
 * });
 * @throws ScanformError `argument-invalid` when settings are not valid
 */
export function accountSeed({
  name: account = "acme",
  repositories = [],
  analyzers = [],
  policies = [],
  configurations = {},
}: AccountSeedOptions): Seed {
  const idOf = (kind: string, name: string): string => stableId(`${account} ${kind} ${name}`);
  const holders = new Map(
    Object.entries(configurations).flatMap(([name, { repositories: held = [] }]) =>
      held.map((repository) => [repository, idOf("configuration", name)]),
    ),
  );
  const accountId = idOf("account", account);
  return {
    keys: { [`emulator-${account}-key`]: [accountId] },
    accounts: [
      {
        account_id: accountId,
        org_name: account,
        active: true,
        repositories: [...new Set([...repositories, ...holders.keys()])].map((name, at) => ({
          ...{ id: idOf("repository", name), name, provider_repo_id: at + 1, enabled: true },
          configuration_id: holders.get(name) ?? null,
        })),
        analyzers: analyzers.map((slug) => ({ id: idOf("analyzer", slug), name: slug, slug, enabled: true })),
        custom_policies: policies.map((title) => ({
          ...{ id: idOf("policy", title), title, question: title },
          dashboard_url: `https://dashboard.example.com/policies/${idOf("policy", title)}`,
        })),
        configurations: Object.entries(configurations).map(([name, { settings = {} }]) => ({
          ...{ id: idOf("configuration", name), name },
          configuration: settingsToWire(settingsFrom(settings)) as JsonObject, // settings are JSON
        })),
      },
    ],
  };
}
