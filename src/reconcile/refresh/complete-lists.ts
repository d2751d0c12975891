import type { DiagnosticCode } from "../../diagnostics/catalogue";
import { ScanformError } from "../../diagnostics/error";
import type { Observed } from "../../model/entities";
import type { AccountId } from "../../model/ids";
import { mayBeCut, type Page } from "../../model/page";
import type { Plan } from "../plan/plan";
import type { Listed, Reader } from "../ports";
import type { FirstPages } from "./observe";
import { completed, couldBePage, shortestPage } from "./whole-list";

type List = keyof Listed;

/** The list whose missing items cause each diagnostic. */
const listOf: Partial<Record<DiagnosticCode, List>> = {
  "analyzer-unknown": "analyzers",
  "policy-unknown": "policies",
  "repository-unknown": "repositories",
  "rule-matches-nothing": "repositories",
  "configuration-unknown": "configurations",
  "configuration-not-found": "configurations",
  "import-not-found": "configurations",
};

/** What the plan relies on, whatever the lists hold. */
interface Reliance {
  /** Some rule selects repositories by a pattern. */
  readonly patterns: boolean;
  /** Configurations may be deleted, which is final, so no length is trusted. */
  readonly deletes: boolean;
  /** Lists in which an object is looked up that must be the only one of its name. */
  readonly sought?: ReadonlySet<List>;
}

/**
 * Completes lists that may be incomplete, before a missing item leads to a creation, a deletion or an error, and
 * before a rule matches or a request lists all repositories: DESIGN, *Undocumented behaviour*. No length proves a
 * list complete, since a page may have any length; only a total from the service does. Other plans send no further
 * request.
 *
 * @param make plans from the observed state
 * @returns the observed state, with the further pages of every list that the plan relies on
 */
export async function completeLists(
  reader: Reader,
  account: AccountId,
  first: FirstPages,
  { patterns, deletes, sought = new Set() }: Reliance,
  make: (observed: Observed) => Plan,
  signal?: AbortSignal,
): Promise<Observed> {
  const open = new Map(
    (["configurations", "repositories", "analyzers", "policies"] as const).flatMap((list) => {
      const page = first[list];
      const isOpen = page !== undefined && page.extent !== "complete" && (couldBePage(page) || mayBeCut(page));
      return isOpen ? [[list, page] as const] : [];
    }),
  );
  let observed = itemsOf(first);
  const complete = async (list: List, page: Page<Listed[List]>): Promise<void> => {
    open.delete(list);
    observed = { ...observed, [list]: await completed(reader, account, list, page, { signal }) };
  };
  // a pattern must see every page, or repositories would stay without their rule
  if (deletes || (open.has("repositories") && patterns && couldBePage(first.repositories, shortestPage)))
    await complete("repositories", first.repositories);
  for (const list of sought) {
    const page = open.get(list);
    if (page !== undefined && couldBePage(page, shortestPage)) await complete(list, page);
  }
  while (open.size > 0) {
    const doubtful = [...reliedOn(make, observed)].flatMap((list) => {
      const page = open.get(list);
      return page === undefined ? [] : [[list, page] as const];
    });
    if (doubtful.length === 0) break;
    for (const [list, page] of doubtful) await complete(list, page);
  }
  return observed;
}

const itemsOf = ({ configurations, repositories, analyzers, policies, triages }: FirstPages): Observed => ({
  configurations: configurations.items,
  repositories: repositories.items,
  ...(analyzers === undefined ? {} : { analyzers: analyzers.items }),
  ...(policies === undefined ? {} : { policies: policies.items }),
  ...(triages === undefined ? {} : { triages }),
});

/** The lists that must be complete for the plan to be right. */
function reliedOn(make: (observed: Observed) => Plan, observed: Observed): ReadonlySet<List> {
  const doubts = new Set<List>();
  try {
    const { configurations, deletions, writes, diagnostics } = make(observed);
    if (configurations.some((each) => each.action === "create")) doubts.add("configurations");
    // a deletion needs all repositories of the configuration, and so does a PUT or PATCH that lists them
    const names = writes.some(
      (each) => each.kind === "put" || (each.kind === "patch" && each.body.repositories !== undefined),
    );
    if (deletions.length > 0 || names) doubts.add("repositories");
    addUnknown(doubts, diagnostics);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    addUnknown(doubts, thrown.diagnostics); // errors are reported once the lists are complete
  }
  return doubts;
}

function addUnknown(doubts: Set<List>, diagnostics: readonly { readonly code: DiagnosticCode }[]): void {
  for (const { code } of diagnostics) {
    const list = listOf[code];
    if (list !== undefined) doubts.add(list);
  }
}
