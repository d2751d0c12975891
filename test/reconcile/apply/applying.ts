import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { apply, type ApplyOptions } from "../../../src/reconcile/apply/apply";
import type { Write } from "../../../src/reconcile/plan/write";
import type { Writer } from "../../../src/reconcile/ports";
import { declare, desired, give, live, names, planned } from "../account";
import { type Memory, memory } from "../memory";
import { Account, usual } from "../readings";

export interface Given extends Partial<Omit<ApplyOptions, "writer">> {
  /** Is called once the plan is made, before the first look. */
  readonly onStart?: (account: Account) => void;
  readonly writer?: (from: Writer) => Writer;
  /** Is called for each request to write. */
  readonly before?: (kind: Write["kind"], account: Account) => string | undefined;
  /** Is called after each wait, with how often has been waited. */
  readonly onWait?: (waited: number, account: Account) => void;
  readonly look?: (from: Memory["reader"]) => Memory["reader"];
}

const same = (from: Memory["reader"]): Memory["reader"] => from;

/** Applies a declaration to an account in memory. */
export async function applying(observed: Observed, declared: Desired, given: Given = {}) {
  const { before = () => undefined, onWait = () => undefined, onStart, writer, look = same, ...options } = given;
  const account = new Account(observed, usual);
  const service = memory(account, (kind) => before(kind, account));
  const waits: number[] = [];
  const plan = planned(declared, observed);
  onStart?.(account);
  const applied = await apply(plan, {
    reader: look(service.reader),
    writer: writer === undefined ? service.writer : writer(service.writer),
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      await Promise.resolve();
      onWait(waits.length, account);
    },
    ...options,
  });
  return { applied, waits, ...service, account };
}

export const observed = live({ one: { settings: { comment: "silent" }, has: ["r1", "r2"] }, two: {} });
export const change = desired([declare("one", { comment: "enabled" })]);
export const move = desired([declare("two")], give("two", names("r1")));
