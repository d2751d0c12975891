import { messageOf, ScanformError } from "../../diagnostics/error";
import type { ConfigurationId } from "../../model/ids";
import type { Changed } from "../plan/conflict";
import { idsIn, without, type Write } from "../plan/write";
import { attempting, RequestError, type Requests, type Writer } from "../ports";
import type { PriorState } from "./prior-state";
import type { ExpectedState } from "./expected-state";
import type { Looks } from "./looks";
import type { SentWrites } from "./sent-writes";
import { type Failure, failureOf, type Reason, withheldFailure } from "./write-result";
import { type WriteJudgement, WriteJudge } from "./write-judge";

/** What became of a write before it was sent. */
export interface WriteState {
  /** The ids of configurations and repositories that were left out. */
  readonly dropped: Set<string>;
  readonly changed: Changed[];
  /** Repositories that the write would have kept, and that somebody has moved away. */
  readonly departed: Changed[];
  /** Configurations of a bulk update that need a request each. */
  readonly apart: Set<ConfigurationId>;
  /** The journal announced it. */
  isRecorded: boolean;
}

export interface SenderOptions {
  readonly sentWrites: SentWrites;
  readonly writer: Writer;
  readonly looks: Looks;
  /**
   * Records a write before it is sent, and what it is to leave of each configuration.
   *
   * @throws ScanformError when it cannot be recorded
   */
  readonly record: (write: Write, expected: readonly ExpectedState[]) => void;
  readonly signal: AbortSignal | undefined;
}

/** The answer to one request; or why there is none, or none that helps. */
export type Answer<R> = { readonly receipt: R } | { readonly failure: Failure };

/**
 * Sends the requests of an apply, one attempt after the other: it waits for a turn, looks at what the write replaces,
 * leaves out what somebody else has changed, records what goes out, and sends it once (decision 25).
 */
export class WriteSender {
  readonly #options: SenderOptions;
  readonly #judge: WriteJudge;
  readonly #states = new Map<number, WriteState>();
  /** Why no write goes out any more. */
  halted: Reason | undefined;
  /** The number of configurations of each write that has not been looked at yet. */
  readonly #unseen = new Map<number, number>();
  /** The number of configurations that the writes to come have still to look at. */
  waiting = 0;
  /** The requests that may have arrived. */
  readonly #sent = new Set<string>();

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#judge = new WriteJudge(options.sentWrites, options.looks);
  }

  /** The number of requests that may have arrived, in whatever number of attempts. */
  get sent(): number {
    return this.#sent.size;
  }

  /** What the next writes are, and what they rest on. */
  expect(writes: readonly Write[], prior: PriorState): void {
    this.#judge.prior = prior;
    for (const each of writes) {
      const count = each.kind === "bulk" ? each.configurations.length : 1;
      this.#unseen.set(each.id, count);
      this.waiting += count;
    }
  }

  stateOf(write: Write): WriteState {
    const state = this.#states.get(write.id) ?? {
      dropped: new Set(),
      changed: [],
      departed: [],
      apart: new Set(),
      isRecorded: false,
    };
    this.#states.set(write.id, state);
    return state;
  }

  /**
   * Sends a write, or a piece of it, and again where that is safe. Does not throw for a request that fails or that is
   * withheld.
   *
   * @param request sends what the look has left of the piece
   * @param ids the objects that a failure concerns; empty where it may be any
   */
  async sendPiece<W extends Write, R>(
    piece: W,
    request: (requests: Requests, ready: W) => Promise<R>,
    ids: readonly string[] = [],
  ): Promise<Answer<R>> {
    const { writer, signal } = this.#options;
    const once = async (requests: Requests, unclear: boolean): Promise<Answer<R>> => {
      const ready = await this.ready(piece, unclear);
      if ("reason" in ready)
        return {
          failure: { ...withheldFailure(ready.reason, unclear, ids), unsent: !this.stateOf(piece).isRecorded },
        };
      let arrived = true;
      try {
        return { receipt: await request(requests, ready.write) };
      } catch (thrown) {
        if (thrown instanceof RequestError) arrived = !thrown.unsent;
        if (thrown instanceof RequestError && thrown.refused) ready.takeBack();
        throw thrown;
      } finally {
        if (arrived) this.#sent.add([piece.id, piece.kind, ...idsIn(piece)].join(" "));
      }
    };
    try {
      // a second POST could create a thing twice
      return await attempting(writer, once, { isRepeatable: piece.kind !== "create", signal });
    } catch (thrown) {
      return { failure: failureOf(thrown, ids) };
    }
  }

  /**
   * What may go out of a write, after a look; or why nothing may.
   *
   * @param unclear an earlier attempt of it may have taken effect
   */
  async ready<W extends Write>(
    piece: W,
    unclear: boolean,
  ): Promise<{ readonly write: W; readonly takeBack: () => void } | { readonly reason: Reason }> {
    const { signal, record } = this.#options;
    const stopped = (): Reason | undefined => (signal?.aborted === true ? { is: "interrupted" } : this.halted);
    this.waiting -= this.#unseen.get(piece.id) ?? 0;
    this.#unseen.delete(piece.id);
    const before = stopped();
    if (before !== undefined) return { reason: before };
    const state = this.stateOf(piece);
    // what was left out stays left out: it is reported, and the journal lacks it
    const looked = await this.#look(without(piece, state.dropped), unclear);
    if ("reason" in looked) return looked;
    const after = stopped();
    if (after !== undefined) return { reason: after };
    const { write, changed = [], departed = [], expected = [], apart = [], unexpected = [] } = looked;
    for (const id of apart) state.apart.add(id);
    state.changed.push(...changed.filter((each) => !state.changed.some((known) => isSamePlace(known, each))));
    state.departed.push(...departed.filter((each) => !state.departed.some((known) => isSamePlace(known, each))));
    if (write === undefined)
      return { reason: { is: changed.length > 0 ? "changed" : unexpected.length > 0 ? "unexpected" : "done" } };
    const left = new Set(idsIn(write));
    for (const id of idsIn(piece)) if (!left.has(id)) state.dropped.add(id);
    if (!state.isRecorded) {
      try {
        record(write, expected);
      } catch (thrown) {
        if (!(thrown instanceof ScanformError)) throw thrown;
        return { reason: (this.halted ??= { is: "unrecorded", because: messageOf(thrown) }) };
      }
      state.isRecorded = true;
    }
    return { write, takeBack: this.#options.sentWrites.sending(write, expected) };
  }

  async #look<W extends Write>(piece: W, unclear: boolean): Promise<WriteJudgement<W> | { readonly reason: Reason }> {
    try {
      return (await this.#judge.judge(piece, this.stateOf(piece).isRecorded)) as WriteJudgement<W>; // each case narrows a write of its own kind
    } catch (thrown) {
      if (!(thrown instanceof ScanformError)) throw thrown;
      // a stop may end the look itself
      if (this.#options.signal?.aborted === true) return { reason: { is: "interrupted" } };
      const because = unclear
        ? `the answer was lost, and it was not sent again, since what it replaces could not be read: ${messageOf(thrown)}`
        : `not sent, since what it would replace could not be read: ${messageOf(thrown)}`;
      const reason = { is: "unread", because } as const;
      // a service that answers nothing is not asked again for each of a thousand writes
      if (!(thrown instanceof RequestError) || isLasting(thrown)) this.halted ??= reason;
      return { reason };
    }
  }
}

const isSamePlace = (one: Changed, other: Changed): boolean => one.address === other.address && one.path === other.path;

/** Every other read would fail in the same way. */
const isLasting = ({ status }: RequestError): boolean =>
  status === undefined || status === 401 || status === 403 || status === 429 || status === 503;
