import { type Command, InvalidArgumentError } from "commander";
import { fail } from "../diagnostics/error";
import type { Plan } from "../reconcile/plan/plan";
import type { AccountPlan } from "./declared-plans";
import type { Io } from "./io";
import { wholeNumber } from "./options";
import { slowProgress } from "./print";

/** What is asked about plans beside what they change. */
export interface WeighOptions {
  /** How many days of findings are read; absent for none. */
  readonly impact?: number;
  /** The most requests that reading them may take, of each account. */
  readonly impactLimit?: number;
}

/** The limit where none is given. */
const usualLimit = 500;

/** The options of every command that asks for it. */
export const weighing = (command: Command): Command =>
  command
    .option(
      "--impact <days>",
      "read the findings of so many days, such as 30d, and estimate what it would have meant",
      days,
    )
    .option(
      "--impact-limit <requests>",
      `with --impact: send at most so many requests for each account; ${String(usualLimit)} if left out`,
      wholeNumber(0, 1_000_000),
    );

function days(text: string): number {
  const number = Number(/^(\d{1,3})d$/.exec(text)?.[1]);
  if (number >= 1 && number <= 365) return number;
  throw new InvalidArgumentError("It must be a number of days from 1d to 365d, such as 30d.");
}

/** @throws ScanformError `usage` for a limit of nothing */
export function requireImpact({ impact, impactLimit }: WeighOptions): void {
  if (impactLimit !== undefined && impact === undefined)
    fail("usage", "--impact-limit limits what --impact reads: say how many days, such as --impact 30d.");
}

/** The plans with what was asked about them, one account after another. Sends only GET requests. */
export async function weighedPlans(
  io: Io,
  made: readonly AccountPlan[],
  options: WeighOptions,
): Promise<readonly AccountPlan[]> {
  const weighed: AccountPlan[] = [];
  for (const each of made) {
    weighed.push({ ...each, plan: await withImpact(io, each, options) });
  }
  return weighed;
}

/** What is not known of the findings is a warning, and the plan is complete without it. */
async function withImpact(
  io: Io,
  { plan, session: { reader } }: AccountPlan,
  { impact: days, impactLimit: limit = usualLimit }: WeighOptions,
): Promise<Plan> {
  if (days === undefined) return plan;
  const { impactOf } = await import("../reconcile/impact/impact.js"); // a plan that does not ask loads nothing of it
  const { now = Date.now, signal } = io;
  const { warnings = [], ...impact } = await reported(io, "requests for findings", (onProgress) =>
    impactOf(reader, plan, { days, limit, now, signal, onProgress }),
  );
  return { ...plan, impact, diagnostics: [...plan.diagnostics, ...warnings] };
}

/** Work that reports its progress. @throws ScanformError `interrupted` after Ctrl-C */
async function reported<T>(
  io: Io,
  what: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const progress = slowProgress(io, what);
  try {
    return await work(progress.show);
  } catch (thrown) {
    if (io.signal.aborted) fail("interrupted", "Nothing was changed.", {}, thrown);
    throw thrown;
  } finally {
    progress.end();
  }
}
