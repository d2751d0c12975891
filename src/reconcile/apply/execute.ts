import { messageOf, ScanformError } from "../../diagnostics/error";
import type { Write } from "../plan/write";
import { hadNoEffect, type WriteResult } from "./write-result";
import { send } from "./send";
import type { SendContext } from "./send-context";

/** Records each write before it is sent, and its result. A write that cannot be recorded is not sent. */
export interface Journal {
  sending(write: Write): void;
  settled(result: WriteResult): void;
}

export interface ExecuteOptions {
  /** The maximum number of concurrent writes; the client may send fewer. */
  readonly concurrency?: number;
  readonly journal?: Journal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

type OnProgress = (done: number, total: number) => void;

/** Counts on after `before` writes that were sent, with `later` that are still to come. */
export const countingOn = (onProgress: OnProgress | undefined, before: number, later = 0): OnProgress | undefined =>
  onProgress &&
  ((done, total) => {
    onProgress(before + done, before + total + later);
  });

/**
 * Sends each write after all of its dependencies have succeeded. A write that cannot be sent any more is skipped,
 * with a reason. Does not throw for a failed write. After `to.signal` is aborted no further write is started; those
 * in flight are awaited.
 *
 * @returns a result for each write, in the order of `writes`
 */
export async function execute(
  writes: readonly Write[],
  to: SendContext,
  { concurrency = 10, journal, onProgress }: ExecuteOptions = {},
): Promise<readonly WriteResult[]> {
  const results = new Map<number, WriteResult>();
  const running = new Map<number, Promise<void>>();
  const waiting = new Map(writes.map((write) => [write.id, write]));
  let unnoted: string | undefined;

  /** Whether the journal recorded it; after a failure no further write is started. */
  const noted = (note: (journal: Journal) => void): boolean => {
    if (journal === undefined) return true;
    try {
      note(journal);
    } catch (thrown) {
      if (!(thrown instanceof ScanformError)) throw thrown;
      unnoted ??= messageOf(thrown);
    }
    return unnoted === undefined;
  };
  let sent = 0;
  let defect: { readonly thrown: unknown } | undefined; // thrown by a listener: writes in flight are awaited first
  const settle = (result: WriteResult): void => {
    results.set(result.write.id, result);
    if (result.status === "skipped") return;
    noted((each) => {
      each.settled(result);
    });
    sent += 1;
    try {
      onProgress?.(sent, writes.length);
    } catch (thrown) {
      defect ??= { thrown };
    }
  };
  const start = (write: Write): void => {
    const run = send(write, to).then((result) => {
      running.delete(write.id);
      const unsent =
        result.status === "failed" && hadNoEffect(result) && result.failures.every((each) => each.unsent === true);
      settle(unsent && to.signal?.aborted === true ? { write, status: "skipped", because: "interrupted" } : result);
    });
    running.set(write.id, run);
  };

  while (waiting.size > 0 || running.size > 0) {
    for (const write of waiting.values()) {
      const stopped = to.signal?.aborted === true || defect !== undefined ? "interrupted" : unnoted;
      // all slots are taken, so the rest of a long list need not be scanned
      if (running.size >= concurrency && stopped === undefined) break;
      const before = write.after.map((id) => results.get(id));
      const broken = before.find((each) => each !== undefined && each.status !== "succeeded");
      if (broken !== undefined) settle({ write, status: "skipped", because: reason(broken) });
      else if (stopped !== undefined) settle({ write, status: "skipped", because: stopped });
      else if (before.some((each) => each === undefined)) continue;
      else if (
        noted((each) => {
          each.sending(write);
        })
      )
        start(write);
      else settle({ write, status: "skipped", because: unnoted ?? "" });
      waiting.delete(write.id);
    }
    if (running.size > 0) await Promise.race(running.values());
  }
  if (defect !== undefined) throw defect.thrown;
  return writes.flatMap(({ id }) => results.get(id) ?? []);
}

const reason = (broken: WriteResult): string => {
  if (broken.status === "skipped") return broken.because;
  const { kind, carries } = broken.write;
  // the outcomes name the configurations that failed
  if (kind === "bulk") return `a bulk update of ${String(carries.length)} configurations failed at least in part`;
  return `${carries.join(", ")} failed`;
};
