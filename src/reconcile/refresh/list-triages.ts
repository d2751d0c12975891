import type { AccountId } from "../../model/ids";
import type { TriageStatus } from "../../model/triage-status";
import type { ReadOptions, TriageReader } from "../ports";

/**
 * The triage of each finding by its id, from the list of all findings, whose shape is documented: the fallback when
 * the answer about one finding cannot be read. Costs a request per hundred findings. Findings older than a year and
 * findings on a branch are not listed.
 */
export async function listTriages(
  reader: Pick<TriageReader, "allFindings">,
  account: AccountId,
  options: ReadOptions = {},
): Promise<ReadonlyMap<string, TriageStatus>> {
  const query = { days: 365, all_results: true, per_page: 100 };
  const found = new Map<string, TriageStatus>();
  for await (const { id, triage } of reader.allFindings(account, query, options)) found.set(id, statusOf(triage));
  return found;
}

function statusOf(triage: { readonly category?: string; readonly category_name?: string } | undefined): TriageStatus {
  if (triage === undefined) return { is: "none" };
  const { category, category_name: name } = triage;
  return category === undefined ? { is: "unclear" } : { is: "set", category, ...(name === undefined ? {} : { name }) };
}
