import { resolve } from "node:path";
import { observeTriages } from "../../reconcile/refresh/observe-triages";
import { refresh } from "../../reconcile/refresh/refresh";
import { plan } from "../../reconcile/plan/plan";
import { triagedFindings } from "../../reconcile/rollback/restore-triages";
import { rollback } from "../../reconcile/rollback/rollback";
import { closeAll } from "../declared-plans";
import { type ExitCode } from "../exit-codes";
import type { Io } from "../io";
import { readJournal } from "../journal-file";
import { credentialsOf } from "../credentials/credentials";
import { refuseOtherAccount } from "../saved-plans";
import { connect } from "../session";
import { type ApplyingOptions, applyPlans } from "./apply";

export interface RollbackOptions extends ApplyingOptions {
  readonly force?: boolean;
}

/** Plans the reversal of an apply, reports what cannot be undone, asks and applies. */
export async function rollbackCommand(io: Io, file: string, options: RollbackOptions): Promise<ExitCode> {
  const { begun, entries } = readJournal(resolve(io.cwd, file));
  refuseOtherAccount(io, file, { account: begun.account });
  const provider = { baseUrl: begun.baseUrl, aliases: begun.aliases };
  const session = connect(io, credentialsOf(io, options, provider, file), options);
  const how = options.force === true ? { force: true } : {};
  try {
    const { account } = begun;
    // complete lists: the objects of a journal may be on any page
    const findings = triagedFindings(entries);
    const [configurations, repositories, triages] = await Promise.all([
      session.reader.configurations(account.id, { signal: io.signal }),
      session.reader.repositories(account.id, { signal: io.signal }),
      findings.length === 0 ? undefined : observeTriages(session.reader, account.id, findings, io),
    ]);
    const { desired, diagnostics } = rollback(entries, {
      configurations,
      repositories,
      ...(triages === undefined ? {} : { triages }),
    });
    const observed = await refresh(session.reader, account, desired, how, io);
    const made = plan(account, desired, observed, how);
    return await applyPlans(
      io,
      [
        {
          session,
          provider,
          locations: new Map(),
          plan: { ...made, diagnostics: [...diagnostics, ...made.diagnostics] },
        },
      ],
      {
        ...options,
        asked: true,
      },
    );
  } finally {
    await closeAll([{ session }]);
  }
}
