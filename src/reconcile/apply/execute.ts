import { messageOf, ScanformError } from "../../diagnostics/error";
import { without, type Write } from "../plan/write";
import type { ExpectedState } from "./expected-state";
import type { WriteState } from "./write-sender";
import { hadNoEffect, wasSent, type WriteResult } from "./write-result";
import { send, type SendContext } from "./send";

/**
 * Records each write as it is sent, after the look at what it replaces, and its result. A write that cannot be recorded
 * is not sent.
 */
export interface Journal {
  /** @param expected each configuration that it writes, as the look right before has it and as it is to be afterwards */
  sending(write: Write, expected: readonly ExpectedState[]): void;
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
  const { sender, signal } = to;

  let done = 0;
  let defect: { readonly thrown: unknown } | undefined; // thrown by a listener: writes in flight are awaited first
  const settle = (result: WriteResult): void => {
    results.set(result.write.id, result);
    if (sender.stateOf(result.write).isRecorded)
      try {
        journal?.settled(result);
      } catch (thrown) {
        if (!(thrown instanceof ScanformError)) throw thrown;
        sender.halted ??= { is: "unrecorded", because: messageOf(thrown) };
      }
    if (!wasSent(result)) return;
    done += 1;
    try {
      onProgress?.(done, writes.length);
    } catch (thrown) {
      defect ??= { thrown };
    }
  };
  const start = (write: Write): void => {
    const run = send(write, to).then((result) => {
      running.delete(write.id);
      settle(concluded(result, sender.stateOf(write), signal?.aborted === true));
    });
    running.set(write.id, run);
  };

  while (waiting.size > 0 || running.size > 0) {
    for (const write of waiting.values()) {
      const { halted } = sender;
      const isStopped = signal?.aborted === true || defect !== undefined;
      // all slots are taken, so the rest of a long list need not be scanned
      if (running.size >= concurrency && !isStopped && halted === undefined) break;
      const before = write.after.map((id) => results.get(id));
      const broken = before.find((each) => each !== undefined && each.status !== "succeeded");
      if (broken !== undefined) settle({ write, status: "skipped", because: reason(broken) });
      else if (isStopped) settle({ write, status: "skipped", because: "interrupted" });
      else if (halted?.is === "unrecorded") settle({ write, status: "skipped", because: halted.because });
      else if (halted?.is === "unread") {
        const failure = { ids: [], error: halted.because, refused: true, unsent: true };
        settle({ write, status: "failed", failures: [failure] });
      } else if (before.some((each) => each === undefined)) continue;
      else start(write);
      waiting.delete(write.id);
    }
    if (running.size > 0) await Promise.race(running.values());
  }
  if (defect !== undefined) throw defect.thrown;
  return writes.flatMap(({ id }) => results.get(id) ?? []);
}

/**
 * The result of a write as it went out.
 *
 * | what did not go out                           | the result                                            |
 * |-----------------------------------------------|-------------------------------------------------------|
 * | a part of which nothing is left to do         | succeeded                                             |
 * | all of it: somebody changed it                | skipped                                               |
 * | a part of it, for that reason                 | that of the rest                                      |
 * | all of it, after a stop                       | skipped                                               |
 * | what somebody changed after an earlier attempt | failed, until the read-back shows that it took effect |
 */
function concluded(result: WriteResult, { dropped, changed: all }: WriteState, isAborted: boolean): WriteResult {
  const write = without(result.write, dropped);
  const changed = all.length === 0 ? undefined : all;
  if (result.status !== "failed") return { ...result, write, changed };
  const skipped = (because = ""): WriteResult => ({ write, status: "skipped", because, changed });
  const done = result.failures.filter(({ withheld }) => withheld?.is === "done");
  const failures = result.failures.filter(
    ({ withheld, refused }) => withheld?.is !== "done" && !(refused && withheld?.is === "changed"),
  );
  const { created } = result;
  // where nothing is left to do after an attempt whose answer was lost, that attempt may have done it
  const partly = result.partly === true || done.some(({ refused }) => !refused) || undefined;
  if (failures.length > 0) {
    const rest = { ...result, write, failures, changed, partly };
    const isUntouched = hadNoEffect(rest);
    if (isUntouched && failures.every(({ withheld }) => withheld?.is === "unrecorded"))
      return skipped(failures[0]?.error);
    if (
      isUntouched &&
      isAborted &&
      failures.every((each) => each.unsent === true || each.withheld?.is === "interrupted")
    )
      return skipped("interrupted");
    return rest;
  }
  if (partly === true || created !== undefined) return { write, status: "succeeded", changed, created };
  if (done.length === result.failures.length) return { write, status: "succeeded", changed, isUnneeded: true };
  return skipped(result.failures[0]?.error);
}

const reason = (broken: WriteResult): string => {
  const { kind, carries } = broken.write;
  if (broken.status === "skipped" && broken.changed === undefined) return broken.because;
  // the outcomes name the configurations that failed
  if (kind === "bulk") return `a bulk update of ${String(carries.length)} configurations failed at least in part`;
  return `${carries.join(", ")} ${broken.status === "skipped" ? "was not written" : "failed"}`;
};
