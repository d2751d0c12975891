import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Configuration, Observed, ObservedTriages } from "../../model/observed";
import type { Address, ConfigurationId } from "../../model/ids";
import { mayNeedRemoval, type TriageStatus } from "../../model/triage";
import type { Plan } from "../plan/plan";
import { uniqueById } from "../plan/resolve-ids";
import { type PendingTriage, pendingTriages } from "../plan/triages";
import { isTriageWrite, mayTakeOthers, type Write } from "../plan/write";
import type { Reader, TriageReader } from "../ports";
import { observeTriages } from "../refresh/observe";
import { pollUntil, waits } from "./poll-until";
import type { SentWrites } from "./sent-writes";
import { type Unconverged, unseen, verify } from "./verify";
import { isHopeless, type WriteResult } from "./write-result";

type Seen = Pick<Observed, "configurations" | "repositories">;

export interface ReadBack {
  readonly missing: readonly Unconverged[];
  /**
   * The last state read; absent when it could not be read. Without repositories when none are affected and nothing
   * can be retried.
   */
  readonly seen?: Seen;
  /** Why it could not be read, if so. */
  readonly unread: readonly Diagnostic[];
}

interface ReadBackOptions {
  readonly reader: Pick<Reader, "list" | keyof TriageReader>;
  readonly grace: readonly number[];
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** How long to wait, in milliseconds, while nothing of what was written at an address is seen; without it: `grace`. */
  readonly patience?: ((address: Address) => number) | undefined;
  /** After an abort nothing is waited for. */
  readonly signal?: AbortSignal | undefined;
  /** Notes what is read, and knows what of it is neither as before a write nor as it was to leave it. */
  readonly sentWrites?: Pick<SentWrites, "read" | "readRepositories" | "unexpectedIn">;
}

/**
 * Reads what the writes of configurations and assignments concern, even if they failed: one GET for the whole plan,
 * and another when repositories are affected. Repeats them only while a written setting is missing or another one is not
 * as it was, and beyond the grace only while nothing of a write is seen.
 */
export async function readBack(
  plan: Plan,
  results: readonly WriteResult[],
  { reader, grace, sleep, patience, signal, sentWrites }: ReadBackOptions,
): Promise<ReadBack> {
  const writes = results.map((each) => each.write);
  if (writes.every(isTriageWrite)) return { missing: [], unread: [] };
  const created = createdIds(results);
  // waiting does not help what certainly was not written
  const broken = new Set(results.filter(isHopeless).flatMap((each) => each.write.carries));
  const changed = new Set(
    results.flatMap((each) => each.changed ?? []).map(({ address, path }) => `${address} ${path}`),
  );
  const isOpen = ({ address, path }: Unconverged): boolean =>
    !broken.has(address) && !changed.has(`${address} ${path}`);
  const fine = new Set(results.flatMap((each) => (each.status === "succeeded" ? each.write.carries : [])));
  const concerned = plan.moves.length > 0 || writes.some(mayTakeOthers);
  const repositoriesNow = async () => {
    const read = uniqueById((await reader.list("repositories", plan.account.id)).items);
    sentWrites?.readRepositories(read);
    return read;
  };
  const isUnexpected = (each: Configuration): boolean => (sentWrites?.unexpectedIn(each) ?? []).length > 0;
  const isAborted = () => signal?.aborted === true;
  let last: ReadBack = { missing: [], unread: [] };
  try {
    let limit = 0;
    for (const wait of waits(grace, () => limit)) {
      if (wait > 0 && !isAborted()) await sleep(wait);
      if (isAborted() && last.seen !== undefined) break;
      const [configurations, repositories = []] = await Promise.all([
        reader.list("configurations", plan.account.id),
        concerned ? repositoriesNow() : undefined,
      ]);
      const seen = { configurations: uniqueById(configurations.items), repositories };
      sentWrites?.read(seen.configurations);
      last = { missing: verify(plan, seen, created, writes), seen, unread: [] };
      if (!last.missing.some(isOpen) && !seen.configurations.some(isUnexpected)) break;
      const late = [...unseen(plan, seen, created)].filter((each) => !broken.has(each));
      limit = Math.max(0, ...late.map((each) => patience?.(each) ?? 0));
    }
    // failed writes are not retried
    if (concerned || last.seen === undefined || !last.missing.some((each) => fine.has(each.address))) return last;
    // a retry needs the current configuration of every repository
    return { ...last, seen: { ...last.seen, repositories: await repositoriesNow() } };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { missing: [], unread: thrown.diagnostics };
  }
}

/** The ids that the service gave to new configurations, by address. */
export const createdIds = (results: readonly WriteResult[]): ReadonlyMap<Address, ConfigurationId> =>
  new Map(
    results.flatMap((each) => {
      const address = each.write.carries[0]; // the first address of a POST is that of its configuration
      const id = each.status === "skipped" ? undefined : each.created;
      return id === undefined || address === undefined ? [] : [[address, id]];
    }),
  );

export interface TriagesReadBack {
  /** The triages that the service does not hold, or still holds. */
  readonly missing: readonly Unconverged[];
  /** Why some could not be read back. */
  readonly unread: readonly Diagnostic[];
  /** What was read last; absent when it could not be read. */
  readonly seen?: ObservedTriages;
  /** The findings, in lower case, that one of the readings has shown as planned. */
  readonly shown?: ReadonlySet<string>;
}

/**
 * Reads every finding whose triage was to change: one GET for each, and again only while one is not as it was written
 * and may still become so.
 */
export async function readTriagesBack(
  plan: Plan,
  results: readonly WriteResult[],
  { reader, grace, ...waiting }: ReadBackOptions & { readonly reader: TriageReader },
): Promise<TriagesReadBack> {
  const pending = pendingTriages(plan.triages);
  if (pending.length === 0) return { missing: [], unread: [] };
  const findings = pending.map(({ declared }) => declared.findingId);
  const awaited = new Set(
    results.flatMap((each) =>
      isTriageWrite(each.write) && !isHopeless(each) ? [each.write.finding.toLowerCase()] : [],
    ),
  );
  const late = pending.filter(({ declared }) => awaited.has(declared.findingId.toLowerCase()));
  const shown = new Set<string>();
  try {
    const seen = await pollUntil(
      async () => {
        const now = await observeTriages(reader, plan.account.id, findings);
        for (const each of pending) {
          const status = statusIn(now, each.declared.findingId);
          if (status?.is !== "unclear" && !differs(each, status)) shown.add(each.declared.findingId.toLowerCase());
        }
        return now;
      },
      (now) => !late.some((each) => differs(each, statusIn(now, each.declared.findingId))),
      { ...waiting, grace: grace.filter((wait) => wait > 0) },
    );
    return { ...verified(pending, seen), shown };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { missing: [], unread: thrown.diagnostics };
  }
}

/** Undefined for a finding that the service does not know any more. */
const statusIn = ({ found }: ObservedTriages, finding: string): TriageStatus | undefined =>
  found.get(finding.toLowerCase());

const held = (status: TriageStatus | undefined): string | undefined =>
  status?.is === "set" ? status.category : undefined;

/** The service is known to hold something else than what is planned. */
const differs = ({ after }: PendingTriage, status: TriageStatus | undefined): boolean =>
  status?.is !== "unclear" && (held(status) ?? null) !== after;

function verified(pending: readonly PendingTriage[], seen: ObservedTriages): TriagesReadBack {
  const all = pending.map((change) => ({ change, status: statusIn(seen, change.declared.findingId) }));
  return {
    seen,
    missing: all
      .filter(({ change, status }) => differs(change, status))
      .map(({ change: { address, after }, status }) => ({
        address,
        path: "category",
        expected: after ?? undefined,
        found: held(status),
      })),
    unread: all
      .filter(({ status }) => status?.is === "unclear")
      .map(({ change: { address, declared } }) =>
        warning("triage-unreadable", `The triage of the finding ${declared.findingId} cannot be read.`, {
          address,
        }),
      ),
  };
}

/**
 * For each category that the service refused or took, and kept the former one: a DELETE, and the POST after it. That a
 * category replaces another one is not stated in the specification (*Triage*). A third category is somebody else's, and so
 * is the former one after a reading has shown it as planned.
 *
 * @param next the first id for further writes
 */
export function replacements(
  { triages }: Plan,
  results: readonly WriteResult[],
  { seen, shown }: TriagesReadBack,
  next: number,
): readonly Write[] {
  if (seen === undefined) return [];
  const former = new Map(triages.map(({ declared, before }) => [declared.findingId.toLowerCase(), before]));
  const stuck = results.flatMap((result) => {
    const { write } = result;
    if (write.kind !== "set-triage" || !wasAnswered(result)) return [];
    if (shown?.has(write.finding.toLowerCase()) === true) return [];
    const category = held(statusIn(seen, write.finding));
    const isKept = category !== undefined && category === former.get(write.finding.toLowerCase());
    return isKept && category !== write.category ? [write] : [];
  });
  return stuck.flatMap(({ finding, category, carries }, at): readonly Write[] => {
    const id = next + 2 * at;
    return [
      { kind: "remove-triage", finding, carries, id, after: [] },
      { kind: "set-triage", finding, category, carries, id: id + 1, after: [id] },
    ];
  });
}

/** The service has taken it, or refused it in a way in which it may refuse a second category. */
const wasAnswered = (result: WriteResult): boolean =>
  result.status === "succeeded" ||
  (result.status === "failed" && result.failures.every(({ refused, status }) => refused && mayNeedRemoval(status)));
