import { type Command, InvalidArgumentError } from "commander";
import { warning } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import type { Plan } from "../reconcile/plan/plan";
import type { AccountDocument } from "../report/document";
import type { AccountPlan } from "./account-plans";
import type { Io } from "./io";
import type { PolicyOptions } from "./command-policies";
import { slowProgress } from "./print";

export interface FindingsOptions {
  /** How many days of findings are read; absent for none. */
  readonly findings?: number;
}

/** The option of a command that reads open findings beside a plan. */
export const findings = (command: Command): Command =>
  command.option("--findings <days>", "count open findings where it weakens; such as 30d", days);

function days(text: string): number {
  const number = Number(/^(\d{1,3})d$/.exec(text)?.[1]);
  if (number >= 1 && number <= 365) return number;
  throw new InvalidArgumentError("It must be a number of days from 1d to 365d, such as 30d.");
}

/** The plans with the open findings that were asked for, one account after another. Sends only GET requests. */
export async function withFindings(
  io: Io,
  made: readonly AccountPlan[],
  { findings: asked }: FindingsOptions,
): Promise<readonly AccountPlan[]> {
  if (asked === undefined) return made;
  const read: AccountPlan[] = [];
  for (const each of made) read.push({ ...each, plan: await planWithFindings(io, each, asked) });
  return read;
}

/**
 * A plan that was made again, with what is kept of the reviewed one. Policies judge by what the service says: for them
 * the open findings of as many days are counted again, and the counts of the file are dropped.
 *
 * @throws ScanformError where they cannot be read: no policy is asked without them
 */
export async function keeping(
  io: Io,
  each: AccountPlan,
  reviewed: AccountDocument,
  { policy }: PolicyOptions,
): Promise<AccountPlan> {
  if (policy === undefined || reviewed.findings === undefined) return { ...each, kept: reviewed };
  const { findings, ...kept } = reviewed;
  const effects = kept.effects.map(({ findings: _counted, ...effect }) => effect);
  return { ...each, plan: await counted(io, each, findings.days), kept: { ...kept, effects } };
}

/** Findings that cannot be read are a warning: the plan is complete without them. */
async function planWithFindings(io: Io, each: AccountPlan, asked: number): Promise<Plan> {
  try {
    return await counted(io, each, asked);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError) || io.signal.aborted) throw thrown;
    const unread = warning("findings-unread", `${thrown.message} The plan itself is complete.`);
    return { ...each.plan, diagnostics: [...each.plan.diagnostics, unread] };
  }
}

async function counted(io: Io, { plan, session }: AccountPlan, asked: number): Promise<Plan> {
  const { readOpenFindings } = await import("../reconcile/refresh/read-open-findings.js"); // a plan that does not ask loads nothing of it
  const progress = slowProgress(io, "pages of findings");
  try {
    const options = { days: asked, signal: io.signal, onProgress: progress.show };
    return { ...plan, findings: await readOpenFindings(session.reader, plan, options) };
  } catch (thrown) {
    if (io.signal.aborted) fail("interrupted", "Nothing was changed.", {}, thrown);
    throw thrown;
  } finally {
    progress.end();
  }
}
