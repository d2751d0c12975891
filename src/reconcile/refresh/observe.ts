import type { Desired } from "../../model/desired";
import type { ObservedTriages } from "../../model/observed";
import { type CombinedFinding, type FindingSummary, findingSummary } from "../../model/findings";
import type { AccountId } from "../../model/ids";
import type { LookupName } from "../../model/look-up";
import type { Page } from "../../model/page";
import { type TriageStatus, triageStatus } from "../../model/triage";
import { triagesFor } from "../plan-for";
import { pendingTriages } from "../plan/triages";
import { type Listed, type Reader, type ReadOptions, type TriageReader, unlessMissing, unlessRefused } from "../ports";

/**
 * The first page of each list that a plan needs, and the triages of the declared findings. What nothing declared refers
 * to is absent.
 */
export type FirstPages = { readonly [K in "configurations" | "repositories"]: Page<Listed[K]> } & {
  readonly [K in "analyzers" | "policies"]?: Page<Listed[K]>;
} & { readonly triages?: ObservedTriages };

/** Requests for the lists that every plan needs, already sent. */
export type Prefetched = { readonly [K in "configurations" | "repositories"]: Promise<Page<Listed[K]>> };

/** Requests the lists that every plan needs. A failure rejects only for those who await its list. */
export function prefetch(reader: Reader, account: AccountId, signal?: AbortSignal): Prefetched {
  const prefetched = {
    configurations: firstPage(reader, account, "configurations", signal),
    repositories: firstPage(reader, account, "repositories", signal),
  };
  for (const each of Object.values(prefetched)) each.catch(() => undefined);
  return prefetched;
}

const firstPage = <K extends keyof Listed>(
  reader: Reader,
  account: AccountId,
  list: K,
  signal: AbortSignal | undefined,
): Promise<Page<Listed[K]>> => reader.list(list, account, { certainty: "first page", signal });

interface ObserveOptions extends Pick<ReadOptions, "signal"> {
  readonly begun?: Prefetched | undefined;
  /** The time, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** The ids of findings that are looked up, whether or not their triages change. */
  readonly findings?: readonly string[] | undefined;
}

/**
 * Reads everything that a plan needs, all of it concurrently: one GET for each list, and none for a list without a
 * declared reference; one GET for each finding with a declared triage, and the list of all findings where one changes.
 * Specification, *Endpoints*.
 *
 * @param declarations the one to plan, and an earlier one, whose triages are not read
 */
export async function observe(
  reader: Reader,
  account: AccountId,
  declarations: readonly [Desired, ...Desired[]],
  { signal, begun: prefetched = prefetch(reader, account, signal), now, findings: also = [] }: ObserveOptions = {},
): Promise<FirstPages> {
  const settings = declarations.flatMap(({ configurations }) => configurations.map((each) => each.settings));
  const lookups = declarations.flatMap((each) => each.lookups ?? []);
  const seeks = (kind: LookupName) => lookups.some((each) => each.kind === kind);
  const namesAnalyzers = seeks("analyzer") || settings.some((each) => Object.keys(each.analyzers ?? {}).length > 0);
  const namesPolicies = seeks("customPolicy") || settings.some((each) => (each.code_policies ?? []).length > 0);
  const [desired] = declarations;
  const findings = [
    ...(desired.triages ?? []).map(({ findingId }) => findingId),
    ...(desired.putBack?.triages ?? []).map((each) => each.finding),
  ];
  const observeFindings = async () => {
    const triages = await observeTriages(reader, account, findings, { signal, now });
    return withSummaries(reader, account, desired, triages, { signal, also });
  };
  const [configurations, repositories, analyzers, policies, triages] = await Promise.all([
    prefetched.configurations,
    prefetched.repositories,
    namesAnalyzers ? firstPage(reader, account, "analyzers", signal) : undefined,
    namesPolicies ? firstPage(reader, account, "policies", signal) : undefined,
    findings.length > 0 ? observeFindings() : undefined,
  ]);
  return { configurations, repositories, analyzers, policies, triages };
}

interface ObserveTriagesOptions extends Pick<ReadOptions, "signal"> {
  /** The time, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Reads the list of all findings; default: `listFindings`. */
  readonly list?: () => Promise<FindingList>;
}

/**
 * Reads how findings are triaged: one GET for each, all concurrently. The answer is undocumented, and 404 may mean an
 * unknown finding or one without triage: where it is unclear, the list of all findings decides, which is read
 * once for all of them (specification, *Combined finding*).
 *
 * @param findings ids, of which the same in another case is the same finding
 */
export async function observeTriages(
  reader: TriageReader,
  account: AccountId,
  findings: readonly string[],
  { signal, now = Date.now, list = () => listFindings(reader, account, { signal }) }: ObserveTriagesOptions = {},
): Promise<ObservedTriages> {
  const ids = new Map(findings.map((id) => [id.toLowerCase(), id]));
  const answerOf = (id: string): Promise<TriageStatus | undefined> =>
    unlessMissing(reader.getTriage(account, id, { signal }).then(triageStatus));
  const asked = await Promise.all([...ids].map(async ([key, id]) => [key, await answerOf(id)] as const));
  const isClear = (status: TriageStatus | undefined): boolean => status !== undefined && status.is !== "unclear";
  const listed = asked.every(([, status]) => isClear(status)) ? undefined : await list();
  const spelled = asked.flatMap(([key, status]) => (isClear(status) ? [] : (listed?.get(key)?.id ?? [])));
  const summaries = [...ids.keys()].flatMap((key) => {
    const found = listed?.get(key);
    return found === undefined ? [] : [[key, found.summary] as const];
  });
  return {
    at: now(),
    ...(spelled.length === 0 ? {} : { spelled }),
    ...(listed === undefined ? {} : { listed: new Map(summaries) }),
    found: new Map(
      asked.flatMap(([key, status]): readonly (readonly [string, TriageStatus])[] => {
        const known = isClear(status) ? status : (listed?.get(key)?.status ?? status);
        return known === undefined ? [] : [[key, known]];
      }),
    ),
  };
}

/**
 * Adds what the list of all findings says of those whose triages change: it is a part of what is decided. The list is
 * read only where one changes and it was not read before; what it lacks, or all where it is refused, stays unknown.
 *
 * @param also ids of further findings
 */
export async function withSummaries(
  reader: Pick<TriageReader, "allFindings">,
  account: AccountId,
  desired: Desired,
  triages: ObservedTriages,
  { signal, also = [] }: Pick<ReadOptions, "signal"> & { readonly also?: readonly string[] } = {},
): Promise<ObservedTriages> {
  const changing = pendingTriages(triagesFor(desired, triages)).map(({ declared }) => declared.findingId);
  const sought = [...changing, ...also];
  if (triages.listed !== undefined || sought.length === 0) return triages;
  return { ...triages, listed: await unlessRefused(summarizeFindings(reader, account, sought, signal), new Map()) };
}

/** Findings by their ids in lower case. */
export type FindingList = ReadonlyMap<
  string,
  { readonly id: string; readonly status: TriageStatus; readonly summary: FindingSummary }
>;

const everyFinding = { days: 365, all_results: true, per_page: 100 } as const;

/**
 * The list of all findings, whose shape is documented: the fallback when the answer about one finding cannot be read.
 * Costs a request per hundred findings. Findings older than a year and findings on a branch are not listed.
 */
export async function listFindings(
  reader: Pick<TriageReader, "allFindings">,
  account: AccountId,
  options: ReadOptions = {},
): Promise<FindingList> {
  const found = new Map<string, { id: string; status: TriageStatus; summary: FindingSummary }>();
  for await (const finding of reader.allFindings(account, everyFinding, options))
    found.set(finding.id.toLowerCase(), {
      id: finding.id,
      status: statusOf(finding.triage),
      summary: findingSummary(finding),
    });
  return found;
}

/** Maximum number of pages in which findings are sought for their summaries. */
const mostPages = 50;

/**
 * What the list of all findings says of these, by their ids in lower case: the service has no GET for one finding. The
 * newest `mostPages` pages are read, no further than the last finding that is sought.
 */
async function summarizeFindings(
  reader: Pick<TriageReader, "allFindings">,
  account: AccountId,
  findings: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, FindingSummary>> {
  const sought = new Set(findings.map((id) => id.toLowerCase()));
  const found = new Map<string, FindingSummary>();
  for await (const finding of reader.allFindings(account, everyFinding, { signal, pages: mostPages })) {
    const key = finding.id.toLowerCase();
    if (sought.has(key) && !found.has(key)) found.set(key, findingSummary(finding));
    if (found.size === sought.size) break;
  }
  return found;
}

function statusOf(triage: CombinedFinding["triage"]): TriageStatus {
  if (triage === undefined) return { is: "none" };
  const { category, category_name: name } = triage;
  return category === undefined ? { is: "unclear" } : { is: "set", category, name };
}
