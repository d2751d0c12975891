import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { Configuration, ObservedTriages, Repository } from "../../model/observed";
import type { Address, ConfigurationId } from "../../model/ids";
import { isEmpty, type Plan } from "../plan/plan";
import { isTriageWrite, type Write, type WriteDraft } from "../plan/write";
import type { LookReader, Writer } from "../ports";
import { priorStateOf } from "./prior-state";
import { countingOn, execute, type ExecuteOptions } from "./execute";
import { fallbackWrites } from "./fallback-writes";
import type { ExpectedState } from "./expected-state";
import { Looks } from "./looks";
import { changedTargets, filledIn, meanwhile, namedTwice, notReadBack, takenAway } from "./apply-diagnostics";
import { diagnosticsOf, type Outcome, outcomesOf } from "./outcome";
import { WriteSender } from "./write-sender";
import { createdIds, type ReadBack, readBack, readTriagesBack, replacements, type TriagesReadBack } from "./read-back";
import type { SendContext } from "./send";
import { isPart, singleWrites, tryBulks } from "./trial";
import { SentWrites, type UnexpectedChange } from "./sent-writes";
import { hadNoEffect, wasSent, type WriteResult } from "./write-result";

export interface Applied {
  readonly outcomes: readonly Outcome[];
  /** The number of requests to write that may have arrived, in whatever number of attempts. */
  readonly sent: number;
  /** The account was read after the last write had ended, and holds everything that was planned. */
  readonly verified: boolean;
  /** The account could not be read back after a request, so the result is unknown. */
  readonly unread: boolean;
  /** At least one write took effect, or may have. */
  readonly wrote: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The ids that the service gave to new configurations. */
  readonly created: ReadonlyMap<Address, ConfigurationId>;
  /** Leaves that are neither as before a write nor as it was to leave them. */
  readonly unexpected: readonly UnexpectedChange[];
  /** All configurations as read back; absent when nothing was or could be read. */
  readonly seen?: readonly Configuration[];
  /** All repositories as read back; absent where no write concerned them. */
  readonly seenRepositories?: readonly Repository[];
  /** The triages that were written, as read back. */
  readonly seenTriages?: ObservedTriages;
}

export interface ApplyOptions extends ExecuteOptions {
  readonly reader: LookReader;
  readonly writer: Writer;
  /** After an abort no further write is started; writes in flight are awaited. */
  readonly signal?: AbortSignal | undefined;
  /**
   * What was withheld, since somebody else had changed it, has succeeded where the account holds it in the end: another
   * apply of the same plan has done it. Its id is in `seen`, not in `created`. By default it is skipped.
   */
  readonly byOthers?: boolean;
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
  const { grace = [0, 250, 1000, 3000], byOthers = false } = options;
  const account = plan.account.id;
  const sentWrites = new SentWrites(plan);
  const waiting = () => sender.waiting;
  const looking = {
    reader: writer.looks,
    account,
    now,
    signal,
    live: plan.observed.configurations.length,
    waiting,
    sentWrites,
  };
  const looks: Looks = new Looks(looking);
  const record = (write: Write, expected: readonly ExpectedState[]): void => journal?.sending(write, expected);
  const sender = new WriteSender({ sentWrites, writer, looks, signal, record });
  const known = new Set(plan.observed.configurations.map((each) => each.id));
  const to: SendContext = { account, sender, sentWrites, looks, known, sleep, grace, patience, signal };
  const allBack = async (results: readonly WriteResult[], patient: boolean): Promise<Back> => {
    const readBackOptions = { reader, sleep, grace, signal, sentWrites };
    const configurations = await readBack(plan, results, patient ? { ...readBackOptions, patience } : readBackOptions);
    const triages = await readTriagesBack(plan, results, readBackOptions);
    const unexpected = (configurations.seen?.configurations ?? []).flatMap((each) => sentWrites.unexpectedIn(each));
    return { configurations, triages, unexpected };
  };

  const prior = priorStateOf(plan);
  const results: WriteResult[] = [];
  let total = plan.writes.length;
  let next = total; // the number of the next write that was not planned: the journal tells writes apart by it
  const run = async (writes: readonly Write[], concurrency = options.concurrency): Promise<readonly WriteResult[]> => {
    const before = results.filter(wasSent).length;
    const progress = countingOn(onProgress, before, Math.max(0, total - before - writes.length));
    const done = await execute(writes, to, { journal, concurrency, onProgress: progress });
    results.push(...done);
    return done;
  };
  const numbered = (drafts: readonly WriteDraft[]): readonly Write[] => {
    const from = next;
    next += drafts.length;
    return drafts.map((draft, at) => ({ ...draft, id: from + at, after: [] }));
  };

  sender.expect(plan.writes, prior);
  const triages = plan.writes.filter(isTriageWrite);
  await run(plan.writes.filter((each) => !isTriageWrite(each) && !isPart(each)));
  const tried = await tryBulks(plan, { run, numbered, to, reader });
  const alone = results.flatMap(({ write }) => [...sender.stateOf(write).apart]);
  if (alone.length > 0) {
    const patches = numbered(alone.flatMap((id) => singleWrites(sentWrites.changeOf(id))));
    total += patches.length;
    sender.expect(patches, prior);
    await run(patches);
  }
  await run(triages); // last, since no other write depends on them

  const back = await allBack(results, true);
  const more = signal?.aborted === true ? [] : secondAttempts(plan, results, back, sentWrites, next);
  if (more.length === 0) return applied(plan, results, back, { sender, sentWrites, tried, byOthers });
  looks.forget(); // older than what these writes are computed from
  const { seen = { configurations: [], repositories: [] } } = back.configurations;
  sender.expect(more, {
    configurations: new Map([...prior.configurations, ...seen.configurations.map((each) => [each.id, each] as const)]),
    repositories: new Map([
      ...prior.repositories,
      ...seen.repositories.map((each) => [each.id, each.configuration_id] as const),
    ]),
  });
  total += more.length;
  const before = results.length;
  const second = await run(more, 1);
  // a retry that was stopped does not replace the first result
  const all = [
    ...results.slice(0, before),
    ...second.filter((each) => each.status !== "skipped" || each.changed !== undefined),
  ];
  // no second wait for what is still unseen
  return applied(plan, all, await allBack(all, false), { sender, sentWrites, tried, byOthers });
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
  unexpected: [],
};

interface Sent {
  readonly sender: Pick<WriteSender, "sent" | "stateOf">;
  readonly sentWrites: SentWrites;
}

/** What the service holds after the writes. */
interface Back {
  readonly configurations: ReadBack;
  readonly triages: TriagesReadBack;
  /** What is neither as before a write nor as it was to leave it. */
  readonly unexpected: readonly UnexpectedChange[];
}

/** Writes in another form, where the service has answered and kept what it had. @param next the first free number */
function secondAttempts(
  plan: Plan,
  results: readonly WriteResult[],
  { configurations, triages, unexpected }: Back,
  sentWrites: SentWrites,
  next: number,
) {
  const more = fallbackWrites(plan, results, configurations, unexpected, sentWrites, next);
  return [...more, ...replacements(plan, results, triages, next + more.length)];
}

function applied(
  plan: Plan,
  results: readonly WriteResult[],
  { configurations, triages, unexpected }: Back,
  {
    sender,
    sentWrites,
    tried,
    byOthers,
  }: Sent & { readonly tried: readonly Diagnostic[] } & Required<Pick<ApplyOptions, "byOthers">>,
): Applied {
  const { seen } = configurations;
  const missing = [...configurations.missing, ...triages.missing];
  const unread = [...configurations.unread, ...triages.unread];
  const isUnread = unread.length > 0;
  const isUnclear = isUnread && sender.sent > 0; // without a request nothing has changed
  const outcomes = outcomesOf(plan, results, {
    missing,
    unexpected,
    unread: unreadAddresses(results, { configurations, triages, unexpected }),
    byOthers,
  });
  const succeeded = outcomes.every((each) => each.status === "succeeded");
  const isHeld = missing.length === 0 && unexpected.length === 0 && !isUnread && succeeded;
  const others =
    seen === undefined
      ? []
      : [...namedTwice(plan, seen), ...takenAway(sentWrites, seen), ...(isHeld ? changedTargets(plan, seen) : [])];
  return {
    outcomes,
    sent: sender.sent,
    verified: isHeld && others.length === 0,
    unread: isUnclear,
    wrote: sender.sent > 0 && results.some(tookEffect),
    diagnostics: [
      ...diagnosticsOf(outcomes, missing, unexpected),
      ...others,
      ...tried,
      ...meanwhile(plan, results, { sender, sentWrites }, seen),
      ...filledIn(seen?.configurations ?? [], sentWrites),
      ...unread,
      ...(isUnclear ? [notReadBack(sender.sent)] : []),
    ],
    created: createdIds(results),
    unexpected,
    ...(seen === undefined ? {} : { seen: seen.configurations }),
    ...(seen === undefined || seen.repositories.length === 0 ? {} : { seenRepositories: seen.repositories }),
    ...(triages.seen === undefined ? {} : { seenTriages: triages.seen }),
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

/** Took effect at least in part, or may have. */
const tookEffect = (result: WriteResult): boolean =>
  result.status === "succeeded" || (result.status === "failed" && !hadNoEffect(result));
