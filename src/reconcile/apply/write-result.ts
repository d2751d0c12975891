import { messageOf, ScanformError } from "../../diagnostics/error";
import type { ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import type { Changed } from "../plan/conflict";
import type { Write } from "../plan/write";
import { type Receipt, RequestError } from "../ports";

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
  /** No attempt left this machine. */
  readonly unsent?: boolean;
  /** Why the last attempt did not go out, where that was decided here. */
  readonly withheld?: Reason;
}

/**
 * The result of one write, as it went out: without what somebody else has changed. A partial failure is a failure; the
 * rest of it has taken effect.
 */
export type WriteResult = {
  readonly write: Write;
  /** What somebody else has changed, so that the write, or this part of it, was not sent. */
  readonly changed?: readonly Changed[];
} & (
  | {
      readonly status: "succeeded";
      readonly requestId?: string;
      readonly created?: ConfigurationId;
      /** Nothing was left to do: somebody else has done it, and no request of it took effect. */
      readonly isUnneeded?: true;
      /** The settings that the service gave to what was created. */
      readonly answered?: Settings;
    }
  | {
      readonly status: "failed";
      readonly failures: readonly Failure[];
      readonly created?: ConfigurationId;
      /** At least one of its requests took effect. */
      readonly partly?: true;
    }
  | { readonly status: "skipped"; readonly because: string }
);

/** @param receipt the service's answer */
export const succeeded = (write: Write, { requestId }: Receipt): Extract<WriteResult, { status: "succeeded" }> => ({
  write,
  status: "succeeded",
  requestId,
});

/** Waiting does not make it visible: nothing of it can have arrived. */
export const isHopeless = (each: WriteResult): boolean =>
  each.status === "skipped" || (each.status === "failed" && each.failures.every(({ refused }) => refused));

/** A request of it has left this machine. */
export const wasSent = (each: WriteResult): boolean =>
  each.status === "succeeded"
    ? each.isUnneeded !== true
    : each.status === "failed" && !each.failures.every(({ unsent }) => unsent === true);

/** Nothing took effect: every request was refused or unsent. */
export const hadNoEffect = ({ failures, created, partly }: Extract<WriteResult, { status: "failed" }>): boolean =>
  created === undefined && partly !== true && failures.every(({ refused }) => refused);

/** @throws the argument itself, unless it is a failed request */
export function failureOf(thrown: unknown, ids: readonly string[]): Failure {
  if (!(thrown instanceof ScanformError)) throw thrown;
  const error = messageOf(thrown);
  if (!(thrown instanceof RequestError)) return { ids, error, refused: false };
  const { refused, unsent, requestId, status } = thrown;
  return { ids, error, refused, unsent, requestId, status };
}

/** @param unclear an earlier attempt may have taken effect */
export const withheldFailure = (reason: Reason, unclear: boolean, ids: readonly string[]): Failure => ({
  ids,
  error: wordsOf(reason),
  refused: !unclear,
  withheld: reason,
});

function wordsOf(reason: Reason): string {
  switch (reason.is) {
    case "changed":
      return "not sent, since somebody else has changed what it replaces";
    case "done":
      return "nothing was left to do";
    case "interrupted":
      return "interrupted";
    case "unexpected":
      return "not sent, since an earlier write, or somebody else after it, has changed more than was written";
    case "unrecorded":
    case "unread":
      return reason.because;
    default:
      return reason satisfies never;
  }
}

/**
 * Why a write, or an attempt of it, did not go out.
 * - `changed`: somebody else has changed what it replaces.
 * - `done`: nothing is left to do.
 * - `interrupted`: the apply was stopped.
 * - `unexpected`: an earlier write of this apply, or somebody else after it, has changed what nobody may overwrite.
 * - `unrecorded`: the journal could not record it.
 * - `unread`: what it replaces could not be read.
 */
export type Reason =
  | { readonly is: "changed" | "done" | "interrupted" | "unexpected" }
  | { readonly is: "unrecorded" | "unread"; readonly because: string };
