import type { OperationId } from "../api/operations";
import type { Account, Repository } from "../model/observed";
import { mapPage, pageOf } from "../model/page";
import type { Listed, ListOptions, ReadOptions } from "../reconcile/ports";
import type { AnswerOf, Caller, Given } from "./caller";
import { type Listing, read } from "./paging";
import { configurationOf } from "./codec";

/** The operations that answer with a list under `data`. */
type ListId = {
  [Id in OperationId]: AnswerOf<Id> extends { readonly data: readonly unknown[] } ? Id : never;
}[OperationId];

type ItemOf<Id extends ListId> = AnswerOf<Id> extends { readonly data: readonly (infer Item)[] } ? Item : never;

/** A list and the fields beside it. */
export interface Results<T> {
  /** The deepscan in the dashboard. */
  readonly dashboard_url: string;
  readonly data: readonly T[];
}

export const idOf = ({ id }: { readonly id: string }): string => id;

/** The list of an operation, page by page. */
function listing<Id extends ListId>(
  caller: Caller,
  id: Id,
  given: Pick<Given<Id>, "path" | "query">,
  key: (item: ItemOf<Id>) => string,
  options: ReadOptions | undefined,
  onBody?: (body: AnswerOf<Id>) => void,
): Listing<ItemOf<Id>> {
  return {
    idOf: key,
    cutLengths: caller.cutLengths,
    onItems: options?.onItems,
    page: async (asked) => {
      const { body } = await caller.call(id, asked === undefined ? given : { ...given, more: asked }, options);
      options?.onPage?.();
      onBody?.(body);
      return pageOf((body as { readonly data: readonly ItemOf<Id>[] }).data, body);
    },
  };
}

/** All items of the list of an operation. */
export const itemsOf = async <Id extends ListId>(
  caller: Caller,
  id: Id,
  given: Pick<Given<Id>, "path" | "query">,
  key: (item: ItemOf<Id>) => string,
  options: ListOptions | undefined,
): Promise<readonly ItemOf<Id>[]> => (await read(listing(caller, id, given, key, options), options)).items;

const mapped = <T, U>({ page, ...how }: Listing<T>, map: (item: T) => U, idOf: (item: U) => string): Listing<U> => ({
  ...how,
  idOf,
  page: async (asked) => mapPage(await page(asked), map),
});

/** The accounts that a key reaches. */
export function accountList(caller: Caller, options: ReadOptions | undefined): Listing<Account> {
  const key = (each: { readonly account_id: string }): string => each.account_id;
  return mapped(listing(caller, "listAccounts", { path: {} }, key, options), (each) => each as Account, key);
}

/** The lists of an account that a plan needs. */
export function accountLists(
  caller: Caller,
  accountId: string,
  options: ReadOptions | undefined,
): { readonly [K in keyof Listed]: Listing<Listed[K]> } {
  const given = { path: { account_id: accountId } };
  return {
    configurations: mapped(listing(caller, "listConfigurations", given, idOf, options), configurationOf, idOf),
    // the ids of repositories and configurations, which differ only in type
    repositories: listing(caller, "listRepositories", given, idOf, options) as Listing<unknown> as Listing<Repository>,
    analyzers: listing(caller, "listAnalyzers", given, idOf, options),
    policies: listing(caller, "listCustomPolicies", given, idOf, options),
  };
}

/** A list with a link; its pages are completed like those of the other lists. */
export async function results<Id extends "listDeepscanResults" | "listScaResults">(
  caller: Caller,
  id: Id,
  given: Pick<Given<Id>, "path" | "query">,
  options: ListOptions | undefined,
): Promise<Results<ItemOf<Id>>> {
  let first: AnswerOf<Id> | undefined;
  const key = (item: unknown): string => idOf(item as { readonly id: string });
  const list = listing(caller, id, given, key, options, (body) => (first ??= body));
  const { items: data } = await read(list, options);
  return { ...(first as Results<ItemOf<Id>>), data };
}
