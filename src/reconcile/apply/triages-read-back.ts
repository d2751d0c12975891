import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { ObservedTriages } from "../../model/entities";
import type { TriageStatus } from "../../model/triage-status";
import type { Plan } from "../plan/plan";
import { isTriageWrite, type TriageWrite, type Write } from "../plan/write";
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
  const last = lastWrites(results);
  if (last.length === 0) return { missing: [], unread: [] };
  const findings = last.map(({ finding }) => finding);
  const hopeless = new Set(results.flatMap((each) => (isHopeless(each) ? [each.write.id] : [])));
  const late = last.filter(({ id }) => !hopeless.has(id));
  try {
    const seen = await lookUntil(
      () => observeTriages(reader, plan.account.id, findings),
      (now) => !late.some((write) => differs(write, statusIn(now, write))),
      { ...waiting, grace: grace.filter((wait) => wait > 0) },
    );
    return verified(last, seen);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { missing: [], unread: thrown.diagnostics };
  }
}

/** The last write of each finding. */
function lastWrites(results: readonly WriteResult[]): readonly TriageWrite[] {
  const last = new Map<string, TriageWrite>();
  for (const { write } of results) if (isTriageWrite(write)) last.set(write.finding, write);
  return [...last.values()];
}

/** Undefined for a finding that the service does not know any more. */
const statusIn = ({ found }: ObservedTriages, { finding }: TriageWrite): TriageStatus | undefined =>
  found.get(finding.toLowerCase());

const written = (write: TriageWrite): string | undefined => (write.kind === "set-triage" ? write.category : undefined);

const held = (status: TriageStatus | undefined): string | undefined =>
  status?.is === "set" ? status.category : undefined;

/** The service is known to hold something else than what was written. */
const differs = (write: TriageWrite, status: TriageStatus | undefined): boolean =>
  status?.is !== "unclear" && held(status) !== written(write);

function verified(writes: readonly TriageWrite[], seen: ObservedTriages): TriagesReadBack {
  const last = writes.map((write) => ({ write, status: statusIn(seen, write) }));
  return {
    seen,
    missing: last
      .filter(({ write, status }) => differs(write, status))
      .flatMap(({ write, status }) =>
        write.carries.map((address) => ({ address, path: "category", expected: written(write), found: held(status) })),
      ),
    unread: last
      .filter(({ status }) => status?.is === "unclear")
      .flatMap(({ write: { finding, carries } }) =>
        carries.map((address) =>
          warning("triage-unreadable", `How the finding ${finding} is triaged now cannot be read.`, { address }),
        ),
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
    const category = held(statusIn(seen, write));
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
