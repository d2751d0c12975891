import { messageOf, ScanformError } from "../../diagnostics/error";
import type { Write } from "../plan/write";
import type { ExpectedState } from "./expected-state";
import { wasSent, type WriteResult } from "./write-result";
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
      settle(result);
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

const reason = (broken: WriteResult): string => {
  const { kind, carries } = broken.write;
  if (broken.status === "skipped" && broken.changed === undefined) return broken.because;
  // the outcomes name the configurations that failed
  if (kind === "bulk") return `a bulk update of ${String(carries.length)} configurations failed at least in part`;
  return `${carries.join(", ")} ${broken.status === "skipped" ? "was not written" : "failed"}`;
};
