import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { accountId, configurationId } from "../../../src/model/ids";
import { type JournalEntry, sendingEntries, settledEntry } from "../../../src/reconcile/apply/journal-entry";
import { plan, type PlanOptions } from "../../../src/reconcile/plan/plan";
import { laidBy } from "../apply/context";
import { Account, readings } from "../readings";

export const account = { id: accountId("account") };

/** Applies a declaration by a reading, and keeps the journal of it, also as it is where no write was answered. */
export function applied(before: Observed, declaration: Desired, at = readings[0], options: PlanOptions = {}) {
  if (at === undefined) throw new Error("no reading");
  const made = plan(account, declaration, before, options);
  const after = new Account(before, at);
  const note = sendingEntries(made);
  const entries: JournalEntry[] = [{ type: "begin", account, baseUrl: "https://h", aliases: [] }];
  for (const write of made.writes) {
    entries.push(note(write, laidBy(write, after.observed.configurations)));
    after.take(write);
    const created = write.kind === "create" ? configurationId(`new ${write.body.name}`) : undefined;
    entries.push(settledEntry({ write, status: "succeeded", ...(created === undefined ? {} : { created }) }));
  }
  // through JSON, as a file does
  const journal = JSON.parse(JSON.stringify(entries)) as readonly JournalEntry[];
  return {
    after,
    world: { ...before, ...after.observed },
    entries: journal,
    unanswered: journal.filter(({ type }) => type !== "settled"),
  };
}

export const on = { analyzers: { a: { enabled: true } } };
export const off = { analyzers: { a: { enabled: false } } };
