import type { Repository } from "../../model/entities";
import type { CombinedFinding } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import type { AccountId } from "../../model/ids";
import type { FindingsPage, FindingsReader, ReadOptions } from "../ports";
import type { Budget } from "./budget";

/** A finding that was read, and the repositories that it may be in. */
export interface ReadFinding {
  readonly finding: CombinedFinding;
  /** All that are concerned, where its repository is not known. */
  readonly repositories: readonly Repository[];
}

export interface ReadFindings {
  readonly found: readonly ReadFinding[];
  /** How many findings of these repositories may not have been read; undefined where nothing bounds it. */
  readonly unread: (repositories: readonly Repository[]) => number | undefined;
}

export interface FindingsQuery {
  readonly account: AccountId;
  readonly days: number;
  /** Those whose findings are wanted. */
  readonly concerned: readonly Repository[];
  /** The names of all repositories of the account. */
  readonly names: ReadonlySet<string>;
}

/** Of so few repositories, each is asked for its findings at once. */
const few = 10;

/**
 * Reads the findings of repositories. The list of each is exact; that of the account has the names of repositories only.
 * The first page of the account's list shows which takes fewer requests.
 */
export async function readFindings(
  reader: FindingsReader,
  query: FindingsQuery,
  budget: Budget,
  options: Pick<ReadOptions, "signal">,
): Promise<ReadFindings> {
  const { account, days, concerned } = query;
  const page = (number: number, repository?: Repository): Promise<FindingsPage | undefined> =>
    budget.spendIfFits(() =>
      reader.allFindingsPage(
        account,
        { days, all_results: true, page: number, per_page: 100, ...(repository && { repository_id: repository.id }) },
        options,
      ),
    );
  const ofEach = () => concerned.map((repository) => new FindingList((number) => page(number, repository)));
  if (concerned.length <= few && budget.fits(concerned.length)) return byRepository(concerned, ofEach(), budget);
  const whole = new FindingList(page);
  await whole.readFirst(budget);
  if (whole.pages > concerned.length && budget.fits(concerned.length)) return byRepository(concerned, ofEach(), budget);
  await whole.readRest();
  const candidates = attribution(query);
  return {
    found: whole.findings.map((finding) => ({ finding, repositories: candidates(finding) })),
    unread: () => whole.unread,
  };
}

async function byRepository(
  repositories: readonly Repository[],
  lists: readonly FindingList[],
  budget: Budget,
): Promise<ReadFindings> {
  await Promise.all(lists.map((list) => list.readFirst(budget)));
  await Promise.all(lists.map((list) => list.readRest()));
  const byId = new Map(repositories.map(({ id }, at) => [id, lists[at]]));
  return {
    found: lists.flatMap((list, at) =>
      list.findings.map((finding) => ({ finding, repositories: repositories.slice(at, at + 1) })),
    ),
    unread: (asked) => asked.reduce<number | undefined>((sum, { id }) => add(sum, byId.get(id)?.unread), 0),
  };
}

/** Nothing bounds a sum where nothing bounds a part of it. */
const add = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined || right === undefined ? undefined : left + right;

/**
 * The repositories of a finding by the name that it carries. A name that no repository has may be written in another way,
 * or be an earlier one: then it is any of them.
 */
function attribution({ concerned, names }: FindingsQuery): (finding: CombinedFinding) => readonly Repository[] {
  const byName = groupBy(concerned, ({ name }) => name);
  return ({ repository_name: name }) => (name === undefined || !names.has(name) ? concerned : (byName.get(name) ?? []));
}

/** A list of findings, page by page, as far as there is room for requests. */
class FindingList {
  readonly #found = new Map<string, CombinedFinding>();
  /** The most that any page has said; undefined before the first one. */
  #total: number | undefined;
  #pages = 0;

  constructor(private readonly page: (number: number) => Promise<FindingsPage | undefined>) {}

  /** The number of pages, once the first one was read. */
  get pages(): number {
    return this.#pages;
  }

  get findings(): readonly CombinedFinding[] {
    return [...this.#found.values()];
  }

  /**
   * How many findings were not read; undefined where nothing says. New ones move others to later pages, so that one may
   * be missed although all pages were read.
   */
  get unread(): number | undefined {
    return this.#total === undefined ? undefined : Math.max(0, this.#total - this.#found.size);
  }

  async readFirst(budget: Budget): Promise<void> {
    const { total, total_pages: pages } = (await this.#read(1))?.pagination ?? { total: 0, total_pages: 0 };
    this.#pages = pages;
    budget.expect(pages - 1, total);
  }

  async readRest(): Promise<void> {
    const numbers = Array.from({ length: Math.max(0, this.#pages - 1) }, (_, at) => at + 2);
    await Promise.all(numbers.map((number) => this.#read(number)));
  }

  async #read(number: number): Promise<FindingsPage | undefined> {
    const page = await this.page(number);
    if (page === undefined) return undefined;
    for (const finding of page.data) this.#found.set(finding.id, finding);
    this.#total = Math.max(this.#total ?? 0, page.pagination.total);
    return page;
  }
}
