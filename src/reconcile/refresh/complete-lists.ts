import type { DiagnosticCode } from "../../diagnostics/catalogue";
import { ScanformError } from "../../diagnostics/error";
import { isWhole, mayBeCut } from "../../model/page-extent";
import type { Observed } from "../../model/entities";
import type { AccountId } from "../../model/ids";
import type { Plan } from "../plan/plan";
import type { Listed, Reader } from "../ports";

type List = keyof Listed;

/** No service hands out more than this at once and calls it a page. */
const longestPage = 1000;

/** Not so long that it cannot be a page, and not empty, for then there is no page after it. */
const isShort = (list: readonly unknown[] = []): boolean => list.length > 0 && list.length <= longestPage;

/** Nor does one hand out fewer; with these a plan that changes nothing is not made to look twice. */
const shortestPage = 10;
const couldBePage = (list: readonly unknown[]): boolean => list.length >= shortestPage && isShort(list);

/** The list that lacks what is called unknown. */
const lists: Partial<Record<DiagnosticCode, List>> = {
  "analyzer-unknown": "analyzers",
  "policy-unknown": "policies",
  "repository-unknown": "repositories",
  "rule-matches-nothing": "repositories",
  "configuration-unknown": "configurations",
  "import-not-found": "configurations",
};

/**
 * Completes lists that may have been cut, before anything is created, deleted or called unknown
 * because a list lacks it, and before a rule takes or a request names all repositories that there are: DESIGN,
 * *Undocumented behaviour*. No length makes such a list whole, for a page can be as long as a service
 * likes; what does is that the service says how many there are. A plan that does nothing of the kind costs
 * no request.
 *
 * @param first each list as it came
 * @param how `patterns`: some rule takes repositories as they are listed, and not by their names;
 *   `deletes`: configurations may be deleted, which is for good, so that no length is trusted
 * @param make the plan of what was observed
 * @returns what was observed, with all that the lists in doubt lacked
 */
export async function completeLists(
  reader: Reader,
  account: AccountId,
  first: Observed,
  { patterns, deletes }: { readonly patterns: boolean; readonly deletes: boolean },
  make: (observed: Observed) => Plan,
  signal?: AbortSignal,
): Promise<Observed> {
  const open = new Set<List>();
  for (const list of ["configurations", "repositories", "analyzers", "policies"] as const)
    if (!isWhole(first[list] ?? []) && (isShort(first[list]) || mayBeCut(first[list] ?? []))) open.add(list);
  let observed = first;
  // a pattern that never saw the second page would leave what is there without its rule
  if (deletes || (open.has("repositories") && patterns && couldBePage(first.repositories))) {
    open.delete("repositories");
    observed = { ...observed, repositories: await wholeList(reader, account, "repositories", first, signal) };
  }
  while (open.size > 0) {
    const doubtful = [...inDoubt(make, observed)].filter((list) => open.delete(list));
    if (doubtful.length === 0) break;
    for (const list of doubtful)
      observed = { ...observed, [list]: await wholeList(reader, account, list, first, signal) };
  }
  return observed;
}

async function wholeList<K extends List>(
  reader: Reader,
  account: AccountId,
  list: K,
  observed: { readonly [P in List]?: readonly Listed[P][] },
  signal: AbortSignal | undefined,
): Promise<readonly Listed[K][]> {
  const first: readonly Listed[K][] = observed[list] ?? [];
  return [...first, ...(await reader.rest(list, account, first, { signal, always: true }))];
}

/** The lists on whose being whole the plan rests. */
function inDoubt(make: (observed: Observed) => Plan, observed: Observed): ReadonlySet<List> {
  const doubts = new Set<List>();
  try {
    const { configurations, deletions, writes, diagnostics } = make(observed);
    if (configurations.some((each) => each.action === "create")) doubts.add("configurations");
    // who deletes looks for those who use it; a PUT names all repositories that it has, as a PATCH does that names some
    const names = writes.some(
      (each) => each.kind === "put" || (each.kind === "patch" && each.body.repositories !== undefined),
    );
    if (deletions.length > 0 || names) doubts.add("repositories");
    addUnknown(doubts, diagnostics);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    addUnknown(doubts, thrown.diagnostics); // what is wrong is said once the lists are whole
  }
  return doubts;
}

function addUnknown(doubts: Set<List>, diagnostics: readonly { readonly code: DiagnosticCode }[]): void {
  for (const { code } of diagnostics) {
    const list = lists[code];
    if (list !== undefined) doubts.add(list);
  }
}
