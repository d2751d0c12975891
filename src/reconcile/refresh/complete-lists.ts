import type { DiagnosticCode } from "../../diagnostics/catalogue";
import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { fail, ScanformError } from "../../diagnostics/error";
import type { Observed } from "../../model/observed";
import type { AccountId, ConfigurationId } from "../../model/ids";
import { longestPage, type Page, readsOn } from "../../model/page";
import type { Plan } from "../plan/plan";
import { type Listed, type Reader, unlessMissing } from "../ports";
import type { FirstPages } from "./observe";

type List = keyof Listed;

/** The lists whose missing items may be why there is such a diagnostic: they are completed before anybody sees one. */
const listsBehind: Partial<Record<DiagnosticCode, readonly List[]>> = {
  "analyzer-unknown": ["analyzers"],
  "policy-unknown": ["policies"],
  "no-longer-listed": ["analyzers", "policies"],
  "repository-unknown": ["repositories"],
  "rule-matches-nothing": ["repositories"],
  "configuration-unknown": ["configurations"],
  "configuration-not-found": ["configurations"],
  "import-not-found": ["configurations"],
};

/** What the plan relies on, independent of the contents of the lists. */
interface Reliance {
  /** Some rule selects repositories by a pattern. */
  readonly patterns: boolean;
  /** Configurations may be deleted, which is final, so the repositories must be certain. */
  readonly deletes: boolean;
  /** Lists in which an object is looked up that must be the only one of its name. */
  readonly sought?: ReadonlySet<List>;
}

/**
 * Completes lists that may be incomplete, before a missing item leads to a creation, a deletion or an error, and
 * before a rule matches or a request lists all repositories. Other plans send no further request.
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
      return page !== undefined && readsOn(page, "certain") ? [[list, page] as const] : [];
    }),
  );
  let observed = itemsOf(first);
  const complete = async (list: List, from: Page<Listed[List]>): Promise<void> => {
    open.delete(list);
    const { items } = await reader.list(list, account, { certainty: "certain", from, signal });
    // a list that was whole is no other state, which would have to be planned again
    if (items.length > from.items.length) observed = { ...observed, [list]: items };
  };
  const isPage = (page: Page<unknown>): boolean => page.items.length <= longestPage && readsOn(page, "whole");
  // a pattern must see every page, or repositories would stay without their rule
  const matched = deletes || (patterns && isPage(first.repositories));
  if (matched && open.has("repositories")) await complete("repositories", first.repositories);
  for (const list of sought) {
    const page = open.get(list);
    if (page !== undefined && isPage(page)) await complete(list, page);
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
  analyzers: analyzers?.items,
  policies: policies?.items,
  triages,
});

/** The lists that must be complete for the plan to be right. */
function reliedOn(make: (observed: Observed) => Plan, observed: Observed): ReadonlySet<List> {
  const unknown = (diagnostics: readonly Diagnostic[]) => diagnostics.flatMap(({ code }) => listsBehind[code] ?? []);
  try {
    const { configurations, deletions, writes, diagnostics } = make(observed);
    const doubts = new Set<List>();
    if (configurations.some((each) => each.action === "create")) doubts.add("configurations");
    // a deletion needs all repositories of the configuration, and so does a PUT or PATCH that lists them
    const names = writes.some(
      (each) => each.kind === "put" || (each.kind === "patch" && each.body.repositories !== undefined),
    );
    if (deletions.length > 0 || names) doubts.add("repositories");
    return new Set([...doubts, ...unknown(diagnostics)]);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return new Set(unknown(thrown.diagnostics)); // errors are reported once the lists are complete
  }
}

/** The maximum number of unlisted ids that are requested; if the list is incomplete, one of them exists. */
const asked = 20;

/**
 * A configuration that a repository refers to, that the list lacks, and that exists nevertheless: the list was
 * incomplete. Sends a request for each id that the list lacks, up to 20.
 *
 * @param remembered ids of configurations that were there before
 */
async function unlistedConfiguration(
  reader: Reader,
  account: AccountId,
  { configurations, repositories }: Pick<Observed, "configurations" | "repositories">,
  signal?: AbortSignal,
  remembered: readonly ConfigurationId[] = [],
): Promise<ConfigurationId | undefined> {
  const listed = new Set(configurations.map((each) => each.id));
  const assigned = repositories.flatMap(({ configuration_id: id }) => id ?? []);
  const missing = new Set([...remembered, ...assigned].filter((id) => !listed.has(id)));
  for (const id of [...missing].slice(0, asked))
    if ((await unlessMissing(reader.configuration(account, id, { signal }))) !== undefined) return id;
  return undefined;
}

/** @throws ScanformError `list-incomplete` where the list lacks a configuration that exists */
export async function refuseIncomplete(
  reader: Reader,
  account: AccountId,
  observed: Pick<Observed, "configurations" | "repositories">,
  { signal, remembered }: { readonly signal?: AbortSignal; readonly remembered?: readonly ConfigurationId[] },
): Promise<void> {
  const id = await unlistedConfiguration(reader, account, observed, signal, remembered);
  if (id !== undefined) fail("list-incomplete", `${unlisted(id)} ${tryAgain}.`);
}

/**
 * Prevents creating a duplicate, or deleting, on the basis of an incomplete list. An ended list is not trusted to be
 * complete: a configuration that a repository refers to but the list lacks is requested by id; if it exists, the list
 * was incomplete. A plan without creations and deletions sends no further request.
 *
 * @returns `list-incomplete`, as an error, or as a warning when forced
 */
export async function truncationGuard(
  reader: Reader,
  account: AccountId,
  observed: Observed,
  plan: Plan,
  signal?: AbortSignal,
): Promise<readonly Diagnostic[]> {
  if (plan.deletions.length === 0 && plan.configurations.every((each) => each.action !== "create")) return [];
  const id = await unlistedConfiguration(reader, account, observed, signal);
  if (id === undefined) return [];
  const report = plan.options.force === true ? warning : error;
  return [report("list-incomplete", `${unlisted(id)} Nothing was written. ${tryAgain}; --force continues.`)];
}

const unlisted = (id: ConfigurationId): string =>
  `The configuration ${id} exists, but the list of configurations lacks it: other configurations may be missing too.`;
const tryAgain = "Try again, and report it to the service's support if it persists";
