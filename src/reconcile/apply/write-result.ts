import { messageOf, ScanformError } from "../../diagnostics/error";
import type { ConfigurationId } from "../../model/ids";
import type { Json } from "../../model/json";
import type { Write } from "../plan/write";
import { idFinder } from "./id-finder";
import { RequestError } from "../ports";

/** Why a write, or part of it, did not take effect. */
export interface Failure {
  /** The configurations or repositories concerned; empty when unknown, so it may be any. */
  readonly ids: readonly string[];
  readonly error: string;
  readonly requestId?: string;
  /** The HTTP status, if there was an answer. */
  readonly status?: number;
  /** The service refused the request, so nothing took effect; otherwise something may have. */
  readonly refused: boolean;
  /** The request was never sent. */
  readonly unsent?: boolean;
}

/** The result of one write. A partial failure is a failure; the rest of it has taken effect. */
export type WriteResult = { readonly write: Write } & (
  | { readonly status: "succeeded"; readonly requestId?: string; readonly created?: ConfigurationId }
  | {
      readonly status: "failed";
      readonly failures: readonly Failure[];
      readonly created?: ConfigurationId;
      /** At least one of its requests took effect. */
      readonly partly?: true;
    }
  | { readonly status: "skipped"; readonly because: string }
);

/** The service's answer to a write. */
interface Answered {
  readonly requestId?: string;
}

export const succeeded = (write: Write, { requestId }: Answered, created?: ConfigurationId): WriteResult => ({
  write,
  status: "succeeded",
  ...(requestId === undefined ? {} : { requestId }),
  ...(created === undefined ? {} : { created }),
});

/** Nothing of it can have arrived, so there is nothing to read back. */
export const isHopeless = (each: WriteResult): boolean =>
  each.status === "skipped" || (each.status === "failed" && each.failures.every(({ refused }) => refused));

/** Nothing took effect: every request was refused or unsent. */
export const hadNoEffect = ({ failures, created, partly }: Extract<WriteResult, { status: "failed" }>): boolean =>
  created === undefined && partly !== true && failures.every(({ refused }) => refused);

/** @throws the argument itself, unless it is a failed request */
export function failureOf(thrown: unknown, ids: readonly string[]): Failure {
  if (!(thrown instanceof ScanformError)) throw thrown;
  const error = messageOf(thrown);
  if (!(thrown instanceof RequestError)) return { ids, error, refused: false };
  const { refused, unsent, requestId, status } = thrown;
  return {
    ids,
    error,
    refused,
    ...(unsent ? { unsent } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(status === undefined ? {} : { status }),
  };
}

/**
 * The items of `errors` in an answer, each with the ids that it mentions anywhere: their shape is not documented
 * (specification, *Endpoints > Configurations*).
 */
export const reported = (
  errors: readonly Json[],
  ids: readonly string[],
  { requestId }: Answered,
): readonly Failure[] => {
  if (errors.length === 0) return [];
  const mentioned = idFinder(ids);
  return errors.map((item) => {
    const text = JSON.stringify(item);
    return {
      ids: mentioned(text),
      error: `the service reported ${text.slice(0, 500)}`,
      refused: false,
      ...(requestId === undefined ? {} : { requestId }),
    };
  });
};
