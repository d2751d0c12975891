import { relative, resolve } from "node:path";
import pc from "picocolors";
import { error } from "../../diagnostics/diagnostic";
import { fail, ScanformError } from "../../diagnostics/error";
import { replan } from "../../reconcile/refresh/replan";
import { type Applied, apply } from "../../reconcile/apply/apply";
import { isEmpty, type Plan } from "../../reconcile/plan/plan";
import type { AppliedPlan } from "../../report/renderer";
import { type ApplyFormat, renderers } from "../../report/renderers";
import { verdictLine } from "../../report/head";
import { planText } from "../../report/text";
import { type AccountPlan, closeAll, type DeclaredOptions, declaredPlans } from "../declared-plans";
import { type ExitCode, exitCode, worst } from "../exit-codes";
import { gated } from "../gate";
import type { GateCondition } from "../gate-conditions";
import type { Io } from "../io";
import { journalFile, journalPath } from "../journal-file";
import { readPlanFile, type SavedPlan } from "../plan-file";
import { printDiagnostics, printPlans, progress } from "../print";
import { checkedUrl, type ConnectionOptions, connect } from "../session";

export interface ApplyingOptions extends ConnectionOptions {
  readonly autoApprove?: boolean;
  readonly format: ApplyFormat;
  /** The folder for journals. */
  readonly journal?: string;
  readonly failOn?: readonly GateCondition[];
}

export type ApplyOptions = ApplyingOptions & DeclaredOptions;

/** Applies a saved plan exactly as it was reviewed, or plans, asks and applies. */
export async function applyCommand(io: Io, file: string | undefined, options: ApplyOptions): Promise<ExitCode> {
  const made = file === undefined ? await declaredPlans(io, options) : await savedPlans(io, file, options);
  return applyPlans(io, made, { ...options, asked: file === undefined });
}

/** Shows the plans, asks, reads the accounts again, applies each plan separately, and closes the connections. */
export async function applyPlans(
  io: Io,
  shown: readonly AccountPlan[],
  options: ApplyingOptions & { readonly asked: boolean },
): Promise<ExitCode> {
  try {
    const plans = shown.map(({ plan }) => gated(plan, options.failOn, shown.length > 1));
    const refused = plans.some(({ refusals }) => refusals.length > 0);
    const { machineReadable } = renderers[options.format]();
    if (!machineReadable || refused) printPlans(io, plans, options.format);
    if (refused) return exitCode.refused;
    let made = shown;
    if (!plans.every(isEmpty) && options.asked && options.autoApprove !== true) {
      // stdout is reserved for the document, and nobody should approve what was not shown
      if (machineReadable) for (const each of plans) io.err(planText(each, pc.createColors(io.colors.err)));
      await confirm(io, plans);
      made = await Promise.all(
        shown.map(async (each) => ({
          ...each,
          plan: await replan(each.session.reader, each.plan, "The plan that was shown", io.signal),
        })),
      );
    }
    return await send(io, made, options);
  } finally {
    await closeAll(shown);
  }
}

/** Applies one account after the other; each is independent of the others. */
async function send(io: Io, made: readonly AccountPlan[], options: ApplyingOptions): Promise<ExitCode> {
  const renderer = renderers[options.format]();
  const done: AppliedPlan[] = [];
  for (const each of made) {
    const applied = isEmpty(each.plan) ? nothing : await sendNext(io, each, options, done.length > 0);
    done.push({ plan: each.plan, applied });
    if (applied === nothing) continue;
    print(io, renderer.outcome({ plan: each.plan, applied }, made.length > 1, pc.createColors(io.colors.out)));
    if (!renderer.machineReadable) printDiagnostics(io, applied.diagnostics);
  }
  print(io, renderer.outcomes(done));
  const wrote = done.some(({ applied }) => applied.wrote);
  return worst(done.map(({ applied }) => codeOf(io, applied, wrote)));
}

function print(io: Io, text: string): void {
  if (text !== "") io.out(text);
}

const nothing: Applied = {
  outcomes: [],
  sent: 0,
  verified: true,
  unread: false,
  wrote: false,
  diagnostics: [],
  created: new Map(),
};

/** @param isLater other accounts were applied in the meantime, so this one is read again */
async function sendNext(io: Io, each: AccountPlan, options: ApplyingOptions, isLater: boolean): Promise<Applied> {
  const { session, plan } = each;
  if (!isLater) return sendOne(io, each, options);
  let fresh: Plan;
  try {
    fresh = await replan(session.reader, plan, `The plan of ${plan.account.id}`, io.signal);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const skipped = { ...nothing, outcomes: skippedBy(plan, thrown), verified: false };
    if (!io.signal.aborted) return { ...skipped, diagnostics: thrown.diagnostics };
    const detail = `Nothing was sent to the account ${plan.account.id}. Apply again to go on with it.`;
    return { ...skipped, diagnostics: [error("interrupted", detail)] };
  }
  return sendOne(io, { ...each, plan: fresh }, options);
}

async function sendOne(io: Io, { plan, ...each }: AccountPlan, options: ApplyingOptions): Promise<Applied> {
  const { session } = each;
  const journal = journalFile(journalPath(io.cwd, options.journal, plan.account.id), { ...each, plan });
  try {
    const applied = await apply(plan, {
      reader: session.reader,
      writer: session.writer(),
      signal: io.signal,
      sleep: io.sleep,
      onProgress: progress(io, "requests"),
      journal,
    });
    if (applied.wrote && !renderers[options.format]().machineReadable)
      io.err(`The way back is in a journal: scanform rollback ${relative(io.cwd, journal.path)}\n`);
    return { ...applied, diagnostics: [...journal.problems(), ...applied.diagnostics] };
  } finally {
    journal.close();
  }
}

const skippedBy = ({ writes }: Plan, { diagnostics }: ScanformError): Applied["outcomes"] =>
  [...new Set(writes.flatMap(({ carries }) => carries))].map((address) => ({
    address,
    status: "skipped",
    error: diagnostics.some(({ code }) => code === "plan-stale")
      ? "the plan does not fit any more"
      : diagnostics.map(({ summary }) => summary).join(", "),
  }));

function codeOf(io: Io, applied: Applied, wrote: boolean): ExitCode {
  if (applied.verified) return exitCode.done;
  if (io.signal.aborted) return exitCode.interrupted;
  return wrote ? exitCode.partial : exitCode.error;
}

/** Asks, repeating what the plans do to the repositories. */
async function confirm(io: Io, plans: readonly Plan[]): Promise<void> {
  if (!io.interactive)
    fail(
      "not-confirmed",
      "There is no terminal to ask at. Review the plan and say --auto-approve, or apply a saved one.",
    );
  const verdicts = plans.filter((each) => !isEmpty(each)).map((each) => `${verdictLine(each, plans.length > 1)}\n`);
  const answer = await io.ask(`\n${verdicts.join("")}Apply this? Only \`yes\` does: `);
  if (io.signal.aborted) fail("interrupted", "Nothing was changed.");
  if (answer.trim() !== "yes") fail("not-confirmed", "Nothing was changed.");
}

/** Plans from a file, unless their preconditions have changed; all of them, or none. */
async function savedPlans(io: Io, file: string, options: ApplyOptions): Promise<readonly AccountPlan[]> {
  for (const name of ["synthesized", "prune", "force", "semantics"] as const)
    if (options[name] !== undefined)
      fail("usage", `A saved plan needs no --${name}: it holds what was declared, and how it was planned.`);
  const made: AccountPlan[] = [];
  const all = readPlanFile(resolve(io.cwd, file));
  try {
    for (const saved of all) {
      refuseElsewhere(io, file, saved, options);
      const where = { baseUrl: saved.baseUrl, aliases: saved.provider.aliases };
      const session = connect(io, where, options);
      try {
        const name = all.length > 1 ? `${file}, for the account ${saved.account.id},` : file;
        const plan = await replan(session.reader, saved, name, io.signal);
        made.push({ session, plan, provider: saved.provider });
      } catch (thrown) {
        await session.close();
        throw thrown;
      }
    }
    // an account that an interrupted apply was done with has nothing left to do; the others go on
    if (made.every(({ plan }) => isEmpty(plan)) && all.some(({ writes }) => writes.length > 0))
      fail("plan-stale", `${file} is already applied: the account holds all that it declares.`, { path: file });
    return made;
  } catch (thrown) {
    await closeAll(made);
    throw thrown;
  }
}

/** The declaration's own settings took precedence over the environment when planning, and still do. */
function refuseElsewhere(io: Io, file: string, saved: SavedPlan, options: ConnectionOptions): void {
  if (saved.provider.accountId === undefined)
    elsewhere(file, "account", saved.account.id, io.env["SCANFORM_ACCOUNT_ID"]);
  if (saved.provider.baseUrl === undefined) refuseOtherService(io, file, saved.baseUrl, options);
}

/** A file may name a service, but must not send the key to another one than the environment names. */
export function refuseOtherService(io: Io, file: string, saved: string, options: ConnectionOptions): void {
  const { SCANFORM_BASE_URL: url = "" } = io.env;
  if (url === "") return;
  elsewhere(file, "base URL", saved, checkedUrl(url, options).href.replace(/\/$/, ""));
}

function elsewhere(file: string, what: string, saved: string, now: string | undefined): void {
  if (now === undefined || now === "" || now === saved) return;
  fail(
    "plan-file-account",
    `${file} was made for the ${what} ${saved}, and the environment names ${now}. Nothing was written.`,
    { path: file },
  );
}
