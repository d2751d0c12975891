import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import type { TriageCategory } from "../../model/findings";
import { isNotFound } from "../../reconcile/ports";
import { explainUnreachedAccount } from "../account/lists";
import type { Session } from "../account/session";
import { caseHint } from "../data-sources/data-source";
import { type TriageStatus, triageStatus } from "../data-sources/triage-status";

/** What the service itself says about the finding; a finding that it does not know has no triage. */
async function look({ reader, lists, accountId, signal }: Session, findingId: string): Promise<TriageStatus> {
  try {
    return triageStatus(await reader.getTriage(accountId, findingId, { signal }));
  } catch (thrown) {
    if (isNotFound(thrown)) return { is: "none" };
    await lists.checkAccount(thrown);
    throw thrown;
  }
}

const isSetTo = (status: TriageStatus, category: string): boolean =>
  status.is === "set" && status.category === category;

/**
 * One POST, or none when it is so already. That a category replaces another one is not stated in the
 * specification: it is looked at afterwards, unless the answer says so.
 */
export async function setTriage(
  session: Session,
  findingId: string,
  category: TriageCategory,
): Promise<readonly Diagnostic[]> {
  if (isSetTo(await look(session, findingId), category)) return [];
  let answered: TriageStatus;
  try {
    const asked = session.writer.setTriage(session.accountId, findingId, category);
    answered = triageStatus(await explainUnreachedAccount(session.lists, asked));
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    const detail = `The account has no finding with the id ${JSON.stringify(findingId)}. The data source scanform_all_findings lists them.${caseHint(findingId)}`;
    return [error("finding-unknown", detail, { attribute: ["finding_id"] })];
  }
  return isSetTo(answered, category) ? [] : check(await look(session, findingId), category);
}

function check(after: TriageStatus, category: string): readonly Diagnostic[] {
  switch (after.is) {
    case "unclear":
      return [];
    case "none": {
      const detail = `The service accepted ${category}, and does not show it. \`terraform plan\` tells whether it does later.`;
      return [warning("triage-not-visible", detail, { attribute: ["category"] })];
    }
    case "set": {
      if (after.category === category) return [];
      const detail = `The service accepted ${category}, and still holds ${after.category}. Replacing the resource (-replace) removes that one first.`;
      return [error("not-converged", detail, { attribute: ["category"] })];
    }
    default:
      return after satisfies never;
  }
}

/** One DELETE. A triage that is gone already is no error. */
export async function removeTriage({ writer, lists, accountId }: Session, findingId: string): Promise<void> {
  try {
    await explainUnreachedAccount(lists, writer.removeTriage(accountId, findingId));
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
  }
}
