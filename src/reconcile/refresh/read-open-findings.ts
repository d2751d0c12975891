import type { Repository } from "../../model/entities";
import type { CombinedFinding } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import { concernsFindings, countOpen, effectKey, type OpenFindings, type PlanFindings } from "../plan/open-findings";
import type { Plan } from "../plan/plan";
import type { FindingsReader, ReadOptions } from "../ports";

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
 * or, where these are more than the pages that may be read, the list of the account, the newest first. That one has the
 * names of repositories only: a finding without one, or with a name that not exactly one repository has, counts as
 * unread. Nothing is requested where there is no such repository.
 *
 * @throws RequestError for a request that failed
 */
export async function readOpenFindings(
  reader: FindingsReader,
  { account, effects, observed }: Pick<Plan, "account" | "effects" | "observed">,
  { days, signal, onProgress }: FindingsOptions,
): Promise<PlanFindings> {
  const concerned = effects.filter(concernsFindings);
  const repositories = concerned.flatMap((each) => each.repositories.map(({ repository }) => repository));
  let [expected, done] = [0, 0];

  async function page(number: number, repository?: Repository) {
    const of = repository === undefined ? {} : { repository_id: repository.id };
    const found = await reader.allFindingsPage(account.id, { days, page: number, per_page: 100, ...of }, { signal });
    onProgress?.((done += 1), expected);
    return found;
  }

  /** As much of a list as there is room for. */
  async function list(repository?: Repository): Promise<List> {
    const first = await page(1, repository);
    const { total, total_pages: pages } = first.pagination;
    const more = Math.max(0, Math.min(pages - 1, mostPages - expected));
    expected += more;
    const rest = await Promise.all(Array.from({ length: more }, (_, at) => page(at + 2, repository)));
    const found = new Map([first, ...rest].flatMap(({ data }) => data.map((each) => [each.id, each] as const)));
    return { found: [...found.values()], unread: Math.max(0, total - found.size) };
  }

  const result = (all: OpenFindings, each: readonly OpenFindings[]): PlanFindings => ({
    days,
    ...all,
    effects: Object.fromEntries(concerned.flatMap((effect, at) => (each[at] ? [[effectKey(effect), each[at]]] : []))),
  });

  if (repositories.length <= mostPages) {
    expected = repositories.length;
    const lists = new Map(await Promise.all(repositories.map(async (each) => [each.id, await list(each)] as const)));
    const groups = concerned.map((each) =>
      joined(each.repositories.flatMap(({ repository: { id } }) => lists.get(id) ?? [])),
    );
    return result(counted(joined(groups)), groups.map(counted));
  }
  expected = 1;
  const whole = await list();
  const placed = groupBy(whole.found, placeIn(observed.repositories));
  const unread = whole.unread + (placed.get(undefined)?.length ?? 0);
  const groups = concerned.map((each) => ({
    found: each.repositories.flatMap(({ repository: { id } }) => placed.get(id) ?? []),
    unread,
  }));
  return result(counted({ ...joined(groups), unread }), groups.map(counted));
}

/** A list of findings, and how many of them were not read. */
interface List {
  readonly found: readonly CombinedFinding[];
  readonly unread: number;
}

const joined = (lists: readonly List[]): List => ({
  found: lists.flatMap(({ found }) => found),
  unread: lists.reduce((sum, { unread }) => sum + unread, 0),
});

const counted = ({ found, unread }: List): OpenFindings => countOpen(found, unread);

/** The id of the only repository whose name a finding has. */
function placeIn(repositories: readonly Repository[]) {
  const byName = groupBy(repositories, ({ name }) => name);
  return ({ repository_name: name }: CombinedFinding): Repository["id"] | undefined => {
    const [only, another] = name === undefined ? [] : (byName.get(name) ?? []);
    return another === undefined ? only?.id : undefined;
  };
}
