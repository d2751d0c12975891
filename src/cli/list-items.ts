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
import { combinedFindingFields, type Severity } from "../model/findings";
import type { AccountId, RepositoryId } from "../model/ids";
import { settingsFields } from "../model/settings";
import { suggestion } from "../model/suggest";
import { toWire } from "../model/to-wire";
import { sameId } from "../model/uuid";
import type { Reader, ReadOptions } from "../reconcile/ports";
import { refuseIncomplete } from "../reconcile/refresh/complete-lists";
import type { ListedItem, ListKind } from "../report/listing";
import { repositories as repositoriesText } from "../diagnostics/count";
import { likeOption } from "./options";

/** The items of an account with the service's fields, and what is added to each. Requests no more lists than that needs. */
type ReadItems = (reader: Reader, account: AccountId, options: ReadOptions) => Promise<readonly ListedItem[]>;

/** The accounts that the key reaches. */
export const readAccounts = async (reader: Reader, signal?: AbortSignal): Promise<readonly ListedItem[]> =>
  (await reader.accounts({ signal, certainty: "whole" })).map((each) => item(accountFields, each));

export const readItems: Readonly<Record<Exclude<ListKind, "accounts" | "findings">, ReadItems>> = {
  analyzers: async (reader, account, options) =>
    (await reader.list("analyzers", account, { ...options, certainty: "whole" })).items.map((each) => ({
      ...item(analyzerListingFields, each),
      account_id: account,
    })),

  policies: async (reader, account, options) =>
    (await reader.list("policies", account, { ...options, certainty: "whole" })).items.map((each) => ({
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

/** Which findings are listed. */
export interface FindingFilter {
  readonly severity?: readonly Severity[];
  /** The id or the exact name of a repository. */
  readonly repository?: string;
  readonly limit: number;
  readonly matches: (item: ListedItem) => boolean;
}

/** Maximum number of pages in which findings are sought: as many as a plan reads. */
const mostPages = 50;

/**
 * The newest findings of the last 365 days, in the order of the service (specification, *Endpoints > Scans and
 * findings*), without those on branches.
 *
 * @returns `isMore`: there are others that match, or that were not looked at
 */
export async function readFindings(
  reader: Reader,
  account: AccountId,
  { severity, repository, limit, matches }: FindingFilter,
  signal: AbortSignal,
): Promise<{ readonly items: readonly ListedItem[]; readonly isMore: boolean }> {
  const query = {
    days: 365,
    per_page: Math.min(100, limit + 1),
    ...(severity === undefined ? {} : { severity }),
    ...(repository === undefined ? {} : { repository_id: await repositoryOf(reader, account, repository, signal) }),
  };
  const items: ListedItem[] = [];
  let read = 0;
  for await (const finding of reader.allFindings(account, query, { signal, pages: mostPages })) {
    read += 1;
    const listed = { ...item(combinedFindingFields, finding), account_id: account };
    if (!matches(listed)) continue;
    if (items.length === limit) return { items, isMore: true };
    items.push(listed);
  }
  return { items, isMore: read === mostPages * query.per_page };
}

async function repositoryOf(
  reader: Reader,
  account: AccountId,
  given: string,
  signal: AbortSignal,
): Promise<RepositoryId> {
  const { items: repositories } = await reader.list("repositories", account, { certainty: "whole", signal });
  const found = repositories.filter(({ id, name }) => name === given || sameId(id, given));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.id;
  const names = repositories.flatMap(({ name }) => name ?? []);
  return fail(
    "usage",
    only === undefined
      ? `The account ${account} has no repository ${JSON.stringify(given)}. ${suggestion(given, names)}`
      : `${repositoriesText(found.length)} are called ${JSON.stringify(given)}. Name one by its id: ${found.map(({ id }) => id).join(", ")}.`,
  );
}

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
  const { signal } = options;
  const [{ items: repositories }, { items: configurations }] = await Promise.all([
    reader.list("repositories", account, { ...options, certainty: "whole" }),
    reader.list("configurations", account, { certainty: "whole", signal }),
  ]);
  await refuseIncomplete(reader, account, { repositories, configurations }, { signal });
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
