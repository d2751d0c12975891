import type { Json } from "../../model/json";
import { type Failure, failureOf, reported } from "./write-result";

/** Sends one request for these ids. */
export type SendSome<Id extends string> = (
  ids: readonly Id[],
) => Promise<{ readonly errors: readonly Json[]; readonly requestId?: string }>;

interface Parts {
  readonly failures: readonly Failure[];
  /** One request at least was answered with success. */
  readonly some: boolean;
  /** Of the last request that was answered with success. */
  readonly requestId?: string;
}

/** So many ids that fail one by one, with none that succeeds, show that it is not the ids. */
const enough = 8;

/**
 * Sends a request for many ids. When it is refused, each half is sent by itself, and so on until the
 * ones that are at fault are named, or until it is clear that all are refused for the same reason.
 * That is safe, since a request that was refused has done nothing, and one that is sent twice does
 * what it does once.
 */
export async function bisect<Id extends string>(
  all: readonly Id[],
  send: SendSome<Id>,
  signal: AbortSignal | undefined,
): Promise<Parts> {
  const failures: Failure[] = [];
  let requestId: string | undefined;
  let alone = 0;
  let some = false; // something was taken: it is the ids
  let hopeless: Failure | undefined;

  const part = async (ids: readonly Id[]): Promise<void> => {
    if (hopeless !== undefined) {
      failures.push({ ...hopeless, ids });
      return;
    }
    try {
      const receipt = await send(ids);
      failures.push(...reported(receipt.errors, ids, receipt));
      requestId = receipt.requestId;
      some = true;
    } catch (thrown) {
      const failure = failureOf(thrown, ids);
      if (ids.length > 1 && divisible(failure) && signal?.aborted !== true) {
        const half = Math.ceil(ids.length / 2);
        await part(ids.slice(0, half));
        await part(ids.slice(half));
        return;
      }
      failures.push(failure);
      alone += 1;
      if (alone >= enough && !some)
        hopeless = { ...failure, error: `not sent, since ${String(enough)} others were refused: ${failure.error}` };
    }
  };
  await part(all);
  return { failures, some, ...(requestId === undefined ? {} : { requestId }) };
}

/** It may be one of the ids, or that there are too many. A key or a limit is no better with fewer. */
export const divisible = ({ status }: Failure): boolean =>
  status !== undefined && status >= 400 && ![401, 403, 408, 429, 503].includes(status);
