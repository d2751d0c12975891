import { fail, ScanformError } from "../../diagnostics/error";
import type { TriageCategory } from "../../model/findings";
import { mayNeedRemoval, type TriageStatus, triageStatus } from "../../model/triage";
import { caseHint } from "../../model/uuid";
import { withheldText } from "../../reconcile/plan/conflict";
import { pollUntil } from "../../reconcile/apply/poll-until";
import {
  attempting,
  freshness,
  isNotFound,
  RequestError,
  type Requests,
  type TriageReader,
} from "../../reconcile/ports";
import { explainUnreachedAccount } from "../account/lists";
import type { Session } from "../account/session";
import { wasInterrupted } from "../common-diagnostics";

interface StatusRead {
  readonly status: TriageStatus;
  /** When its reading began, in monotonic milliseconds. */
  readonly began: number;
}

/** The triage that the service answers for the finding; an unknown finding has none. */
async function readStatus(
  { reader: reading, lists, accountId, signal }: Session,
  findingId: string,
  reader: Pick<TriageReader, "getTriage"> = reading,
): Promise<StatusRead> {
  const began = performance.now();
  try {
    return { status: triageStatus(await reader.getTriage(accountId, findingId, { signal })), began };
  } catch (thrown) {
    if (isNotFound(thrown)) return { status: { is: "none" }, began };
    await lists.checkAccount(thrown);
    throw thrown;
  }
}

const isSetTo = (status: TriageStatus, category: string): boolean =>
  status.is === "set" && status.category === category;

/** The first waits between reads for what was written, in milliseconds. */
const grace = [250, 1000, 3000] as const;

/** Reads until the status is as wanted, or cannot be read, or `timeout` milliseconds have been waited for. */
const pollStatus = (
  session: Session,
  findingId: string,
  isWanted: (status: TriageStatus) => boolean,
  timeout: number,
): Promise<TriageStatus> =>
  pollUntil(
    async () => (await readStatus(session, findingId)).status,
    (status) => isWanted(status) || status.is === "unclear",
    { sleep: session.sleep, grace, timeout },
  );

/** Stops a request whose finding has another category than the state. */
class ChangedSincePlanned extends Error {
  constructor(readonly found: string | null) {
    super("overtaken");
  }
}

/** A failed read must not count as a failure of the write that waits for it, which would be sent again. */
function failedRead(thrown: unknown): never {
  if (thrown instanceof RequestError && !wasInterrupted(thrown))
    throw new ScanformError(thrown.diagnostics, { cause: thrown });
  throw thrown;
}

const categoryIn = (status: TriageStatus): string | null => (status.is === "set" ? status.category : null);

/**
 * Sends a request after a reading of the finding, again before each attempt.
 *
 * @param expected the categories that may be replaced; null for none. undefined: any
 * @param last the last reading, which is used while it is fresh
 * @throws ChangedSincePlanned where the finding has another category
 */
async function writeTriage(
  session: Session,
  findingId: string,
  expected: readonly (string | null)[] | undefined,
  send: (requests: Requests) => Promise<unknown>,
  last?: StatusRead,
): Promise<void> {
  const { writer, lists, signal } = session;
  const once = async (requests: Requests): Promise<void> => {
    const isFresh = last !== undefined && performance.now() - last.began < freshness;
    const { status } = isFresh ? last : await readStatus(session, findingId, writer.looks).catch(failedRead);
    const found = categoryIn(status);
    if (status.is !== "unclear" && expected?.includes(found) === false) throw new ChangedSincePlanned(found);
    await send(requests);
  };
  await explainUnreachedAccount(lists, attempting(writer, once, { isRepeatable: true, signal }));
}

const refuseChanged = ({ found }: ChangedSincePlanned, findingId: string, expected: string | null): never =>
  fail(
    "changed-since-planned",
    withheldText(`The finding ${findingId} was ${expected ?? "not triaged"} and is ${found ?? "not triaged"}`),
    { attribute: ["category"] },
  );

/**
 * One POST, or none when it is so already. That a category replaces another one is not stated in the specification: where
 * the service refuses that, or keeps the former one, a DELETE and another POST follow.
 *
 * @param before the category by the prior state, null for none; undefined for a triage that is created, which may take
 *   over another decision
 * @param timeout how long to wait until the service shows it, in milliseconds
 */
export async function setTriage(
  session: Session,
  findingId: string,
  category: TriageCategory,
  before: string | null | undefined,
  timeout: number,
): Promise<void> {
  const first = await readStatus(session, findingId);
  const { status: held } = first;
  if (isSetTo(held, category)) return;
  const replaced = before === undefined ? categoryIn(held) : before;
  const expected = before === undefined && held.is === "unclear" ? undefined : [replaced, category];
  const after = await post(session, { findingId, category, replaced, expected, timeout }, first);
  if (replaced === null || !isSetTo(after, replaced)) {
    check(after, category);
    return;
  }
  await removeTriage(session, findingId, replaced, timeout);
  const expectedThen = [null, category];
  check(await post(session, { findingId, category, replaced: null, expected: expectedThen, timeout }), category);
}

interface Post {
  readonly findingId: string;
  readonly category: TriageCategory;
  /** The category that it is to replace; null for none. */
  readonly replaced: string | null;
  /** The categories that it may replace; undefined: any. */
  readonly expected: readonly (string | null)[] | undefined;
  readonly timeout: number;
}

/** One POST, which is read back, also where the answer was lost. @returns what the service holds then */
async function post(
  session: Session,
  { findingId, category, replaced, expected, timeout }: Post,
  last?: StatusRead,
): Promise<TriageStatus> {
  const isWanted = (status: TriageStatus): boolean => isSetTo(status, category);
  try {
    const send = (requests: Requests) => requests.setTriage(session.accountId, findingId, category);
    await writeTriage(session, findingId, expected, send, last);
  } catch (thrown) {
    if (thrown instanceof ChangedSincePlanned) refuseChanged(thrown, findingId, replaced);
    if (isNotFound(thrown)) {
      const detail = `The account has no finding with the id ${JSON.stringify(findingId)}. The data source scanform_all_findings lists them.${caseHint(findingId)}`;
      fail("finding-unknown", detail, { attribute: ["finding_id"] });
    }
    if (replaced !== null && thrown instanceof RequestError && thrown.refused && mayNeedRemoval(thrown.status)) {
      const { status } = await readStatus(session, findingId);
      if (isSetTo(status, replaced)) return status;
    }
    await readAfter(thrown, session, findingId, isWanted);
    return { is: "set", category };
  }
  return pollStatus(session, findingId, isWanted, timeout);
}

/**
 * After a lost answer, a read shows whether the write took effect.
 *
 * @throws the error, unless the read shows the wanted status
 */
async function readAfter(
  thrown: unknown,
  session: Session,
  findingId: string,
  isWanted: (status: TriageStatus) => boolean,
): Promise<void> {
  if (!(thrown instanceof RequestError) || thrown.refused || session.signal.aborted) throw thrown;
  const status = await pollStatus(session, findingId, isWanted, 0).catch(() => undefined); // the first error says why
  if (status === undefined || !isWanted(status)) throw thrown;
}

function check(after: TriageStatus, category: string): void {
  if (after.is === "unclear" || isSetTo(after, category)) return;
  const what =
    after.is === "none"
      ? "does not show it. Apply again, or raise the timeout if the service is slow to show changes"
      : `holds ${after.category}`;
  fail("not-converged", `The service accepted ${category}, and ${what}.`, { attribute: ["category"] });
}

/**
 * One DELETE, which is read back. A triage that is gone already is no error.
 *
 * @param before the category by the prior state
 * @param timeout how long to wait until the service no longer shows it, in milliseconds
 */
export async function removeTriage(
  session: Session,
  findingId: string,
  before: string,
  timeout: number,
): Promise<void> {
  const isGone = ({ is }: TriageStatus): boolean => is === "none";
  try {
    const send = (requests: Requests) => requests.removeTriage(session.accountId, findingId);
    await writeTriage(session, findingId, [before, null], send);
  } catch (thrown) {
    if (thrown instanceof ChangedSincePlanned) refuseChanged(thrown, findingId, before);
    if (isNotFound(thrown)) return;
    return readAfter(thrown, session, findingId, isGone);
  }
  const after = await pollStatus(session, findingId, isGone, timeout);
  if (after.is !== "set") return;
  const detail = `The service accepted the removal of ${after.category} from the finding ${findingId}, and still holds it. Apply again, or raise the timeout if the service is slow to show changes.`;
  fail("not-converged", detail);
}
