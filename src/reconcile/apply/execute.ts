import { messageOf, ScanformError } from "../../diagnostics/error";
import type { Write } from "../plan/write";
import { hadNoEffect, type WriteResult } from "./write-result";
import { send } from "./send";
import type { SendContext } from "./send-context";

/** Where it is noted what is about to be sent and what became of it. What cannot be noted is not sent. */
export interface Journal {
  sending(write: Write): void;
  settled(result: WriteResult): void;
}

export interface ExecuteOptions {
  /** How many writes may be under way at once; the client may send fewer. */
  readonly concurrency?: number;
  readonly journal?: Journal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Sends the writes, each once all that it comes after have succeeded. One that cannot be sent any
 * more is skipped and says because of which. Never throws for a write that fails. Once `to.signal`
 * is aborted nothing more is begun; what is under way is waited for.
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

  /** Whether the journal took it; once it has not, nothing more is begun. */
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
  let defect: { readonly thrown: unknown } | undefined; // of who watches: what is under way is brought to its end
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
      // with every place taken there is nothing to begin; a long list is not walked for each answer
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
  // which of many it was is told where they are reported one by one
  if (kind === "bulk") return `a bulk update of ${String(carries.length)} configurations failed at least in part`;
  return `${carries.join(", ")} failed`;
};
