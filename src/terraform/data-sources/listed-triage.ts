import type { Session } from "../account/session";
import { perSession } from "./per-session";
import type { TriageStatus } from "./triage-status";

/**
 * The triage of a finding from `all_findings`, whose shape is documented, for when the answer about the
 * one finding cannot be read. It costs a request per hundred findings, once for all that ask. A finding
 * that is older than a year, or was found on a branch, is not in it: that is `unclear`.
 */
export const listedTriage = async (session: Session, findingId: string): Promise<TriageStatus> =>
  (await everyTriage(session)).get(findingId) ?? { is: "unclear" };

const everyTriage = perSession(async ({ reader, accountId, signal }): Promise<ReadonlyMap<string, TriageStatus>> => {
  const query = { days: 365, all_results: true, per_page: 100 };
  const found = new Map<string, TriageStatus>();
  for await (const { id, triage } of reader.allFindings(accountId, query, { signal })) found.set(id, statusOf(triage));
  return found;
});

function statusOf(triage: { readonly category?: string; readonly category_name?: string } | undefined): TriageStatus {
  if (triage === undefined) return { is: "none" };
  const { category, category_name: name } = triage;
  return category === undefined ? { is: "unclear" } : { is: "set", category, ...(name === undefined ? {} : { name }) };
}
