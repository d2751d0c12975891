import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { ObservedTriages } from "../../model/entities";
import type { TriageStatus } from "../../model/triage-status";
import type { Plan } from "../plan/plan";
import { type PendingTriage, pendingTriages } from "../plan/triages";
import { isTriageWrite, type Write } from "../plan/write";
import type { TriageReader } from "../ports";
import { observeTriages } from "../refresh/observe-triages";
import { lookUntil } from "./look-until";
import type { ReadBackOptions } from "./read-back";
import type { Unconverged } from "./verify";
import { isHopeless, type WriteResult } from "./write-result";

export interface TriagesReadBack {
  /** The triages that the service does not hold, or still holds. */
  readonly missing: readonly Unconverged[];
  /** Why some could not be read back. */
  readonly unread: readonly Diagnostic[];
  /** What was read last; absent when it could not be read. */
  readonly seen?: ObservedTriages;
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
  try {
    const seen = await lookUntil(
      () => observeTriages(reader, plan.account.id, findings),
      (now) => !late.some((each) => differs(each, statusIn(now, each.declared.findingId))),
      { ...waiting, grace: grace.filter((wait) => wait > 0) },
    );
    return verified(pending, seen);
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
        warning("triage-unreadable", `How the finding ${declared.findingId} is triaged now cannot be read.`, {
          address,
        }),
      ),
  };
}

/**
 * For each category that the service took and kept the former one: a DELETE, and the POST after it. That a category
 * replaces another one is not stated in the specification (*Triage*). A third category is somebody else's.
 *
 * @param next the first id for further writes
 */
export function replacements(
  { triages }: Plan,
  results: readonly WriteResult[],
  { seen }: TriagesReadBack,
  next: number,
): readonly Write[] {
  if (seen === undefined) return [];
  const former = new Map(triages.map(({ declared, before }) => [declared.findingId.toLowerCase(), before]));
  const stuck = results.flatMap(({ write, status }) => {
    if (status !== "succeeded" || write.kind !== "set-triage") return [];
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
