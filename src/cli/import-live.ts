import { fail } from "../diagnostics/error";
import { visible } from "../diagnostics/foreign-text";
import { declarationOf } from "../generate/import/json";
import type { ImportFormat } from "../generate/choices";
import { importCode, type ImportCodeOptions, type ImportedCode } from "../generate/import/import-code";
import { desiredOf } from "../library/input";
import type { Desired } from "../model/desired";
import type { Observed } from "../model/entities";
import type { AccountId } from "../model/ids";
import { isEmpty } from "../reconcile/plan/plan";
import type { Reader } from "../reconcile/ports";
import { checkAccountReachable, chooseAccount } from "../reconcile/refresh/choose-account";
import { refreshAndPlan } from "../reconcile/refresh/refresh";
import { refuseIncomplete } from "../reconcile/refresh/complete-lists";
import { credentialsOf } from "./credentials/credentials";
import { type Claim, Operator } from "./credentials/operator";
import { accountIn } from "./credentials/variables";
import type { Io } from "./io";
import { type ConnectionOptions, connect } from "./session";

/** What is live in an account, and code for it. */
export interface ImportedLive {
  readonly observed: Observed;
  readonly code: ImportedCode;
}

/** A connection to the account that is imported. */
export interface LiveAccount {
  readonly reader: Reader;
  readonly account: { readonly id: AccountId };
  /** Whether a provider block goes to the same service. */
  readonly isServiceOf: (block: Claim) => boolean;
}

/**
 * Reads the account of SCANFORM_ACCOUNT_ID, or the only one that the key reaches, and makes code for it. Sends only GET
 * requests.
 *
 * @throws ScanformError `import-changes` when a plan of the settings and rules has changes, and `list-incomplete` when
 *   the list of configurations lacks one
 */
export const importLive = (
  io: Io,
  connection: ConnectionOptions,
  format: ImportFormat,
  options: ImportCodeOptions,
): Promise<ImportedLive> =>
  withAccount(io, connection, async (live) => {
    const observed = await everything(live, io.signal);
    await refuseIncomplete(live.reader, live.account.id, observed, io);
    const code = importCode(observed, format, options);
    await checkNoChanges(live, desiredOf(declarationOf(code.imported)), io.signal);
    return { observed, code };
  });

/** Works on the account of SCANFORM_ACCOUNT_ID, or on the only one that the key reaches. */
export async function withAccount<T>(
  io: Io,
  connection: ConnectionOptions,
  work: (live: LiveAccount) => Promise<T>,
): Promise<T> {
  const credentials = credentialsOf(io, connection, { aliases: [""] });
  const session = connect(io, credentials, connection);
  try {
    const account = await chooseAccount(session.reader, accountIn(io.env), io.signal);
    try {
      const isServiceOf = (block: Claim): boolean => new Operator(io, connection).goesTo(block, credentials.url);
      return await work({ reader: session.reader, account, isServiceOf });
    } catch (thrown) {
      await checkAccountReachable(session.reader, account.id, thrown, io.signal);
      throw thrown;
    }
  } finally {
    await session.close();
  }
}

/** @throws ScanformError `import-changes` */
export async function checkNoChanges(
  { reader, account }: LiveAccount,
  desired: Desired,
  signal: AbortSignal,
): Promise<void> {
  const planned = await refreshAndPlan(reader, account, desired, {}, { signal });
  if (!isEmpty(planned) || planned.refusals.length > 0)
    fail(
      "import-changes",
      "A plan of the imported configurations and rules has changes, as when the account changes meanwhile. Import again.",
    );
}

/** What is planned where the code itself does not run. */
export const settingsAndRules = "these settings and rules";

/**
 * Says what was not imported and why, and what the code has gained.
 *
 * @param planned what was planned
 */
export function sayImported(io: Io, code: ImportedCode, planned = settingsAndRules): void {
  sayUnexpressed(io, code);
  io.err(`${code.gain}. A plan of ${planned} shows no changes.\n`);
}

export function sayUnexpressed(io: Io, { unexpressed }: ImportedCode): void {
  for (const { what, reason } of unexpressed) io.err(`${visible(`Not imported: ${what}: ${reason}.`)}\n`);
}

/** Every list, to its end. */
export async function everything({ reader, account: { id } }: LiveAccount, signal: AbortSignal): Promise<Observed> {
  const options = { signal, always: true };
  const [configurations, repositories, policies] = await Promise.all([
    reader.configurations(id, options),
    reader.repositories(id, options),
    reader.customPolicies(id, options),
  ]);
  return { configurations, repositories, policies };
}
