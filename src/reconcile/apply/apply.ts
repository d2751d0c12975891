import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import type { Configuration, Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId } from "../../model/ids";
import { identify } from "../plan/identify";
import { isEmpty, type Plan } from "../plan/plan";
import { isTriageWrite } from "../plan/write";
import type { Writer } from "../ports";
import { basisOf } from "./basis";
import { type Changed, changedLeaves, changedText } from "./changed";
import { countingOn, execute, type ExecuteOptions } from "./execute";
import { fallbackWrites } from "./fallback-writes";
import { type LookReader, Looks } from "./looks";
import { diagnosticsOf, notConverged, type Outcome, outcomesOf } from "./outcome";
import { Preflight } from "./preflight";
import { createdIds, type ReadBack, readBack, readTriagesBack, replacements, type TriagesReadBack } from "./read-back";
import type { SendContext } from "./send";
import { unlikeTargets } from "./verify";
import { hadNoEffect, type WriteResult } from "./write-result";

export interface Applied {
  readonly outcomes: readonly Outcome[];
  /** Requests to write of which an attempt may have arrived: each attempt counts. */
  readonly sent: number;
  /** The account was read after the last write had ended, and holds everything that was planned. */
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
  readonly reader: LookReader;
  readonly writer: Writer;
  /** After an abort no further write is started; writes in flight are awaited. */
  readonly signal?: AbortSignal | undefined;
  /** Waits between two reads of the result, in milliseconds: reads may lag behind writes. */
  readonly grace?: readonly number[];
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Monotonic milliseconds: decides how old a look is. */
  readonly now?: () => number;
  /** How long to wait for what was written at an address, in milliseconds, where nothing of it is seen. */
  readonly patience?: (address: Address) => number;
}

/**
 * Sends the plan's writes, each after a fresh look at what it replaces, reads back the objects that they touch, and
 * reports the outcome of every change. Only a read that began after the last write had ended decides what succeeded
 * (decision 25).
 */
export async function apply(plan: Plan, options: ApplyOptions): Promise<Applied> {
  if (isEmpty(plan)) return nothingToDo;
  const { reader, writer, sleep, signal, patience, onProgress, journal, now = () => performance.now() } = options;
  const { grace = [0, 250, 1000, 3000] } = options;
  const account = plan.account.id;
  const onRead = (configurations: readonly Configuration[]): void => {
    preflight.judge.read(configurations);
  };
  const onRepositories = (repositories: readonly Repository[]): void => {
    preflight.judge.readRepositories(repositories);
  };
  const waiting = () => preflight.waiting;
  const looking = { reader, account, now, signal, live: plan.live, waiting, onRead, onRepositories };
  const looks: Looks = new Looks(looking);
  const preflight: Preflight = new Preflight({ plan, looks, signal, record: (write) => journal?.sending(write) });
  let sent = 0;
  const attempted = (arrived: boolean): void => {
    if (arrived) sent += 1;
  };
  const known = new Set(plan.basis.configurations.map((each) => each.id));
  const to: SendContext = { account, writer, looks, preflight, attempted, known, sleep, grace, patience, signal };
  const allBack = async (results: readonly WriteResult[], patient: boolean): Promise<Back> => {
    const readBackOptions = { reader, sleep, grace, signal, onRead, onRepositories, ...(patient ? { patience } : {}) };
    const configurations = await readBack(plan, results, readBackOptions);
    return { configurations, triages: await readTriagesBack(plan, results, readBackOptions) };
  };

  const basis = basisOf(plan);
  preflight.expect(plan.writes, basis);
  const triages = plan.writes.filter(isTriageWrite);
  const others = plan.writes.filter((each) => !isTriageWrite(each));
  const done = await execute(others, to, { ...options, onProgress: countingOn(onProgress, 0, triages.length) });
  // last, since no other write depends on them
  const last = await execute(triages, to, { ...options, onProgress: countingOn(onProgress, others.length) });
  const first = [...done, ...last];
  const back = await allBack(first, true);
  const more = signal?.aborted === true ? [] : secondAttempts(plan, first, back, preflight);
  if (more.length === 0) return applied(plan, first, back, { sent, preflight });
  looks.forget(); // older than what these writes are computed from
  const { seen = { configurations: [], repositories: [] } } = back.configurations;
  preflight.expect(more, {
    configurations: new Map([...basis.configurations, ...seen.configurations.map((each) => [each.id, each] as const)]),
    repositories: new Map([
      ...basis.repositories,
      ...seen.repositories.map((each) => [each.id, each.configuration_id] as const),
    ]),
  });
  const counting = { ...options, onProgress: countingOn(onProgress, first.length), concurrency: 1 };
  const second = await execute(more, to, counting);
  // a retry that was stopped does not replace the first result
  const results = [...first, ...second.filter((each) => each.status !== "skipped" || each.changed !== undefined)];
  // no second wait for what is still unseen
  return applied(plan, results, await allBack(results, false), { sent, preflight });
}

/** An empty plan is verified by the read that it was made from. */
export const nothingToDo: Applied = {
  outcomes: [],
  sent: 0,
  verified: true,
  unread: false,
  wrote: false,
  diagnostics: [],
  created: new Map(),
};

/** What the service holds after the writes. */
interface Back {
  readonly configurations: ReadBack;
  readonly triages: TriagesReadBack;
}

/** Writes in another form, where the service has answered and kept what it had. */
function secondAttempts(
  plan: Plan,
  results: readonly WriteResult[],
  { configurations, triages }: Back,
  { judge }: Preflight,
) {
  const more = fallbackWrites(plan, results, configurations, judge);
  return [...more, ...replacements(plan, results, triages, plan.writes.length + more.length)];
}

function applied(
  plan: Plan,
  results: readonly WriteResult[],
  { configurations, triages }: Back,
  { sent, preflight }: { readonly sent: number; readonly preflight: Preflight },
): Applied {
  const { seen } = configurations;
  const missing = [...configurations.missing, ...triages.missing];
  const unread = [...configurations.unread, ...triages.unread];
  const isUnread = unread.length > 0;
  const outcomes = outcomesOf(plan, results, missing, unreadAddresses(results, { configurations, triages }));
  const succeeded = outcomes.every((each) => each.status === "succeeded");
  const isHeld = missing.length === 0 && !isUnread && succeeded;
  const others = seen === undefined ? [] : [...namedTwice(plan, seen), ...(isHeld ? changedTargets(plan, seen) : [])];
  return {
    outcomes,
    sent,
    verified: isHeld && others.length === 0,
    unread: isUnread,
    wrote: sent > 0 && results.some(tookEffect),
    diagnostics: [
      ...diagnosticsOf(outcomes, missing),
      ...others,
      ...meanwhile(plan, results, preflight, configurations),
      ...unread,
      ...(isUnread ? [notReadBack(sent)] : []),
    ],
    created: createdIds(results),
    ...(seen === undefined ? {} : { seen: seen.configurations }),
    ...(seen === undefined || seen.repositories.length === 0 ? {} : { seenRepositories: seen.repositories }),
  };
}

/** The addresses of which it is not known what the service holds. */
const unreadAddresses = (results: readonly WriteResult[], { configurations, triages }: Back): ReadonlySet<string> =>
  new Set([
    ...results.flatMap(({ write }) => {
      const { seen } = isTriageWrite(write) ? triages : configurations;
      return seen === undefined ? write.carries : [];
    }),
    ...triages.unread.flatMap(({ address }) => address ?? []),
  ]);

const notReadBack = (sent: number): Diagnostic =>
  error(
    "not-read-back",
    `${sent === 0 ? "No request left this machine" : `${String(sent)} ${sent === 1 ? "request" : "requests"} may have arrived`}, and the account could not be read afterwards, so what it holds is not known. Plan again once the service answers: the plan shows what is left.`,
  );

/**
 * The service has no conditional writes, so somebody else may have created a configuration of the same name in the
 * meantime.
 */
const namedTwice = (plan: Plan, { configurations }: NonNullable<ReadBack["seen"]>): readonly Diagnostic[] =>
  identify(plan.desired.configurations, configurations).diagnostics.filter(({ code }) => code === "name-live-twice");

/**
 * A repository has what was declared only where its configuration holds that, also one that was not to change: somebody
 * else may have changed it since the repository came.
 */
const changedTargets = (plan: Plan, { configurations }: NonNullable<ReadBack["seen"]>): readonly Diagnostic[] =>
  unlikeTargets(plan, configurations).map(notConverged);

/** Took effect at least in part, or may have. */
const tookEffect = (result: WriteResult): boolean =>
  result.status === "succeeded" || (result.status === "failed" && !hadNoEffect(result));

/**
 * Notes about what somebody else has changed at the objects of a plan while it was applied, and what no write of it
 * concerns: undeclared leaves that differ from the last look, and repositories that have left.
 */
export function meanwhile(
  { configurations }: Plan,
  results: readonly WriteResult[],
  preflight: Preflight,
  { missing, seen }: ReadBack,
): readonly Diagnostic[] {
  const now = new Map((seen?.configurations ?? []).map((each) => [each.id, each]));
  const reported = groupBy(missing, ({ address }) => address);
  const leaves = configurations.flatMap(({ address, live, after, action }): readonly Changed[] => {
    const looked = live === undefined || action === "no-op" ? undefined : preflight.judge.seen.get(live.id);
    const read = looked === undefined ? undefined : now.get(looked.id);
    if (looked === undefined || read === undefined) return [];
    const known = new Set((reported.get(address) ?? []).map(({ path }) => path));
    return changedLeaves(read.settings, undefined, looked.settings, { settings: after, replaces: undefined }, [])
      .filter(({ path }) => !known.has(path))
      .map((each) => ({ address, ...each }));
  });
  const departed = results.flatMap(({ write }) => preflight.stateOf(write).departed);
  const notes = groupBy([...leaves, ...departed], ({ address }) => address);
  return [...notes].map(([address, all]) =>
    warning("changed-meanwhile", `${all.map(changedText).join("; ")}. It is left as it is.`, { address }),
  );
}
