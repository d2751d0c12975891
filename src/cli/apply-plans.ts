import { relative } from "node:path";
import pc from "picocolors";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import { located } from "../diagnostics/locations";
import { replan } from "../reconcile/refresh/replan";
import { checkpointOf } from "../reconcile/apply/checkpoint";
import { type Applied, apply, nothingToDo } from "../reconcile/apply/apply";
import { canonicalJson, compareText } from "../model/fingerprint";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { staysOf } from "../reconcile/rollback/put-back";
import { type AccountDocument, accountKey, isPlanned, plannedIn, type PlanDocument } from "../report/document";
import { appliedDocuments, documentOf, failedDocument, identityDocument } from "../report/make-document";
import { type AppliedPlan, problemsOf } from "../report/renderer";
import { type ApplyFormat, renderers } from "./renderers";
import { verdictLine } from "../report/head";
import { planText } from "../report/text";
import { cutOffApplies, type OnceOptions } from "./applied-once";
import { type AccountPlan, closeAll, type AccountPlans, documentOfPlan, documentOfPlans } from "./account-plans";
import { eachAccount } from "./each-account";
import { type ExitCode, exitCode, isStale, worst } from "./exit-codes";
import type { GateCondition } from "../report/conditions";
import { gated, isRefused, withRefusals } from "./gate";
import type { Io } from "./io";
import { journalFile, journalFolder, journalPath } from "./journal-file";
import { withSourceLocations } from "../reconcile/refresh/refresh";
import { judgedBy, noteNeeds, type PolicyOptions } from "./command-policies";
import { printDiagnostics, printPlans, progress } from "./print";
import { pastedFile } from "./shell";
import { type ConnectionOptions, sleepWithNotice } from "./session";

export interface ApplyingOptions
  extends ConnectionOptions, Pick<PolicyOptions, "policy" | "policyTimeout">, Pick<OnceOptions, "again"> {
  readonly autoApprove?: boolean;
  readonly format: ApplyFormat;
  /** The folder for journals. */
  readonly journal?: string;
  readonly failOn?: readonly GateCondition[];
}

/** Shows the plans, asks, reads the accounts again, applies each plan separately, and closes the connections. */
export async function applyPlans(
  io: Io,
  given: AccountPlans,
  options: ApplyingOptions & { readonly asked: boolean },
): Promise<ExitCode> {
  const several = given.plans.length + given.failed.length > 1;
  try {
    const judged = await judgedBy(io, documentOfPlans(given), options);
    const document = withoutDryRuns(gated(judged, options));
    const { machineReadable } = renderers[options.format]();
    const shown = options.asked ? document : withoutNeeds(document);
    const reviewed = reviewedDigests(given);
    if (!machineReadable || isRefused(document)) printPlans(io, shown, { format: options.format, reviewed });
    if (isRefused(document)) return exitCode.refused;
    const changing = given.plans.filter(({ plan }) => !isEmpty(plan));
    if (!machineReadable && changing.length > 0)
      noteNeeds(io, options.policy === undefined ? changing.flatMap(({ kept }) => kept ?? []) : plannedIn(judged));
    let decided = given;
    if (changing.length > 0 && options.asked && options.autoApprove !== true) {
      // stdout is reserved for the document, and nobody should approve what was not shown
      if (machineReadable)
        for (const each of plannedIn(document))
          io.err(planText({ plan: each }, pc.createColors(io.colors.err), { reviewed }));
      await confirmPlans(io, document, several);
      decided = await againAfterPrompt(io, given);
      if (!machineReadable) printDiagnostics(io, problemsOf(decided.failed.slice(given.failed.length)));
    }
    return await applyEach(io, decided, judged, options);
  } finally {
    await closeAll(given.plans);
  }
}

/** By `accountKey`: what is continued after an interruption has another digest than what was reviewed. */
const reviewedDigests = ({ plans }: AccountPlans): ReadonlyMap<string, string> =>
  new Map(
    plans.flatMap((each) =>
      each.approved === undefined ? [] : [[accountKey(identityDocument(each.plan.account)), each.approved] as const],
    ),
  );

/**
 * What was reviewed is not shown as in need of agreement: `approve check` says whether that was given, and an apply
 * does not know.
 */
const withoutNeeds = (document: PlanDocument): PlanDocument => ({
  ...document,
  accounts: document.accounts.map((each) =>
    isPlanned(each) && each.policies !== undefined
      ? { ...each, policies: each.policies.filter(({ level }) => level !== "needs") }
      : each,
  ),
});

/** Refuses plans whose provider block has `dryRun`. */
const withoutDryRuns = (document: PlanDocument): PlanDocument =>
  withRefusals(document, ({ apply: { provider }, requests }) =>
    provider.dryRun === true && requests.planned > 0
      ? [
          error("dry-run", "The provider block has dryRun, so nothing was written. Remove it to apply this.", {
            address: "provider.scanform",
            path: "dry_run",
          }),
        ]
      : [],
  );

/** The plans of the accounts as they are now that somebody has agreed. One that no longer matches fails alone. */
async function againAfterPrompt(io: Io, given: AccountPlans): Promise<AccountPlans> {
  const { plans, failed } = given;
  const accounts = plans.map((each) => ({ ...each, account: each.plan.account }));
  const read = await eachAccount(
    io,
    accounts,
    async (each) => ({ ...each, plan: await again(io, each, "The plan that was shown") }),
    { before: failed },
  );
  return { ...given, plans: read.done, failed: [...failed, ...read.failed] };
}

/** The plan of the account as it is now. @param what it is called in errors */
const again = async (io: Io, { session, plan, locations }: AccountPlan, what: string): Promise<Plan> => ({
  ...(await withSourceLocations(locations, () => replan(session.reader, plan, what, io))),
  policyTitles: plan.policyTitles,
});

/**
 * Applies one account after the other; each is independent of the others.
 *
 * @param judged the document that was shown, whose policy findings are kept
 */
async function applyEach(
  io: Io,
  { plans: made, failed, madeAt, diagnostics: said }: AccountPlans,
  judged: PlanDocument,
  options: ApplyingOptions,
): Promise<ExitCode> {
  const renderer = renderers[options.format]();
  const kept = new Map(plannedIn(judged).map((each) => [accountKey(each), each]));
  const done: (AppliedPlan & { readonly plan: Plan })[] = [];
  for (const each of made) {
    const document = withSaid(documentOfPlan(each), kept);
    if (isEmpty(each.plan)) {
      const diagnostics = remembered(io, each, options);
      done.push({ plan: each.plan, document, applied: { ...nothingToDo, diagnostics }, isUntouched: true });
      if (!renderer.machineReadable) printDiagnostics(io, diagnostics);
      continue;
    }
    const applied = await applyNext(io, each, options, done.length > 0);
    const outcome = { plan: each.plan, document, applied, isUntouched: isUntouched(each.plan, applied) };
    done.push(outcome);
    print(io, renderer.outcome(outcome, made.length + failed.length > 1, pc.createColors(io.colors.out)));
    if (!renderer.machineReadable) printDiagnostics(io, applied.diagnostics);
  }
  const document = documentOf({
    made_at: new Date(madeAt).toISOString(),
    accounts: [...failed.map(failedDocument), ...done.map((each) => each.document)],
    diagnostics: [...said],
  });
  print(io, renderer.outcomes(appliedDocuments(document, new Map(done.map((each) => [each.document, each.applied])))));
  const wrote = done.some(({ applied }) => applied.wrote);
  const codes = done.map(({ plan, applied }) => codeOf(io, plan, applied, wrote));
  const others = failed.map((each) => (!wrote && isStale(each) ? exitCode.stale : exitCode.error));
  return worst([...codes, ...others]);
}

/** The findings of policies about a plan hold for the same plan. */
function withSaid(document: AccountDocument, kept: ReadonlyMap<string, AccountDocument>): AccountDocument {
  const { policies, waivers } = kept.get(accountKey(document)) ?? {};
  return policies === undefined ? document : { ...document, policies, ...(waivers === undefined ? {} : { waivers }) };
}

function print(io: Io, text: string): void {
  if (text !== "") io.out(text);
}

/** Notes what the account holds, where nothing had to be sent. @returns why it could not be noted, if so */
function remembered(io: Io, each: AccountPlan, options: ApplyingOptions): readonly Diagnostic[] {
  const journal = journalFile(journalPath(io, options.journal, each.plan.account.id), each, io);
  try {
    const problems = journal.ended(checkpointOf(each.plan, { created: new Map() }), true, []);
    if (problems.length === 0 && options.format !== "json")
      io.err(`Noted in ${relative(io.cwd, journal.path)}: scanform drift compares with the account as it is now.\n`);
    return problems;
  } finally {
    journal.close();
  }
}

/** @param isLater other accounts were applied in the meantime, so this one is read again */
async function applyNext(io: Io, each: AccountPlan, options: ApplyingOptions, isLater: boolean): Promise<Applied> {
  const { plan } = each;
  if (!isLater) return applyOne(io, each, options);
  let fresh: Plan;
  try {
    fresh = await again(io, each, `The plan of ${plan.account.id}`);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const skipped = { ...nothingToDo, outcomes: skippedBy(plan, thrown), verified: false };
    if (!io.signal.aborted) return { ...skipped, diagnostics: thrown.diagnostics };
    const detail = `Nothing was sent to the account ${plan.account.id}. Apply again to go on with it.`;
    return { ...skipped, diagnostics: [error("interrupted", detail)] };
  }
  return applyOne(io, { ...each, plan: fresh }, options);
}

async function applyOne(io: Io, { plan, ...each }: AccountPlan, options: ApplyingOptions): Promise<Applied> {
  const { session } = each;
  const stopping = (): void => {
    io.err("\nInterrupted: requests in flight are finished first. Ctrl-C again ends at once, without a report.\n");
  };
  io.signal.addEventListener("abort", stopping, { once: true });
  const path = journalPath(io, options.journal, plan.account.id);
  // with --again nobody has looked at the journals
  const continued = options.again === true ? undefined : each.approved;
  const earlier = continued === undefined ? [] : cutOffApplies(journalFolder(io.cwd, options.journal), continued);
  const journal = journalFile(path, { ...each, plan }, io);
  try {
    const applied = await apply(plan, {
      reader: session.reader,
      writer: session.writer(),
      signal: io.signal,
      sleep: sleepWithNotice(io, "until the service shows what was sent"),
      onProgress: progress(io, "requests"),
      byOthers: true,
      journal,
    });
    if (applied.wrote && !isUntouched(plan, applied)) {
      io.err(wayBack(io, [path, ...earlier]));
      if (plan.desired.putBack !== undefined) io.err(revertCode);
    }
    // without a read-back there is nothing to remember
    const { seen: configurations, seenRepositories: repositories, seenTriages: triages } = applied;
    const { created, verified, unexpected } = applied;
    const unnoted =
      configurations === undefined && triages === undefined && !verified
        ? []
        : journal.ended(checkpointOf(plan, { configurations, repositories, triages, created }), verified, unexpected);
    return {
      ...applied,
      diagnostics: [...journal.problems(), ...unnoted, ...located(applied.diagnostics, each.locations)],
    };
  } finally {
    io.signal.removeEventListener("abort", stopping);
    journal.close();
  }
}

/** A rollback does not know what is declared. */
const revertCode =
  "While the code declares what was rolled back, the next apply does it again: revert that commit, and check with: scanform plan\n";

/**
 * How an apply is taken back.
 *
 * @param journals its own, and those of the applies that it has continued, the last one first
 */
function wayBack({ cwd }: Io, journals: readonly string[]): string {
  const [only = "", ...earlier] = journals.map((each) => `scanform rollback ${pastedFile(relative(cwd, each))}`);
  return earlier.length === 0
    ? `To undo: ${only}\n`
    : `This continued an earlier apply. To undo all of it, in this order:\n${[only, ...earlier].map((each) => `  ${each}\n`).join("")}`;
}

const skippedBy = ({ writes }: Plan, { diagnostics }: ScanformError): Applied["outcomes"] =>
  [...new Set(writes.flatMap(({ carries }) => carries))].map((address) => ({
    address,
    status: "skipped",
    error: diagnostics.some(({ code }) => code === "plan-stale")
      ? "the plan does not fit any more"
      : diagnostics.map(({ summary }) => summary).join(", "),
  }));

/**
 * Nothing of a plan has arrived: every request was refused or lost, and what was read back of the account is as the
 * plan had read it.
 */
function isUntouched({ observed }: Plan, { outcomes, unread, wrote, seen, seenRepositories }: Applied): boolean {
  if (
    unread ||
    outcomes.some(({ status, code }) => status === "succeeded" || (status === "failed" && code !== undefined))
  )
    return false;
  if (!wrote) return true;
  const isSame = (before: readonly Identified[], after: readonly Identified[] = before): boolean =>
    canonicalJson(inOrder(before)) === canonicalJson(inOrder(after));
  return isSame(observed.configurations, seen) && isSame(observed.repositories, seenRepositories);
}

interface Identified {
  readonly id: string;
}

const inOrder = (all: readonly Identified[]) => all.toSorted((left, right) => compareText(left.id, right.id));

/** @param wrote something was written to any of the accounts, or may have been */
function codeOf(io: Io, plan: Plan, { verified, unread, outcomes }: Applied, wrote: boolean): ExitCode {
  if (verified) return staysOf(plan).length === 0 ? exitCode.done : exitCode.partial;
  if (io.signal.aborted) return exitCode.interrupted;
  const isOvertaken = outcomes.some(({ code }) => code === "changed-since-planned");
  return wrote || unread || isOvertaken ? exitCode.partial : exitCode.error;
}

/**
 * Asks, repeating what the plans do to the repositories. Only `yes` confirms.
 *
 * @throws ScanformError `not-confirmed`, or `interrupted`
 */
async function confirmPlans(io: Io, document: PlanDocument, several: boolean): Promise<void> {
  if (!io.interactive)
    fail(
      "not-confirmed",
      "There is no terminal to ask at. Review the plan and pass --auto-approve, or apply a saved one.",
    );
  const changing = plannedIn(document).filter(({ requests }) => requests.planned > 0);
  const verdicts = changing.map((each) => `${verdictLine(each, several)}\n`);
  const answer = await io.ask(`\n${verdicts.join("")}Apply this? Type \`yes\` to confirm: `);
  if (io.signal.aborted) fail("interrupted", "Nothing was changed.");
  if (answer?.trim() !== "yes") fail("not-confirmed", "The answer was not `yes`.");
}
