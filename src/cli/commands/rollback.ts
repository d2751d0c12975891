import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fail } from "../../diagnostics/error";
import { whyUnread } from "../../diagnostics/given-file";
import { refreshAndPlan } from "../../reconcile/refresh/refresh";
import { writtenIn } from "../../reconcile/apply/written-in-journal";
import { closeAll } from "../account-plans";
import type { ExitCode } from "../exit-codes";
import type { Io } from "../io";
import { journalNames, readJournal } from "../journal-file";
import { credentialsOf } from "../credentials/operator";
import { type CommandDefinition, withExamples, type Flags, formatOf, connected, failingOn } from "../options";
import { reportPlans } from "../report-plans";
import { refuseOtherAccount } from "../saved-plans";
import { connect } from "../session";
import { pastedFile } from "../shell";
import { type ApplyingOptions, applyPlans } from "../apply-plans";

export const define: CommandDefinition = (command, { io, finish }) => {
  failingOn(connected(command))
    .argument("<journal>", "the journal that the apply has written")
    .option("--force", "delete what was created even if repositories have it")
    .option("--out <file>", "save the plan, to have it reviewed and apply exactly this; writes nothing to the service")
    .option("--auto-approve", "do not ask")
    .option("--journal <dir>", "folder for the journal (default: .scanform)")
    .option("--json", "print one JSON document")
    .action(async (file: string, flags: Flags<RollbackOptions>) => {
      finish(await rollbackCommand(io, file, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    [
      "see what would be undone, and confirm it",
      "scanform rollback .scanform/2026-01-31T09-30-00-000Z-5f0c41d2.journal",
    ],
    ["save it, to have it reviewed and then apply it", "scanform rollback .scanform/last.journal --out back.plan"],
  );
};

interface RollbackOptions extends ApplyingOptions {
  readonly force?: boolean;
  /** Saves the plan in this file instead of applying it. */
  readonly out?: string;
}

/** Plans the reversal of an apply, reports what cannot be undone, and asks and applies; or saves the plan. */
async function rollbackCommand(io: Io, file: string, options: RollbackOptions): Promise<ExitCode> {
  if (options.out !== undefined && (options.autoApprove !== undefined || options.journal !== undefined))
    fail("usage", "--out saves the plan and applies nothing: leave out --auto-approve and --journal.");
  if (options.failOn?.includes("future") === true)
    fail(
      "usage",
      "--fail-on future is for plan and apply: a journal says nothing of repositories that do not exist yet.",
    );
  const madeAt = io.now();
  refuseFolder(io, file);
  const { begun, entries } = readJournal(resolve(io.cwd, file));
  const { account } = begun;
  refuseOtherAccount(io, file, { account });
  const provider = { baseUrl: begun.baseUrl, aliases: begun.aliases };
  const session = connect(io, credentialsOf(io, options, provider, file), options);
  const desired = { configurations: [], assignments: [], putBack: { journal: basename(file), ...writtenIn(entries) } };
  const planOptions = options.force === true ? { force: true } : {};
  try {
    const plan = await refreshAndPlan(session.reader, account, desired, planOptions, {
      signal: io.signal,
      now: () => madeAt,
    });
    const made = { plans: [{ session, provider, locations: new Map(), plan }], failed: [], diagnostics: [], madeAt };
    return options.out === undefined
      ? await applyPlans(io, made, { ...options, asked: true })
      : await reportPlans(io, made, options);
  } finally {
    await closeAll([{ session }]);
  }
}

/** @throws ScanformError that names the newest journal in a folder */
function refuseFolder({ cwd }: Io, file: string): void {
  const newest = newestIn(resolve(cwd, file));
  if (newest === undefined) return;
  const line = `scanform rollback ${pastedFile(join(file, newest))}`;
  fail("usage", `${file} is a folder. Name a journal in it, such as the newest: ${line}`, { path: file });
}

function newestIn(path: string): string | undefined {
  try {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    return isFolder ? journalNames(path).at(-1) : undefined;
  } catch (thrown) {
    return fail("journal", `${path} cannot be read: ${whyUnread(thrown)}.`, { path }, thrown);
  }
}
