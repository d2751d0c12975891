import type { Seed } from "../../src/emulator";
import type { Observed } from "../../src/model/observed";
import type { JsonObject } from "../../src/model/json";
import { settingsFields } from "../../src/model/settings";
import { toWire } from "../../src/model/to-wire";
import { slugs, uuid } from "../reconcile/arbitrary";
import { accountId, canary } from "../support/account";

/** The analyzers that the configurations have, so that the account lists them. */
const slugsOf = (configurations: Observed["configurations"]): readonly string[] => [
  ...new Set([...slugs, ...configurations.flatMap(({ settings }) => Object.keys(settings.analyzers ?? {}))]),
];

/** An emulator's seed of one account. */
export const seedOf = ({ configurations, repositories, policies = [] }: Observed): Seed => ({
  keys: { [canary]: [accountId] },
  accounts: [
    {
      account_id: accountId,
      active: true,
      analyzers: slugsOf(configurations).map((slug, at) => ({ id: uuid("e", at), name: slug, slug, enabled: true })),
      custom_policies: policies,
      configurations: configurations.map(({ id, name = null, settings }) => ({
        id,
        name,
        configuration: toWire(settingsFields, settings) as JsonObject,
      })),
      repositories: repositories.map((each) => ({ name: null, configuration_id: null, ...each })),
    },
  ],
});
