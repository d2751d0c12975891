import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { diagnosticsOfError } from "../common-diagnostics";
import type { Deepscan } from "../../model/scans";
import type { Json } from "../../model/json";
import { ScanformError } from "../../diagnostics/error";
import { ServiceError } from "../../service/service-error";
import { waits } from "../../reconcile/apply/poll-until";
import { isNotFound } from "../../reconcile/ports";
import { explainUnreachedAccount } from "../account/lists";
import type { Session } from "../account/session";
import { caseHint } from "../../model/uuid";

/** The first waits between reads of the list for what was asked for, in milliseconds. */
const grace = [250, 500, 1000, 2000] as const;

export interface Triggered {
  /** Absent when none was triggered, or when it cannot be told which one it is. */
  readonly deepscan?: Deepscan;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Asks for a deepscan, once. What the service answers is not shown in the specification: the deepscan is
 * the one that is in the repository's list afterwards and was not before.
 *
 * @param timeout how long to wait until the list shows it, in milliseconds
 * @throws ScanformError when nothing was triggered
 */
export async function trigger(session: Session, repositoryId: string, timeout: number): Promise<Triggered> {
  const { writer, reader, lists, accountId, signal, sleep } = session;
  const list = (): Promise<readonly Deepscan[]> =>
    explainUnreachedAccount(lists, reader.repositoryDeepscans(accountId, repositoryId, { signal }));
  const before = await listOrMissing(list, repositoryId);
  if ("diagnostics" in before) return before;
  const known = new Set(before.deepscans.map(({ id }) => id));
  const outcome = await sent(writer.triggerDeepscan(accountId, repositoryId));
  try {
    const fresh = await appeared(list, known, timeout, sleep);
    return chosen(fresh, outcome, repositoryId);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { diagnostics: [lost(outcome, repositoryId), ...diagnosticsOfError(thrown)] };
  }
}

async function listOrMissing(
  list: () => Promise<readonly Deepscan[]>,
  repositoryId: string,
): Promise<{ readonly deepscans: readonly Deepscan[] } | { readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return { deepscans: await list() };
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    const detail = `The account has no repository with the id ${JSON.stringify(repositoryId)}. The data source scanform_repositories lists them.${caseHint(repositoryId)}`;
    return { diagnostics: [error("repository-unknown", detail, { attribute: ["repository_id"] })] };
  }
}

/** The service's answer, or why it is not known whether the request took effect. */
type Outcome = { readonly answer: Json | undefined } | { readonly unclear: ServiceError };

/** @throws ServiceError when the request certainly did not take effect */
async function sent(request: Promise<Json | undefined>): Promise<Outcome> {
  try {
    return { answer: await request };
  } catch (thrown) {
    if (thrown instanceof ServiceError && !thrown.refused) return { unclear: thrown };
    throw thrown;
  }
}

/** Those that were not there before; looked for again while there are none, since the list may lag behind. */
async function appeared(
  list: () => Promise<readonly Deepscan[]>,
  known: ReadonlySet<string>,
  timeout: number,
  sleep: Session["sleep"],
): Promise<readonly Deepscan[]> {
  const look = async (): Promise<readonly Deepscan[]> => (await list()).filter(({ id }) => !known.has(id));
  let fresh = await look();
  for (const wait of waits(grace, () => timeout)) {
    if (fresh.length > 0) break;
    await sleep(wait);
    fresh = await look();
  }
  return fresh;
}

/** Ours is the one that the answer names, or the only one; else the newest, and the others are named. */
function chosen(fresh: readonly Deepscan[], outcome: Outcome, repositoryId: string): Triggered {
  const answer = "answer" in outcome ? JSON.stringify(outcome.answer ?? null) : "";
  const named = fresh.filter(({ id }) => answer.includes(id));
  const [newest] = (named.length === 1 ? named : fresh).toSorted(
    (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
  );
  if (newest === undefined) return { diagnostics: [lost(outcome, repositoryId)] };
  const diagnostics = [
    ...("unclear" in outcome ? [taken(newest, outcome.unclear)] : []),
    ...(named.length !== 1 && fresh.length > 1 ? [several(newest, fresh)] : []),
  ];
  return { deepscan: newest, diagnostics };
}

const several = ({ id }: Deepscan, fresh: readonly Deepscan[]): Diagnostic =>
  warning(
    "deepscan-ambiguous",
    `${fresh.map((each) => each.id).join(", ")} came up in the repository together. ${id}, the newest, is taken for the one of this resource.`,
  );

const taken = ({ id }: Deepscan, { message }: ServiceError): Diagnostic =>
  warning(
    "deepscan-answer-lost",
    `${message}. The deepscan ${id} has come up in the repository since, and is taken for the one of this resource.`,
  );

/** It is not asked for again: that would be a second deepscan if the first one did come about. */
const lost = (outcome: Outcome, repositoryId: string): Diagnostic =>
  error(
    "deepscan-unidentified",
    `${"unclear" in outcome ? `${outcome.unclear.message}. Whether the service took the request is not known` : "The service took the request"}, and no new deepscan could be seen in the repository. It is not asked for again. Once there is one, import it as ${repositoryId}/DEEPSCAN_ID; applying again asks for another.`,
  );
