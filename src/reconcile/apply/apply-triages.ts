import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { ObservedTriages } from "../../model/entities";
import type { TriageStatus } from "../../model/triage-status";
import type { TriageWrite, Write } from "../plan/write";
import type { TriageReader } from "../ports";
import { observeTriages } from "../refresh/observe-triages";
import { countingOn, execute, type ExecuteOptions } from "./execute";
import { lookUntil } from "./look-until";
import type { SendContext } from "./send-context";
import type { Unconverged } from "./verify";
import { isHopeless, type WriteResult } from "./write-result";

interface AppliedTriages {
  readonly results: readonly WriteResult[];
  /** The triages that the service does not hold, or still holds, although a request for them may have arrived. */
  readonly missing: readonly Unconverged[];
  /** Why some could not be read back. */
  readonly unread: readonly Diagnostic[];
}

/**
 * Sends the triages of a plan, and reads each finding back. That a category replaces another one is not stated in the
 * specification (*Triage*): where the service keeps the former one, it is removed and the new one is set once more.
 *
 * @param next the first id for further writes
 */
export async function applyTriages(
  writes: readonly TriageWrite[],
  to: SendContext,
  options: ExecuteOptions & { readonly reader: TriageReader },
  next: number,
): Promise<AppliedTriages> {
  const results = await execute(writes, to, options);
  const back = await readBack(results, to, options.reader);
  const more = to.signal?.aborted === true ? [] : replacements(results, back, next);
  if (more.length === 0) return { results, ...verified(results, back) };
  const again = { ...options, onProgress: countingOn(options.onProgress, results.length) };
  const all = [...results, ...(await execute(more, to, again))];
  return { results: all, ...verified(all, await readBack(all, to, options.reader)) };
}

type ReadBack = { readonly seen: ObservedTriages } | { readonly unread: readonly Diagnostic[] };

/** One GET for each finding, and again only while one is not as it was written. */
async function readBack(results: readonly WriteResult[], to: SendContext, reader: TriageReader): Promise<ReadBack> {
  const last = lastWrites(results);
  const findings = last.map(({ finding }) => finding);
  try {
    const seen = await lookUntil(
      () => observeTriages(reader, to.account, findings),
      (now) => !last.some((write) => differs(write, statusIn(now, write))),
      { ...to, grace: to.grace.filter((wait) => wait > 0) },
    );
    return { seen };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { unread: thrown.diagnostics };
  }
}

/** The last write of each finding of which a request may have arrived. */
function lastWrites(results: readonly WriteResult[]): readonly TriageWrite[] {
  const last = new Map<string, TriageWrite>();
  for (const result of results)
    if ("finding" in result.write && !isHopeless(result)) last.set(result.write.finding, result.write);
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

function verified(results: readonly WriteResult[], back: ReadBack): Omit<AppliedTriages, "results"> {
  if ("unread" in back) return { missing: [], unread: back.unread };
  const last = lastWrites(results).map((write) => ({ write, status: statusIn(back.seen, write) }));
  return {
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

/** For each category that the service took without giving up another one: a DELETE, and the POST after it. */
function replacements(results: readonly WriteResult[], back: ReadBack, next: number): readonly Write[] {
  if ("unread" in back) return [];
  const stuck = results.flatMap(({ write, status }) => {
    if (status !== "succeeded" || write.kind !== "set-triage") return [];
    const category = held(statusIn(back.seen, write));
    return category === undefined || category === write.category ? [] : [write];
  });
  return stuck.flatMap(({ finding, category, carries }, at): readonly Write[] => {
    const id = next + 2 * at;
    return [
      { kind: "remove-triage", finding, carries, id, after: [] },
      { kind: "set-triage", finding, category, carries, id: id + 1, after: [id] },
    ];
  });
}
