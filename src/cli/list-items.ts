import { fail } from "../diagnostics/error";
import {
  accountFields,
  analyzerListingFields,
  type Configuration,
  configurationFields,
  customPolicyFields,
  type Repository,
  repositoryFields,
} from "../model/entities";
import type { Fields } from "../model/field";
import type { AccountId } from "../model/ids";
import { settingsFields } from "../model/settings";
import { like, LikePatternError } from "../model/sql-like";
import { toWire } from "../model/to-wire";
import type { Reader, ReadOptions } from "../reconcile/ports";
import { allAccounts } from "../reconcile/refresh/choose-account";
import { refuseIncomplete, wholeList } from "../reconcile/refresh/complete-lists";
import type { ListedItem, ListKind } from "../report/listing";

/** The items of an account with the service's fields, and what is added to each. Requests no more lists than that needs. */
type ReadItems = (reader: Reader, account: AccountId, options: ReadOptions) => Promise<readonly ListedItem[]>;

/** The accounts that the key reaches. */
export const readAccounts = async (reader: Reader, signal?: AbortSignal): Promise<readonly ListedItem[]> =>
  (await allAccounts(reader, signal)).map((each) => item(accountFields, each));

export const readItems: Readonly<Record<Exclude<ListKind, "accounts">, ReadItems>> = {
  analyzers: async (reader, account, options) =>
    (await wholeList(reader, account, "analyzers", options)).map((each) => ({
      ...item(analyzerListingFields, each),
      account_id: account,
    })),

  policies: async (reader, account, options) =>
    (await wholeList(reader, account, "policies", options)).map((each) => ({
      ...item(customPolicyFields, each),
      account_id: account,
    })),

  repositories: async (reader, account, options) => {
    const { repositories, configurations } = await both(reader, account, options);
    const names = new Map(configurations.map((each) => [each.id, each.name]));
    return repositories.map((each) => ({
      ...item(repositoryFields, each),
      account_id: account,
      configuration_name: (each.configuration_id === undefined ? undefined : names.get(each.configuration_id)) ?? null,
    }));
  },

  configurations: async (reader, account, options) => {
    const { repositories, configurations } = await both(reader, account, options);
    const counts = new Map<string, number>();
    for (const { configuration_id: id } of repositories)
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    return configurations.map(({ settings, ...rest }) => ({
      ...item(configurationFields, rest),
      configuration: toWire(settingsFields, settings),
      account_id: account,
      repositories: counts.get(rest.id) ?? 0,
    }));
  },
};

/** The fields of the specification first, null where the service has none, then those that it does not describe. */
const item = (fields: Fields, received: object): ListedItem => ({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
  ...received,
});

/** Both lists, where each says something of the other. */
async function both(
  reader: Reader,
  account: AccountId,
  options: ReadOptions,
): Promise<{ readonly repositories: readonly Repository[]; readonly configurations: readonly Configuration[] }> {
  const [repositories, configurations] = await Promise.all([
    wholeList(reader, account, "repositories", options),
    wholeList(reader, account, "configurations", { signal: options.signal }),
  ]);
  await refuseIncomplete(reader, account, { repositories, configurations }, { signal: options.signal });
  return { repositories, configurations };
}

/** The fields by which an item is called; the first one sorts. */
const nameFields: Readonly<Record<ListKind, readonly [string, ...string[]]>> = {
  accounts: ["org_name"],
  analyzers: ["slug", "name", "display_name"],
  policies: ["title"],
  configurations: ["name"],
  repositories: ["name"],
};

/** Whether any name of an item matches a pattern. Without one everything does. */
export function nameFilter(kind: ListKind, pattern: string | undefined): (item: ListedItem) => boolean {
  if (pattern === undefined) return () => true;
  const matches = compiled(pattern);
  return (item) =>
    nameFields[kind].some((field) => {
      const name = item[field];
      return typeof name === "string" && matches(name);
    });
}

function compiled(pattern: string): (name: string) => boolean {
  try {
    return like(pattern);
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return fail("name-pattern-invalid", `--name: ${thrown.message}; write two for one.`, {}, thrown);
  }
}

/** By name, then by id: the service documents no order. Items without a name come last. */
export function sortKey(kind: ListKind, item: ListedItem): string {
  const name = item[nameFields[kind][0]];
  const id = item["id"] ?? item["account_id"];
  return `${typeof name === "string" ? `0${name}` : "1"}\u0000${typeof id === "string" ? id : ""}`;
}
