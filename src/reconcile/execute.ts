import { messageOf, ScanformError } from "../diagnostics/error";
import type { AccountId, ConfigurationId } from "../model/ids";
import type { Json } from "../model/json";
import type { Receipt, Writer } from "./ports";
import type { Write } from "./write";

/** What became of one write. */
export type WriteResult = { readonly write: Write } & (
  | { readonly status: "succeeded"; readonly requestId?: string; readonly created?: ConfigurationId }
  | {
      readonly status: "failed";
      readonly error: string;
      readonly requestId?: string;
      /** The service said no, so that nothing took effect; otherwise it may have. */
      readonly refused: boolean;
    }
  | { readonly status: "skipped"; readonly because: string }
);

export interface ExecuteOptions {
  /** How many requests may be under way at once. */
  readonly concurrency?: number;
  /** No further write is begun once it is aborted; those under way are waited for. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Sends the writes, each once all that it comes after have succeeded. One that cannot be sent any
 * more is skipped and says because of which. Never throws for a write that fails.
 *
 * @returns a result for each write, in the order of `writes`
 */
export async function execute(
  account: AccountId,
  writes: readonly Write[],
  writer: Writer,
  { concurrency = 8, signal, onProgress }: ExecuteOptions = {},
): Promise<readonly WriteResult[]> {
  const results = new Map<number, WriteResult>();
  const running = new Map<number, Promise<void>>();
  const waiting = new Map(writes.map((write) => [write.id, write]));

  let sent = 0;
  const settle = (result: WriteResult): void => {
    results.set(result.write.id, result);
    if (result.status !== "skipped") onProgress?.((sent += 1), writes.length);
  };
  const start = (write: Write): void => {
    const run = attempt(account, write, writer).then((result) => {
      running.delete(write.id);
      settle(result);
    });
    running.set(write.id, run);
  };

  while (waiting.size > 0 || running.size > 0) {
    for (const write of waiting.values()) {
      // with every place taken there is nothing to begin; a long list is not walked for each answer
      if (running.size >= concurrency && signal?.aborted !== true) break;
      const before = write.after.map((id) => results.get(id));
      const broken = before.find((each) => each !== undefined && each.status !== "succeeded");
      if (broken !== undefined) settle({ write, status: "skipped", because: reason(broken) });
      else if (signal?.aborted === true) settle({ write, status: "skipped", because: "interrupted" });
      else if (before.every((each) => each !== undefined)) start(write);
      else continue;
      waiting.delete(write.id);
    }
    if (running.size > 0) await Promise.race(running.values());
  }
  return writes.flatMap(({ id }) => results.get(id) ?? []);
}

async function attempt(account: AccountId, write: Write, writer: Writer): Promise<WriteResult> {
  try {
    return await send(account, write, writer);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const { refused, requestId } = thrown as { refused?: unknown; requestId?: unknown };
    return {
      write,
      status: "failed",
      error: messageOf(thrown),
      refused: refused === true,
      ...(typeof requestId === "string" ? { requestId } : {}),
    };
  }
}

async function send(account: AccountId, write: Write, writer: Writer): Promise<WriteResult> {
  switch (write.kind) {
    case "create": {
      const receipt = await writer.createConfiguration(account, write.body);
      return { write, status: "succeeded", created: receipt.configuration.id, ...idOf(receipt) };
    }
    case "put":
      return {
        write,
        status: "succeeded",
        ...idOf(await writer.replaceConfiguration(account, write.configuration, write.body)),
      };
    case "patch":
      return {
        write,
        status: "succeeded",
        ...idOf(await writer.updateConfiguration(account, write.configuration, write.body)),
      };
    case "bulk": {
      const receipt = await writer.bulkUpdate(account, write.configurations, write.updates);
      return judged(write, receipt, receipt.errors);
    }
    case "assign": {
      const body = { configurationId: write.configuration, repositoryIds: write.repositories };
      const receipt = await writer.assignRepositories(account, body);
      return judged(write, receipt, receipt.errors);
    }
    case "delete":
      return { write, status: "succeeded", ...idOf(await writer.deleteConfiguration(account, write.configuration)) };
    default:
      return write satisfies never;
  }
}

/** bulk_update and assign_repositories answer 200 and yet may list errors. */
function judged(write: Write, receipt: Receipt, errors: readonly Json[]): WriteResult {
  if (errors.length === 0) return { write, status: "succeeded", ...idOf(receipt) };
  const said = errors.slice(0, 3).map((each) => JSON.stringify(each).slice(0, 500));
  const error = `the service reported ${String(errors.length)} error(s): ${said.join("; ")}`;
  return { write, status: "failed", error, refused: false, ...idOf(receipt) };
}

const idOf = ({ requestId }: Receipt): Receipt => (requestId === undefined ? {} : { requestId });

const reason = (broken: WriteResult): string => {
  if (broken.status === "skipped") return broken.because;
  const { kind, carries } = broken.write;
  // which of many it was is told where they are reported one by one
  if (kind === "bulk") return `a bulk update of ${String(carries.length)} configurations failed at least in part`;
  return `${carries.join(", ")} failed`;
};
