import { repositories as repositoriesText } from "../diagnostics/count";
import { fail } from "../diagnostics/error";
import { combinedFindingFields, type Severity } from "../model/findings";
import type { AccountId, RepositoryId } from "../model/ids";
import { suggestion } from "../model/suggest";
import { sameId } from "../model/uuid";
import type { Reader } from "../reconcile/ports";
import type { ListedItem } from "../report/listing";
import { item } from "./list-items";

/** Which findings are listed. */
export interface FindingFilter {
  readonly severity?: readonly Severity[];
  /** The id or the exact name of a repository. */
  readonly repository?: string;
  readonly limit: number;
  /** Absent where every one is listed. */
  readonly matches?: ((item: ListedItem) => boolean) | undefined;
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
    per_page: matches === undefined ? Math.min(100, limit + 1) : 100, // what is sought may be far down
    ...(severity === undefined ? {} : { severity }),
    ...(repository === undefined ? {} : { repository_id: await repositoryOf(reader, account, repository, signal) }),
  };
  const items: ListedItem[] = [];
  let read = 0;
  for await (const finding of reader.allFindings(account, query, { signal, pages: mostPages })) {
    read += 1;
    const listed = { ...item(combinedFindingFields, finding), account_id: account };
    if (matches?.(listed) === false) continue;
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
