import { type Diagnostic, hasErrors, warning } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import { located, withLocations } from "../../diagnostics/locations";
import type { Desired } from "../../model/desired";
import type { ObservedTriages } from "../../model/observed";
import type { AccountId, Address } from "../../model/ids";
import { driftOf, withoutDrift } from "../../reconcile/drift/drift";
import { remember } from "../../reconcile/drift/memory";
import { partialPlan } from "../../reconcile/drift/partial-plan";
import type { TriageReader } from "../../reconcile/ports";
import { refuseIncomplete } from "../../reconcile/refresh/complete-lists";
import { type Dismissals, dismissals } from "../../reconcile/refresh/decided-findings";
import { observeTriages, withSummaries } from "../../reconcile/refresh/observe";
import { policyTitles } from "../../reconcile/refresh/refresh";
import { withPlaces } from "../../reconcile/plan/triages";
import { type DriftFormat, driftRenderers } from "../../report/drift/drift-renderers";
import { differs, type DriftReport } from "../../report/drift/drift-report";
import { accountDocument } from "../../report/make-document";
import { problemsOf } from "../../report/renderer";
import { closeAll } from "../account-plans";
import { type DeclaredOptions, declaredSurveys, type Surveyed } from "../declared-plans";
import { eachAccount, ofAccount } from "../each-account";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, withExamples, type Flags, formatOf, formatting, reading, collected } from "../options";
import { printReport } from "../print";
import { type Journals, journalsOf } from "../journals";

export const define: CommandDefinition = (command, { io, finish }) => {
  withExamples(
    formatting(reading(command), driftRenderers),
    ["what has moved since the last applies from here", "scanform drift"],
    [
      "since those that left their journals elsewhere, for a test report",
      "scanform drift --since journals --format junit",
    ],
  )
    .option(
      "--since <file...>",
      "folder of journals, or journals; the last that has an object counts for it (default: .scanform)",
      collected,
    )
    .option("--full", "show every repository and every value in full")
    .action(async (flags: Flags<DriftOptions>) => {
      finish(await driftCommand(io, { ...flags, format: formatOf(flags) }));
    });
};

interface DriftOptions extends DeclaredOptions {
  readonly format: DriftFormat;
  /** Journals and their folders, whichever accounts they are of. Absent: `.scanform`, if it is there. */
  readonly since?: readonly string[];
  readonly full?: boolean;
}

/**
 * Distinguishes what has moved in the service since the last journal that knows it from what is declared and not applied
 * yet. Sends only GET requests. Exits with 2 where there is either, and with 1 where something could not be looked at.
 */
async function driftCommand(io: Io, { since, format, full, ...options }: DriftOptions): Promise<ExitCode> {
  const journals = journalsOf(io.cwd, since);
  const { accounts, failed: unread, diagnostics: found } = await declaredSurveys(io, options);
  const several = accounts.length + unread.length > 1;
  try {
    const { done: reports, failed } = await eachAccount(
      io,
      accounts,
      (each) => withLocations(each.declaration.locations, () => reportOf(each, { journals, several }, io)),
      { before: unread },
    );
    const diagnostics = [...problemsOf([...unread, ...failed]), ...found, ...journals.problems()];
    const unchecked = [...unread, ...failed].map(({ account }) => account);
    const all = [...diagnostics, ...reports.flatMap(({ pending }) => pending.diagnostics)];
    printReport(io, driftRenderers[format], { reports, unchecked, diagnostics }, all, full);
    if (hasErrors(all)) return exitCode.error;
    return reports.some(differs) ? exitCode.changes : exitCode.done;
  } finally {
    await closeAll(accounts);
  }
}

async function reportOf(
  { session: { reader, url: baseUrl }, account, declaration, survey: { observed } }: Surveyed,
  { journals, several }: { readonly journals: Journals; readonly several: boolean },
  { signal, now }: Io,
): Promise<DriftReport> {
  const { desired: declared, locations } = declaration;
  const { triages = [] } = declared;
  const [{ seen, problems: unseen }, dismissed] = await Promise.all([
    triagesNow(reader, account.id, declared, { signal, now }),
    dismissedIn({ reader, account }, triages.length > 0, signal),
  ]);
  const seeable = { ...declared, triages: seen === undefined ? [] : triages };
  const { plan, desired, errors } = partialPlan(account, seeable, { ...observed, triages: seen });
  const live = { ...plan, triages: withPlaces(plan.triages, locations) };
  const memory = remember(journals.of({ id: account.id, baseUrl }), live);
  // "was deleted" is said only of what does not answer by itself either
  const remembered = [...memory.configurations.values()].flatMap(({ was }) => was?.id ?? []);
  await refuseIncomplete(reader, account.id, observed, { signal, remembered });
  const drift = driftOf(memory, live);
  const due = live.triages.filter(({ action }) => action === "remove");
  const isDue = (at: Address): boolean => due.some(({ address }) => address === at);
  const open = { ...desired, triages: desired.triages?.filter(({ address }) => !isDue(address)) };
  const { plan: pending, errors: more } = partialPlan(account, open, withoutDrift(drift, live));
  const titles = await policyTitles(
    reader,
    account.id,
    observed,
    {
      policyTitles: pending.policyTitles,
      configurations: pending.configurations,
      effects: [...drift.effects, ...pending.effects],
    },
    signal,
  );
  const problems = [...errors, ...more, ...unseen];
  const unread = several ? ofAccount(account, problems) : problems;
  const known = new Set(triages.map(({ findingId }) => findingId.toLowerCase()));
  return {
    account,
    drift,
    due,
    unread: {
      configurations: declared.configurations.length - desired.configurations.length,
      assignments: declared.assignments.length - desired.assignments.length,
      triages: triages.length - live.triages.length,
    },
    dismissed: dismissed.dismissals && {
      ...dismissed.dismissals,
      found: dismissed.dismissals.found.filter(({ findingId }) => !known.has(findingId.toLowerCase())),
    },
    pending: accountDocument({
      ...pending,
      triages: withPlaces(pending.triages, locations),
      policyTitles: titles,
      diagnostics: located([...unread, ...pending.diagnostics, ...dismissed.problems], locations),
      locations,
    }),
    titles,
  };
}

/** How the declared triages are now. Where that cannot be read, everything else is looked at nevertheless. */
async function triagesNow(
  reader: TriageReader,
  account: AccountId,
  desired: Desired,
  { signal, now }: Pick<Io, "signal" | "now">,
): Promise<{ readonly seen?: ObservedTriages; readonly problems: readonly Diagnostic[] }> {
  const findings = (desired.triages ?? []).map(({ findingId }) => findingId);
  try {
    const seen = await observeTriages(reader, account, findings, { signal, now });
    return { seen: await withSummaries(reader, account, desired, seen, { signal }), problems: [] };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError) || signal.aborted) throw thrown;
    return { problems: thrown.diagnostics };
  }
}

/** @param matters triages are declared here, so what is dismissed beside them must be known */
async function dismissedIn(
  { reader, account }: Pick<Surveyed["session"], "reader"> & Pick<Surveyed, "account">,
  matters: boolean,
  signal: AbortSignal,
): Promise<{ readonly dismissals: Dismissals | null; readonly problems: readonly Diagnostic[] }> {
  try {
    return { dismissals: await dismissals(reader, account.id, { signal }), problems: [] };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError) || signal.aborted) throw thrown;
    const problems = thrown.diagnostics.map((each) => (matters ? each : warning(each.code, each.detail)));
    return { dismissals: null, problems };
  }
}
