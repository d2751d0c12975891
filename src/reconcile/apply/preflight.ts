import { messageOf, ScanformError } from "../../diagnostics/error";
import type { Plan } from "../plan/plan";
import { idsIn, without, type Write } from "../plan/write";
import { type Attempt, RequestError } from "../ports";
import type { Basis } from "./basis";
import type { ConfigurationId } from "../../model/ids";
import type { Changed } from "./changed";
import type { Laid } from "./laid";
import type { Looks } from "./looks";
import { type Reason, Withheld } from "./write-result";
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

export interface PreflightOptions {
  readonly plan: Plan;
  readonly looks: Looks;
  /**
   * Records a write before it is sent, and what it is to leave of each configuration.
   *
   * @throws ScanformError when it cannot be recorded
   */
  readonly record: (write: Write, laid: readonly Laid[]) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * The check of every write right before each attempt: it looks at what the write replaces, leaves out what somebody
 * else has changed, and records what goes out (decision 25).
 */
export class Preflight {
  readonly #options: PreflightOptions;
  /** What was looked at, and what readings have shown of it since. */
  readonly judge: WriteJudge;
  readonly #states = new Map<number, WriteState>();
  /** Why no write goes out any more. */
  halted: Reason | undefined;
  /** The number of configurations of each write that has not been checked yet. */
  readonly #unchecked = new Map<number, number>();
  /** The number of configurations that the writes to come have still to look at. */
  waiting = 0;

  constructor(options: PreflightOptions) {
    this.#options = options;
    this.judge = new WriteJudge(options.plan, options.looks);
  }

  /** What the next writes are, and what they rest on. */
  expect(writes: readonly Write[], basis: Basis): void {
    this.judge.basis = basis;
    for (const each of writes) {
      const count = each.kind === "bulk" ? each.configurations.length : 1;
      this.#unchecked.set(each.id, count);
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
   * @param piece the write, or a part of it
   * @returns what may go out of it
   * @throws Withheld
   */
  async check<W extends Write>(piece: W, { unclear }: Attempt): Promise<W> {
    const withhold = (reason: Reason): never => {
      throw new Withheld(reason, unclear);
    };
    const stopIfAsked = (): void => {
      if (this.#options.signal?.aborted === true) withhold({ is: "interrupted" });
      if (this.halted !== undefined) withhold(this.halted);
    };
    this.waiting -= this.#unchecked.get(piece.id) ?? 0;
    this.#unchecked.delete(piece.id);
    stopIfAsked();
    const state = this.stateOf(piece);
    // what was left out stays left out: it is reported, and the journal lacks it
    const judgement = await this.#judged(without(piece, state.dropped), unclear);
    const { write, changed = [], departed = [], laid = [], apart = [], beside = [] } = judgement;
    stopIfAsked();
    for (const id of apart) state.apart.add(id);
    state.changed.push(...changed.filter((each) => !state.changed.some((known) => isSamePlace(known, each))));
    state.departed.push(...departed.filter((each) => !state.departed.some((known) => isSamePlace(known, each))));
    if (write === undefined)
      return withhold({ is: changed.length > 0 ? "changed" : beside.length > 0 ? "beside" : "done" });
    const left = new Set(idsIn(write));
    for (const id of idsIn(piece)) if (!left.has(id)) state.dropped.add(id);
    if (!state.isRecorded) {
      try {
        this.#options.record(write, laid);
      } catch (thrown) {
        if (!(thrown instanceof ScanformError)) throw thrown;
        this.halted ??= { is: "unrecorded", because: messageOf(thrown) };
        withhold(this.halted);
      }
      state.isRecorded = true;
    }
    this.judge.sending(write, laid);
    return write;
  }

  /** @throws Withheld when it cannot be read */
  async #judged<W extends Write>(piece: W, unclear: boolean): Promise<WriteJudgement<W>> {
    try {
      return (await this.judge.judge(piece, this.stateOf(piece).isRecorded)) as WriteJudgement<W>; // each case narrows a write of its own kind
    } catch (thrown) {
      if (!(thrown instanceof ScanformError)) throw thrown;
      // a stop may end the look itself
      if (this.#options.signal?.aborted === true) throw new Withheld({ is: "interrupted" }, unclear);
      const because = unclear
        ? `the answer was lost, and it was not sent again, since what it replaces could not be read: ${messageOf(thrown)}`
        : `not sent, since what it would replace could not be read: ${messageOf(thrown)}`;
      const reason = { is: "unread", because } as const;
      // a service that answers nothing is not asked again for each of a thousand writes
      if (!(thrown instanceof RequestError) || isLasting(thrown)) this.halted ??= reason;
      throw new Withheld(reason, unclear);
    }
  }
}

const isSamePlace = (one: Changed, other: Changed): boolean => one.address === other.address && one.path === other.path;

/** Every other read would fail in the same way. */
const isLasting = ({ status }: RequestError): boolean =>
  status === undefined || status === 401 || status === 403 || status === 429 || status === 503;
