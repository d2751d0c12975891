import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { DesiredTriage } from "../../model/desired";
import type { ObservedTriages } from "../../model/entities";
import { type FindingSummary, findingSummary, type TriageCategory } from "../../model/findings";
import type { AccountId } from "../../model/ids";
import { triagesOf } from "../plan/triages";
import type { ReadOptions, TriageReader } from "../ports";
import { observeTriages } from "./observe";

/** The declared triages that could be looked at, and why others could not. */
export interface TriagesNow {
  readonly readable: readonly DesiredTriage[];
  readonly seen: ObservedTriages;
  /** One error for each that could not. */
  readonly unread: readonly Diagnostic[];
}

/** Reads the declared triages. One that cannot be read, or whose finding is unknown, does not stop the others. */
export async function triagesNow(
  reader: TriageReader,
  account: AccountId,
  triages: readonly DesiredTriage[],
  options: Pick<ReadOptions, "signal"> & { readonly now?: (() => number) | undefined },
): Promise<TriagesNow> {
  if (triages.length === 0) return { readable: [], seen: { at: 0, found: new Map() }, unread: [] };
  const findings = triages.map(({ findingId }) => findingId);
  const { now = Date.now } = options;
  try {
    const seen = await observeTriages(reader, account, findings, { ...options, now });
    const looked = triages.map((each) => ({ each, said: triagesOf([each], seen).diagnostics }));
    const [fine, others] = [false, true].map((fails) => looked.filter(({ said }) => hasErrors(said) === fails));
    return {
      readable: (fine ?? []).map(({ each }) => each),
      seen,
      unread: (others ?? []).flatMap(({ said }) => said),
    };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError) || options.signal?.aborted === true) throw thrown;
    return { readable: [], seen: { at: now(), found: new Map() }, unread: thrown.diagnostics };
  }
}

/** A finding that somebody has dismissed. */
export interface Dismissal {
  readonly findingId: string;
  readonly category: TriageCategory;
  readonly finding: FindingSummary;
}

/** The live dismissals of an account. */
export interface Dismissals {
  readonly found: readonly Dismissal[];
  /** Only the newest findings were read, this many. */
  readonly of?: number;
}

/** The maximum of pages that are read of a large account. */
const mostPages = 50;
const perPage = 100;

/**
 * The findings of the latest scans that have a triage: the list of all findings has no filter for it, and costs a request
 * per hundred findings (specification, *all_findings query parameters*).
 *
 * @param pages the maximum number of requests
 */
export async function dismissals(
  reader: Pick<TriageReader, "allFindings">,
  account: AccountId,
  { signal, pages = mostPages }: Pick<ReadOptions, "signal"> & { readonly pages?: number },
): Promise<Dismissals> {
  const found = new Map<string, Dismissal>();
  let read = 0;
  for await (const finding of reader.allFindings(account, { days: 365, per_page: perPage }, { signal, pages })) {
    read += 1;
    const category = finding.triage?.category;
    if (category !== undefined && finding.state !== "resolved")
      found.set(finding.id.toLowerCase(), { findingId: finding.id, category, finding: findingSummary(finding) });
  }
  return { found: [...found.values()], ...(read < pages * perPage ? {} : { of: read }) };
}
