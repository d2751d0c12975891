import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { Configuration } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import { execute, type ExecuteOptions } from "./execute";
import { hadNoEffect, type WriteResult } from "./write-result";
import type { SendContext } from "./send-context";
import { identify } from "../plan/identify";
import { fallbackWrites } from "./fallback-writes";
import { diagnosticsOf, type Outcome, outcomesOf } from "./outcome";
import type { Plan } from "../plan/plan";
import { type Reader, RequestError, type Writer } from "../ports";
import { createdIds, type ReadBack, readBack } from "./read-back";

export interface Applied {
  readonly outcomes: readonly Outcome[];
  /** Requests that were sent to write, whether or not they succeeded. */
  readonly sent: number;
  /** Whether the service was read afterwards and holds all that the plan said. */
  readonly verified: boolean;
  /** It could not be read afterwards, so that nobody knows. */
  readonly unread: boolean;
  /** At least one write took effect, or may have. */
  readonly wrote: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The ids that the service gave to new configurations. */
  readonly created: ReadonlyMap<Address, ConfigurationId>;
  /** What was seen when reading back: all configurations; absent when nobody looked, or could. */
  readonly seen?: readonly Configuration[];
}

export interface ApplyOptions extends ExecuteOptions {
  readonly reader: Pick<Reader, "configurations" | "repositories">;
  readonly writer: Writer;
  /** No further write is begun once it is aborted; those under way are waited for. */
  readonly signal?: AbortSignal | undefined;
  /** Waits between two looks at what was written, in milliseconds: reads may lag behind writes. */
  readonly grace?: readonly number[];
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** Sends the plan's writes, reads back what they touched, and says of every change what became of it. */
export async function apply(plan: Plan, options: ApplyOptions): Promise<Applied> {
  const { reader, sleep, signal, grace = [0, 250, 1000, 3000] } = options;
  const counter = { sent: 0 };
  const to: SendContext = {
    account: plan.account.id,
    writer: counted(options.writer, counter),
    wholeList: () => reader.configurations(plan.account.id),
    known: new Set(plan.basis.configurations.map((each) => each.id)),
    sleep,
    grace,
    signal,
  };
  let results = await execute(plan.writes, to, options);
  if (counter.sent === 0) return applied(plan, results, counter.sent, { missing: [], unread: [] });
  let back = await readBack(plan, results, { reader, sleep, grace });
  const more = signal?.aborted === true ? [] : fallbackWrites(plan, results, back);
  if (more.length > 0) {
    const again = await execute(more, to, { ...options, concurrency: 1 });
    results = [...results, ...again];
    back = await readBack(plan, results, { reader, sleep, grace });
  }
  return applied(plan, results, counter.sent, back);
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
  };
}

/** The service has no conditional writes: somebody else may have made a configuration of the same name meanwhile. */
const namedTwice = (plan: Plan, { configurations }: NonNullable<ReadBack["seen"]>): readonly Diagnostic[] =>
  identify(plan.desired.configurations, configurations).diagnostics.filter(({ code }) => code === "name-live-twice");

/** At least in part, or perhaps. */
const tookEffect = (result: WriteResult): boolean =>
  result.status === "succeeded" || (result.status === "failed" && !hadNoEffect(result));

/** Counts the requests of a writer that left. */
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
  };
}
