import { plannedIn } from "../report/document";
import { fail } from "../diagnostics/error";
import {
  accountFields,
  type Analyzer,
  analyzerListingFields,
  type Configuration,
  configurationFields,
  customPolicyFields,
  type Repository,
  repositoryFields,
} from "../model/observed";
import type { Fields } from "../model/field";
import { groupBy } from "../model/group-by";
import type { AccountId } from "../model/ids";
import { settingNames, type Settings } from "../model/settings";
import { suggestion } from "../model/suggest";
import { slugsIn } from "../model/unreadable";
import { settingsToWire } from "../model/to-wire";
import type { Reader, ReadOptions } from "../reconcile/ports";
import { refuseIncomplete } from "../reconcile/refresh/complete-lists";
import type { ListedItem, ListKind } from "../report/listing";
import type { Io } from "./io";
import { likeOption } from "./options";
import type { Condition } from "./where";

/** Which repositories or configurations are listed. */
export interface SettingsFilter {
  /** All of them hold. */
  readonly where: readonly Condition[];
}

/** The items of an account with the service's fields, and what is added to each. Requests no more lists than that needs. */
type ReadItems = (
  reader: Reader,
  account: AccountId,
  options: ReadOptions & SettingsFilter,
) => Promise<readonly ListedItem[]>;

/** The accounts that the key reaches. */
export const readAccounts = async (reader: Reader, signal?: AbortSignal): Promise<readonly ListedItem[]> =>
  (await reader.accounts({ signal, certainty: "whole" })).map((each) => item(accountFields, each));

export const readItems: Readonly<Record<Exclude<ListKind, "accounts" | "findings">, ReadItems>> = {
  analyzers: listOf("analyzers", analyzerListingFields),
  policies: listOf("policies", customPolicyFields),

  repositories: async (reader, account, options) => {
    const { repositories, configurations } = await both(reader, account, options);
    const known = new Map(configurations.map((each) => [each.id, each]));
    return repositories.flatMap((each) => {
      const own = each.configuration_id === undefined ? undefined : known.get(each.configuration_id);
      if (!meets(options, own?.settings)) return [];
      return [{ ...item(repositoryFields, each), account_id: account, configuration_name: own?.name ?? null }];
    });
  },

  configurations: async (reader, account, options) => {
    const { repositories, configurations } = await both(reader, account, options);
    const holders = groupBy(repositories, ({ configuration_id: id }) => id);
    return configurations.flatMap(({ settings, ...rest }) => {
      if (!meets(options, settings)) return [];
      const own = holders.get(rest.id) ?? [];
      return [
        {
          ...item(configurationFields, rest),
          configuration: settingsToWire(settings),
          account_id: account,
          repositories: own.length,
          disabled_repositories: own.filter(({ enabled }) => enabled === false).length,
        },
      ];
    });
  },
};

/** Every item of a list, with nothing added but its account. */
function listOf(kind: "analyzers" | "policies", fields: Fields): ReadItems {
  return async (reader, account, options) => {
    const { items } = await reader.list(kind, account, { ...options, certainty: "whole" });
    return items.map((each) => ({ ...item(fields, each), account_id: account }));
  };
}

/** A repository without a configuration has no settings. */
const meets = ({ where }: SettingsFilter, settings: Settings = {}): boolean =>
  where.every(({ holds }) => holds(settings));

/**
 * The repositories or configurations of a saved document, as they will be once its plan is applied.
 *
 * @param file the document, as it was typed
 */
export async function itemsAfter(
  io: Pick<Io, "cwd">,
  file: string,
  kind: "repositories" | "configurations",
  filter: SettingsFilter,
): Promise<readonly ListedItem[]> {
  const { readPlans } = await import("./plan-file.js"); // with the whole of its schema
  const accounts = plannedIn(readPlans(io, file).document).map(({ account_id: account, after }) => ({
    account,
    ...after,
  }));
  const all = accounts.flatMap(({ configurations }) => configurations);
  await refuseUnknown(filter, all, () => Promise.resolve([]));
  return accounts.flatMap(({ account, configurations, repositories }): readonly ListedItem[] => {
    if (kind === "repositories")
      return repositories.flatMap(({ id, name, configuration: at }) => {
        const own = at === null ? undefined : configurations[at];
        if (!meets(filter, own?.settings ?? {})) return [];
        const added = { configuration_id: own?.id ?? null, configuration_name: own?.name ?? null };
        return [{ ...item(repositoryFields, { id, name, ...added }), account_id: account }];
      });
    const counts = groupBy(repositories, ({ configuration }) => configuration ?? undefined);
    return configurations.flatMap(({ id, name, settings }, at) => {
      if (!meets(filter, settings ?? {})) return [];
      const configuration = settings === null ? null : settingsToWire(settings);
      const added = { configuration, account_id: account, repositories: counts.get(at)?.length ?? 0 };
      return [{ ...item(configurationFields, { id, name }), ...added }];
    });
  });
}

/**
 * Refuses a condition on an analyzer that is nowhere, of which every answer would be wrong.
 *
 * @param listed the analyzers that the account lists, asked for where no configuration has one
 * @throws ScanformError `analyzer-unknown`
 */
async function refuseUnknown(
  { where }: SettingsFilter,
  configurations: readonly { readonly settings: Settings | null }[],
  listed: () => Promise<readonly Pick<Analyzer, "slug">[]>,
): Promise<void> {
  const known = new Set(configurations.flatMap(({ settings }) => slugsIn(settings ?? {})));
  const unknown = where.filter(({ analyzer }) => analyzer !== undefined && !known.has(analyzer));
  if (unknown.length === 0) return;
  for (const { slug } of await listed()) known.add(slug);
  for (const { text, analyzer = "" } of unknown)
    if (!known.has(analyzer))
      fail(
        "analyzer-unknown",
        `--where ${JSON.stringify(text)}: there is no analyzer ${JSON.stringify(analyzer)}. ${suggestion(analyzer, [...known, ...settingNames])}`,
      );
}

/** The fields of the specification first, null where the service has none, then those that it does not describe. */
export const item = (fields: Fields, received: object): ListedItem => ({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
  ...received,
});

/** Both lists, where each says something of the other. @throws ScanformError for a condition on an unknown analyzer */
async function both(
  reader: Reader,
  account: AccountId,
  options: ReadOptions & SettingsFilter,
): Promise<{ readonly repositories: readonly Repository[]; readonly configurations: readonly Configuration[] }> {
  const { signal } = options;
  const [{ items: repositories }, { items: configurations }] = await Promise.all([
    reader.list("repositories", account, { ...options, certainty: "whole" }),
    reader.list("configurations", account, { certainty: "whole", signal }),
  ]);
  await refuseIncomplete(reader, account, { repositories, configurations }, { signal });
  await refuseUnknown(options, configurations, async () => (await reader.list("analyzers", account, options)).items);
  return { repositories, configurations };
}

/** The fields by which an item is called; the first one sorts. */
const nameFields: Readonly<Record<ListKind, readonly [string, ...string[]]>> = {
  accounts: ["org_name"],
  analyzers: ["slug", "name", "display_name"],
  policies: ["title"],
  configurations: ["name"],
  findings: ["type"],
  repositories: ["name"],
};

/** Whether any name of an item matches a pattern. Without one everything does. */
export function nameFilter(kind: ListKind, pattern: string | undefined): (item: ListedItem) => boolean {
  if (pattern === undefined) return () => true;
  const matches = likeOption("--name", pattern);
  return (item) =>
    nameFields[kind].some((field) => {
      const name = item[field];
      return typeof name === "string" && matches(name);
    });
}

/** By name, then by id: the service documents no order. Items without a name come last. */
export function sortKey(kind: ListKind, item: ListedItem): string {
  const name = item[nameFields[kind][0]];
  const id = item["id"] ?? item["account_id"];
  return `${typeof name === "string" ? `0${name}` : "1"}\u0000${typeof id === "string" ? id : ""}`;
}
