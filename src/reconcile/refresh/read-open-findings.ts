import type { Repository } from "../../model/observed";
import type { CombinedFinding } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import type { AccountId, RepositoryId } from "../../model/ids";
import { concernsFindings, countOpen, effectKey, type PlanFindings } from "../plan/open-findings";
import type { Plan } from "../plan/plan";
import type { FindingsPage, FindingsReader, ReadOptions } from "../ports";

/** How many pages of a hundred findings are read at most, of an account. */
export const mostPages = 100;

interface FindingsOptions extends Pick<ReadOptions, "signal"> {
  /** 1 to 365 */
  readonly days: number;
  /** Called after each page; how many are expected may grow. */
  readonly onProgress?: ((done: number, expected: number) => void) | undefined;
}

/**
 * Reads the open findings of the repositories that a plan weakens or changes in an unknown direction: the list of each,
 * or, where these are more than the pages that may be read, the list of the account, the newest first. Nothing is
 * requested where there is no such repository.
 *
 * @throws RequestError for a request that failed
 */
export async function readOpenFindings(
  reader: FindingsReader,
  { account, effects, observed }: Pick<Plan, "account" | "effects" | "observed">,
  options: FindingsOptions,
): Promise<PlanFindings> {
  const groups = effects.filter(concernsFindings).map((each) => ({
    key: effectKey(each),
    ids: each.repositories.map(({ repository }) => repository.id),
  }));
  const repositories = groups.flatMap(({ ids }) => ids).length;
  const pages = new Pages(reader, account.id, options, repositories);
  const { all, each } = await (repositories <= mostPages
    ? ofRepositories(pages, groups)
    : ofAccount(pages, groups, placeIn(observed.repositories)));
  const counted = each.map(([key, { found, unread }]) => [key, countOpen(found, unread)] as const);
  return { days: options.days, ...countOpen(all.found, all.unread), effects: Object.fromEntries(counted) };
}

/** The repositories of an effect. */
interface Group {
  readonly key: string;
  readonly ids: readonly RepositoryId[];
}

/** A list of findings, and how many of them were not read. */
interface List {
  readonly found: readonly CombinedFinding[];
  readonly unread: number;
}

interface Lists {
  readonly all: List;
  /** Those of each group, by its key. */
  readonly each: readonly (readonly [key: string, List])[];
}

async function ofRepositories(pages: Pages, groups: readonly Group[]): Promise<Lists> {
  const reading = groups.flatMap(({ ids }) => ids).map(async (id) => [id, await pages.list(id)] as const);
  const lists = new Map(await Promise.all(reading));
  const each = groups.map(({ key, ids }) => [key, joined(ids.flatMap((id) => lists.get(id) ?? []))] as const);
  return { all: joined(each.map(([, list]) => list)), each };
}

/** Findings of no known repository count as unread, in each group and in all. */
async function ofAccount(
  pages: Pages,
  groups: readonly Group[],
  placeOf: (finding: CombinedFinding) => RepositoryId | undefined,
): Promise<Lists> {
  const whole = await pages.list();
  const placed = groupBy(whole.found, placeOf);
  const unread = whole.unread + (placed.get(undefined)?.length ?? 0);
  const each = groups.map(
    ({ key, ids }) => [key, { found: ids.flatMap((id) => placed.get(id) ?? []), unread }] as const,
  );
  return { all: { ...joined(each.map(([, list]) => list)), unread }, each };
}

const joined = (lists: readonly List[]): List => ({
  found: lists.flatMap(({ found }) => found),
  unread: lists.reduce((sum, { unread }) => sum + unread, 0),
});

/** The pages that may still be read. */
class Pages {
  /** Read, or certain to be. */
  #expected: number;
  #done = 0;

  constructor(
    private readonly reader: FindingsReader,
    private readonly account: AccountId,
    private readonly options: FindingsOptions,
    repositories: number,
  ) {
    this.#expected = repositories <= mostPages ? repositories : 1; // the first page of each list
  }

  /** As much of a list as there is room for: of a repository, or of the account. */
  async list(repository?: RepositoryId): Promise<List> {
    const first = await this.#page(1, repository);
    const { total, total_pages: pages } = first.pagination;
    const more = Math.max(0, Math.min(pages - 1, mostPages - this.#expected));
    this.#expected += more;
    const rest = await Promise.all(Array.from({ length: more }, (_, at) => this.#page(at + 2, repository)));
    const found = new Map([first, ...rest].flatMap(({ data }) => data.map((each) => [each.id, each] as const)));
    return { found: [...found.values()], unread: Math.max(0, total - found.size) };
  }

  async #page(page: number, repository?: RepositoryId): Promise<FindingsPage> {
    const { days, signal, onProgress } = this.options;
    const of = repository === undefined ? {} : { repository_id: repository };
    const found = await this.reader.allFindingsPage(this.account, { days, page, per_page: 100, ...of }, { signal });
    this.#done += 1;
    onProgress?.(this.#done, this.#expected);
    return found;
  }
}

/** The id of the only repository whose name a finding has. */
function placeIn(repositories: readonly Repository[]) {
  const byName = groupBy(repositories, ({ name }) => name);
  return ({ repository_name: name }: CombinedFinding): RepositoryId | undefined => {
    const [only, another] = name === undefined ? [] : (byName.get(name) ?? []);
    return another === undefined ? only?.id : undefined;
  };
}
