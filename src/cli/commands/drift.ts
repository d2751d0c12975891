import { fail } from "../../diagnostics/error";
import { located, withLocations } from "../../diagnostics/locations";
import { sameId } from "../../model/uuid";
import { driftOf, withoutDrift } from "../../reconcile/drift/drift";
import { refuseIncomplete } from "../../reconcile/refresh/complete-lists";
import { policyTitles } from "../../reconcile/refresh/refresh";
import { type DriftFormat, driftRenderers, driftFormats } from "../../report/drift/drift-renderers";
import { type DriftReport, hasDrifted, isPending } from "../../report/drift/drift-report";
import type { PlanAccount } from "../../reconcile/plan/change";
import { problemsOf } from "../../report/renderer";
import { closeAll, type DeclaredOptions, declaredSurveys } from "../declared-plans";
import { eachAccount } from "../each-account";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, withExamples, type Flags, formatOf, formatting, reading, collected } from "../options";
import { printDiagnostics, viewOf } from "../print";
import { type LastingMemory, type Memory, memoryOf, orWarnings, ownMemories, readMemories } from "../since-file";
import type { Surveyed } from "./explain-account";

export const define: CommandDefinition = (command, { io, finish }) => {
  withExamples(
    formatting(reading(command), driftFormats),
    ["what has moved since the last apply from here", "scanform drift"],
    ["since one that left its journal elsewhere, for a test report", "scanform drift --since journals --format junit"],
  )
    .option(
      "--since <file...>",
      "the journal of the last apply, the folder of all journals, or a saved plan; of several for an account, the last; .scanform if left out",
      collected,
    )
    .option("--full", "show every repository and every value in full")
    .action(async (flags: Flags<DriftOptions>) => {
      finish(await driftCommand(io, { ...flags, format: formatOf(flags) }));
    });
};

interface DriftOptions extends DeclaredOptions {
  readonly format: DriftFormat;
  /** Journals, their folder, and saved plans: what the last apply of each account left. Absent: `.scanform`, if it is there. */
  readonly since?: readonly string[];
  readonly full?: boolean;
}

/**
 * Distinguishes what has moved in the service since the last apply from what is declared and not applied yet. Sends only GET
 * requests. Exits with 2 where there is either.
 */
async function driftCommand(io: Io, { since, format, full, ...options }: DriftOptions): Promise<ExitCode> {
  const named = since?.flatMap((file) => readMemories(io.cwd, file));
  const { all: memories, problems } = named === undefined ? ownMemories(io.cwd) : { all: named, problems: [] };
  const { accounts, failed: unread, diagnostics: found } = await declaredSurveys(io, options);
  try {
    refuseOthers(memories, [...accounts, ...unread]);
    const remembered = accounts.map(({ account: { id }, session: { url: baseUrl } }) => {
      const read = () => memoryOf(memories, { id, baseUrl });
      return named === undefined ? orWarnings(undefined, read) : { all: read(), problems: [] };
    });
    const all = accounts.map((each, at) => ({ ...each, memory: remembered[at]?.all }));
    const { done: reports, failed: unplanned } = await eachAccount(
      io,
      all,
      (each) => withLocations(each.declaration.locations, () => reportOf(each, each.memory, io.signal)),
      unread,
    );
    const failed = [...unread, ...unplanned];
    const diagnostics = [...problemsOf(failed), ...found, ...problems, ...remembered.flatMap((each) => each.problems)];
    const renderer = driftRenderers[format];
    io.out(renderer.print({ reports, diagnostics }, viewOf(io, full)));
    if (!renderer.machineReadable)
      printDiagnostics(io, [...diagnostics, ...reports.flatMap(({ pending }) => pending.diagnostics)]);
    if (failed.length > 0) return exitCode.error;
    return reports.some((each) => hasDrifted(each) || isPending(each)) ? exitCode.changes : exitCode.done;
  } finally {
    await closeAll(accounts);
  }
}

async function reportOf(
  { session, account, declaration, survey: { observed, planOf } }: Surveyed,
  memory: LastingMemory | undefined,
  signal: AbortSignal,
): Promise<DriftReport> {
  // "was deleted" is said only of what does not answer by itself either
  const remembered = (memory?.checkpoint.configurations ?? []).flatMap(({ id }) => id ?? []);
  await refuseIncomplete(session.reader, account.id, observed, { signal, remembered });
  const drift = memory === undefined ? null : driftOf(memory.checkpoint, observed);
  const plan = planOf(observed);
  const pending = drift === null ? plan : planOf(withoutDrift(observed, drift, plan));
  const titles = await policyTitles(
    session.reader,
    account.id,
    observed,
    {
      policyTitles: pending.policyTitles,
      configurations: pending.configurations,
      effects: [...(drift?.effects ?? []), ...pending.effects],
    },
    signal,
  );
  const diagnostics = located(pending.diagnostics, declaration.locations);
  return {
    account,
    drift,
    since: memory?.at ?? null,
    pending: { ...pending, policyTitles: titles, diagnostics, locations: declaration.locations },
    titles,
  };
}

function refuseOthers(memories: readonly Memory[], accounts: readonly { readonly account: PlanAccount }[]): void {
  for (const { file, account, baseUrl, isFound } of memories)
    if (!isFound && !accounts.some((each) => sameId(each.account.id, account) && each.account.baseUrl === baseUrl))
      fail("plan-file-account", `${file} is of the account ${account} at ${baseUrl}, which is not declared here.`, {
        path: file,
      });
}
