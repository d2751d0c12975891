import type { ObservedTriages } from "../../model/entities";
import type { AccountId } from "../../model/ids";
import { type TriageStatus, triageStatus } from "../../model/triage-status";
import { isNotFound, type ReadOptions, type TriageReader } from "../ports";
import { listTriages } from "./list-triages";

interface Looking extends Pick<ReadOptions, "signal" | "urgent"> {
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Reads how all findings are triaged; default: `listTriages`. */
  readonly list?: () => Promise<ReadonlyMap<string, TriageStatus>>;
}

/**
 * Reads how findings are triaged: one GET for each, all concurrently. The answer is undocumented, and 404 may mean an
 * unknown finding or one without triage: where it says nothing clear, the list of all findings decides, which is read
 * once for all of them (specification, *Combined finding*).
 *
 * @param findings ids, of which the same in another case is the same finding
 */
export async function observeTriages(
  reader: TriageReader,
  account: AccountId,
  findings: readonly string[],
  { signal, urgent, now = Date.now, list = () => listTriages(reader, account, { signal, urgent }) }: Looking = {},
): Promise<ObservedTriages> {
  const ids = new Map(findings.map((id) => [id.toLowerCase(), id]));
  const asked = await Promise.all(
    [...ids].map(async ([key, id]) => [key, await answerOf(reader, account, id, { signal, urgent })] as const),
  );
  const isClear = (status: Answer): boolean => status !== undefined && status.is !== "unclear";
  const listed = asked.every(([, status]) => isClear(status)) ? undefined : await list();
  const byKey = new Map([...(listed ?? [])].map(([id, status]) => [id.toLowerCase(), { id, status }]));
  const spelled = asked.flatMap(([key, status]) => (isClear(status) ? [] : (byKey.get(key)?.id ?? [])));
  return {
    at: now(),
    ...(spelled.length === 0 ? {} : { spelled }),
    found: new Map(
      asked.flatMap(([key, status]): readonly (readonly [string, TriageStatus])[] => {
        const known = isClear(status) ? status : (byKey.get(key)?.status ?? status);
        return known === undefined ? [] : [[key, known]];
      }),
    ),
  };
}

/** Undefined for 404. */
type Answer = TriageStatus | undefined;

async function answerOf(
  reader: Pick<TriageReader, "getTriage">,
  account: AccountId,
  finding: string,
  options: ReadOptions,
): Promise<Answer> {
  try {
    return triageStatus(await reader.getTriage(account, finding, options));
  } catch (thrown) {
    if (isNotFound(thrown)) return undefined;
    throw thrown;
  }
}
