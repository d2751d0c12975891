import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { Configuration, Repository } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import { countingOn, execute, type ExecuteOptions } from "./execute";
import { hadNoEffect, type WriteResult } from "./write-result";
import type { SendContext } from "./send-context";
import { identify } from "../plan/identify";
import { fallbackWrites } from "./fallback-writes";
import { diagnosticsOf, type Outcome, outcomesOf } from "./outcome";
import type { Plan } from "../plan/plan";
import { type Reader, RequestError, type TriageReader, type Writer } from "../ports";
import { isTriageWrite } from "../plan/write";
import { applyTriages } from "./apply-triages";
import { createdIds, type ReadBack, readBack } from "./read-back";

export interface Applied {
  readonly outcomes: readonly Outcome[];
  /** Write requests sent, whether or not they succeeded. */
  readonly sent: number;
  /** The account was read back and holds everything that was planned. */
  readonly verified: boolean;
  /** The account could not be read back, so the result is unknown. */
  readonly unread: boolean;
  /** At least one write took effect, or may have. */
  readonly wrote: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The ids that the service gave to new configurations. */
  readonly created: ReadonlyMap<Address, ConfigurationId>;
  /** All configurations as read back; absent when nothing was or could be read. */
  readonly seen?: readonly Configuration[];
  /** All repositories as read back; absent where no write concerned them. */
  readonly seenRepositories?: readonly Repository[];
}

export interface ApplyOptions extends ExecuteOptions {
  readonly reader: Pick<Reader, "configurations" | "repositories" | keyof TriageReader>;
  readonly writer: Writer;
  /** After an abort no further write is started; writes in flight are awaited. */
  readonly signal?: AbortSignal | undefined;
  /** Waits between two reads of the result, in milliseconds: reads may lag behind writes. */
  readonly grace?: readonly number[];
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** How long to wait for what was written at an address, in milliseconds, where nothing of it is seen. */
  readonly patience?: (address: Address) => number;
}

/**
 * Sends the plan's writes, reads back the objects that they touched, and reports the outcome of every change.
 * Triages come last: nothing else waits for them.
 */
export async function apply(plan: Plan, options: ApplyOptions): Promise<Applied> {
  const { reader, sleep, signal, patience, onProgress, grace = [0, 250, 1000, 3000] } = options;
  const counter = { sent: 0 };
  const to: SendContext = {
    account: plan.account.id,
    writer: counted(options.writer, counter),
    wholeList: () => reader.configurations(plan.account.id),
    known: new Set(plan.basis.configurations.map((each) => each.id)),
    sleep,
    grace,
    patience,
    signal,
  };
  const triages = plan.writes.filter(isTriageWrite);
  const configured = await applyConfigurations(plan, to, options, () => counter.sent);
  const next = plan.writes.length + configured.results.length;
  const counting = { ...options, onProgress: countingOn(onProgress, configured.results.length) };
  const { results, missing, unread } = await applyTriages(triages, to, counting, next);
  return applied(plan, [...configured.results, ...results], counter.sent, {
    ...configured.back,
    missing: [...configured.back.missing, ...missing],
    unread: [...configured.back.unread, ...unread],
  });
}

interface AppliedConfigurations {
  readonly results: readonly WriteResult[];
  readonly back: ReadBack;
}

/** Sends the writes of configurations and assignments. @param sent the number of requests so far */
async function applyConfigurations(
  plan: Plan,
  to: SendContext,
  { reader, onProgress, ...options }: ApplyOptions,
  sent: () => number,
): Promise<AppliedConfigurations> {
  const { sleep, grace, patience, signal } = to;
  const writes = plan.writes.filter((each) => !isTriageWrite(each));
  const triages = plan.writes.length - writes.length;
  const results = await execute(writes, to, { ...options, onProgress: countingOn(onProgress, 0, triages) });
  if (sent() === 0) return { results, back: { missing: [], unread: [] } };
  const back = await readBack(plan, results, { reader, sleep, grace, patience, signal });
  const more = signal?.aborted === true ? [] : fallbackWrites(plan, results, back);
  if (more.length === 0) return { results, back };
  const again = { ...options, onProgress: countingOn(onProgress, results.length, triages), concurrency: 1 };
  const all = [...results, ...(await execute(more, to, again))];
  // what is still unseen has been waited for
  return { results: all, back: await readBack(plan, all, { reader, sleep, grace, signal }) };
}

function applied(
  plan: Plan,
  results: readonly WriteResult[],
  sent: number,
  { missing, unread, seen }: ReadBack,
): Applied {
  const outcomes = outcomesOf(plan, results, unread.length === 0 ? missing : undefined);
  const succeeded = outcomes.every((each) => each.status === "succeeded");
  const twice = seen === undefined ? [] : namedTwice(plan, seen);
  return {
    outcomes,
    sent,
    verified: missing.length === 0 && unread.length === 0 && twice.length === 0 && succeeded,
    unread: unread.length > 0,
    wrote: results.some(tookEffect),
    diagnostics: [...diagnosticsOf(outcomes, missing), ...twice, ...unread],
    created: createdIds(results),
    ...(seen === undefined ? {} : { seen: seen.configurations }),
    ...(seen === undefined || seen.repositories.length === 0 ? {} : { seenRepositories: seen.repositories }),
  };
}

/**
 * The service has no conditional writes, so somebody else may have created a configuration of the same name in the
 * meantime.
 */
const namedTwice = (plan: Plan, { configurations }: NonNullable<ReadBack["seen"]>): readonly Diagnostic[] =>
  identify(plan.desired.configurations, configurations).diagnostics.filter(({ code }) => code === "name-live-twice");

/** Took effect at least in part, or may have. */
const tookEffect = (result: WriteResult): boolean =>
  result.status === "succeeded" || (result.status === "failed" && !hadNoEffect(result));

/** Counts the requests that a writer sends. */
function counted(writer: Writer, counter: { sent: number }): Writer {
  const count =
    <A extends readonly unknown[], R>(send: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      counter.sent += 1;
      try {
        return await send(...given);
      } catch (thrown) {
        if (thrown instanceof RequestError && thrown.unsent) counter.sent -= 1;
        throw thrown;
      }
    };
  return {
    createConfiguration: count(writer.createConfiguration.bind(writer)),
    replaceConfiguration: count(writer.replaceConfiguration.bind(writer)),
    updateConfiguration: count(writer.updateConfiguration.bind(writer)),
    deleteConfiguration: count(writer.deleteConfiguration.bind(writer)),
    bulkUpdate: count(writer.bulkUpdate.bind(writer)),
    assignRepositories: count(writer.assignRepositories.bind(writer)),
    setTriage: count(writer.setTriage.bind(writer)),
    removeTriage: count(writer.removeTriage.bind(writer)),
  };
}
