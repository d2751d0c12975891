import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import type { TriageCategory } from "../../model/findings";
import { type TriageStatus, triageStatus } from "../../model/triage-status";
import { caseHint } from "../../model/uuid";
import { lookUntil } from "../../reconcile/apply/look-until";
import { isNotFound } from "../../reconcile/ports";
import { explainUnreachedAccount } from "../account/lists";
import type { Session } from "../account/session";

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

/** The first waits between reads for what was written, in milliseconds. */
const grace = [250, 1000, 3000] as const;

/** Reads until the status is as wanted, or cannot be read, or `timeout` milliseconds have been waited for. */
const statusOnce = (
  session: Session,
  findingId: string,
  isWanted: (status: TriageStatus) => boolean,
  timeout: number,
): Promise<TriageStatus> =>
  lookUntil(
    () => look(session, findingId),
    (status) => isWanted(status) || status.is === "unclear",
    { sleep: session.sleep, grace, timeout },
  );

/**
 * One POST, or none when it is so already. That a category replaces another one is not stated in the
 * specification, and the service may show it late: it is read back.
 *
 * @param timeout how long to wait until the service shows it, in milliseconds
 */
export async function setTriage(
  session: Session,
  findingId: string,
  category: TriageCategory,
  timeout: number,
): Promise<readonly Diagnostic[]> {
  if (isSetTo(await look(session, findingId), category)) return [];
  try {
    await explainUnreachedAccount(session.lists, session.writer.setTriage(session.accountId, findingId, category));
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    const detail = `The account has no finding with the id ${JSON.stringify(findingId)}. The data source scanform_all_findings lists them.${caseHint(findingId)}`;
    return [error("finding-unknown", detail, { attribute: ["finding_id"] })];
  }
  return check(await statusOnce(session, findingId, (status) => isSetTo(status, category), timeout), category);
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

/**
 * One DELETE, which is read back. A triage that is gone already is no error.
 *
 * @param timeout how long to wait until the service shows it no more, in milliseconds
 */
export async function removeTriage(
  session: Session,
  findingId: string,
  timeout: number,
): Promise<readonly Diagnostic[]> {
  const { writer, lists, accountId } = session;
  try {
    await explainUnreachedAccount(lists, writer.removeTriage(accountId, findingId));
  } catch (thrown) {
    if (isNotFound(thrown)) return [];
    throw thrown;
  }
  const after = await statusOnce(session, findingId, ({ is }) => is === "none", timeout);
  if (after.is !== "set") return [];
  const detail = `The service accepted the removal of ${after.category} from the finding ${findingId}, and still holds it. Apply again, or raise the timeout where the service shows changes late.`;
  return [error("not-converged", detail)];
}
