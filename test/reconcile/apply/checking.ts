import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import { accountId } from "../../../src/model/ids";
import { priorStateOf } from "../../../src/reconcile/apply/prior-state";
import type { Changed } from "../../../src/reconcile/plan/conflict";
import { type SenderOptions, WriteSender } from "../../../src/reconcile/apply/write-sender";
import { Looks } from "../../../src/reconcile/apply/looks";
import type { LookReader } from "../../../src/reconcile/ports";
import type { Reason } from "../../../src/reconcile/apply/write-result";
import { plan, type PlanOptions } from "../../../src/reconcile/plan/plan";
import { SentWrites } from "../../../src/reconcile/apply/sent-writes";
import type { Write } from "../../../src/reconcile/plan/write";
import { shown, triaged } from "../account";
import { memory } from "../memory";
import { Account, usual } from "../readings";

export interface Given extends Partial<Pick<SenderOptions, "record" | "signal">> {
  /** The categories of findings before. */
  readonly triages?: Readonly<Record<string, string>>;
  readonly options?: PlanOptions;
  /** Default: the only write of the plan. */
  readonly pick?: (write: Write) => boolean;
  readonly reader?: (from: LookReader) => LookReader;
}

/** What went out of a write; or why it did not. */
export interface Checked {
  readonly goes?: unknown;
  readonly withheld?: Reason;
  /** An earlier attempt may have taken effect. */
  readonly unclear?: true;
}

const same = (from: LookReader): LookReader => from;

/** Plans, and checks writes before they are sent. Each check reads again. */
export function checking(observed: Observed, declared: Desired, given: Given = {}) {
  const { triages = {}, options, reader: look = same, record, signal } = given;
  const world = new Account(observed, usual, triages);
  const held = Object.fromEntries((declared.triages ?? []).map(({ findingId: id }) => [id, world.triages.get(id)]));
  const made = plan(
    { id: accountId("account") },
    declared,
    { ...observed, triages: triaged(held, Date.UTC(2026, 0, 1)) },
    options,
  );
  const noted: unknown[] = [];
  const { reader: from, writer } = memory(world);
  const reader = look(from);
  let time = 0;
  const looks: Looks = new Looks({
    reader,
    account: made.account.id,
    live: made.observed.configurations.length,
    now: () => time,
    waiting: () => sender.waiting,
  });
  const sentWrites = new SentWrites(made);
  const sender: WriteSender = new WriteSender({
    sentWrites,
    writer,
    looks,
    signal,
    record: record ?? ((write) => noted.push(shown(write))),
  });
  const prior = priorStateOf(made);
  sender.expect(made.writes, prior);
  const check = async (write: Write | undefined, unclear = false): Promise<Checked> => {
    if (write === undefined) throw new Error("no such write");
    time += 1000;
    const ready = await sender.ready(write, unclear);
    if ("write" in ready) return { goes: shown(ready.write) };
    return { withheld: ready.reason, ...(unclear ? { unclear: true } : {}) };
  };
  return { world, plan: made, sender, sentWrites, noted, looks, prior, check };
}

/** Calls this for each read, which may throw. */
export const reading = (onRead: () => void): { readonly reader: (from: LookReader) => LookReader } => ({
  reader: (from) => ({
    ...from,
    list: async (list, ...given) => {
      if (list === "configurations") onRead();
      return from.list(list, ...given);
    },
    configuration: async (...given) => {
      onRead();
      return from.configuration(...given);
    },
  }),
});

/** The first write of a plan. */
export const first = ({ writes: [write] }: { readonly writes: readonly Write[] }): Write => {
  if (write === undefined) throw new Error("no write");
  return write;
};

/** What was said of a write: its address without what all have in common, and the rest as it is. */
export const said = (all: readonly Changed[]) =>
  all.map(({ address, ...each }) => [address.replace(/^scanform_\w+\./, ""), each]);

export interface Row {
  readonly title: string;
  /** What somebody else does before the write goes out. */
  readonly deed: (world: Account) => void;
  /** What goes out; undefined where nothing does. */
  readonly goes?: unknown;
  /** What has changed: an address and a part. */
  readonly changed?: readonly unknown[];
  /** What was to be kept, and has left. */
  readonly departed?: readonly unknown[];
  /** The configurations of a bulk update that get a write each. */
  readonly apart?: readonly string[];
  /** Why nothing goes out; default: `changed`. */
  readonly withheld?: "done";
}

type Deed = Row["deed"];

/** Somebody changes a configuration. */
export const changing =
  (id: string, by: Parameters<Account["change"]>[1]): Deed =>
  (world) => {
    world.change(id, by);
  };
/** Somebody deletes a configuration. */
export const removing =
  (id: string): Deed =>
  (world) => {
    world.remove(id);
  };

/** The write as it was planned. */
export const asPlanned = Symbol("as planned");

/** Checks one write of a plan. @param of what the titles of the rows are said of */
export function checksOf(
  of: string,
  observed: Observed,
  declared: Desired,
  rows: readonly Row[],
  given: Given = {},
): void {
  const { pick = () => true } = given;
  test.each(rows)(
    `${of} $title`,
    async ({ deed, goes, changed = [], departed = [], apart = [], withheld = "changed" }) => {
      const { world, plan, sender, noted, check } = checking(observed, declared, given);
      const [write, ...others] = plan.writes.filter(pick);
      if (write === undefined || others.length > 0) throw new Error("another number of writes than one");
      // what follows a trial rests on it
      const trial = plan.writes.find((each) => each.kind === "bulk" && each.part === "trial");
      if (write.kind === "bulk" && write.part === "rest") await check(trial);
      noted.length = 0;
      deed(world);
      const sent = goes === asPlanned ? shown(write) : goes;
      expect(await check(write)).toEqual(sent === undefined ? { withheld: { is: withheld } } : { goes: sent });
      expect(noted).toEqual(sent === undefined ? [] : [sent]);
      const flown = sender.stateOf(write);
      expect(flown.isRecorded).toBe(sent !== undefined);
      expect({ changed: said(flown.changed), departed: said(flown.departed) }).toEqual({ changed, departed });
      expect([...flown.apart]).toEqual(apart);
    },
  );
}
