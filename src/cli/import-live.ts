import { fail } from "../diagnostics/error";
import { visible } from "../diagnostics/foreign-text";
import { declarationOf } from "../generate/import/declaration";
import type { ImportFormat } from "../generate/import/formats";
import { importCode, type ImportCodeOptions, type ImportedCode } from "../generate/import/import-code";
import { desiredOf } from "../library/input";
import type { Observed } from "../model/entities";
import { isEmpty } from "../reconcile/plan/plan";
import type { Reader } from "../reconcile/ports";
import { chooseAccount } from "../reconcile/refresh/choose-account";
import { refreshAndPlan } from "../reconcile/refresh/refresh";
import { credentialsOf } from "./credentials/credentials";
import type { Io } from "./io";
import { type ConnectionOptions, connect } from "./session";

/** What is live in an account, and code for it. */
export interface ImportedLive {
  readonly observed: Observed;
  readonly code: ImportedCode;
}

/**
 * Reads the account of SCANFORM_ACCOUNT_ID, or the only one that the key reaches, and makes code for it. Sends only GET
 * requests.
 *
 * @throws ScanformError `import-changes` when a plan of the settings and rules has changes
 */
export async function importLive(
  io: Io,
  connection: ConnectionOptions,
  format: ImportFormat,
  options: ImportCodeOptions,
): Promise<ImportedLive> {
  const session = connect(io, credentialsOf(io, connection, { aliases: [""] }), connection);
  try {
    const account = await chooseAccount(session.reader, io.env["SCANFORM_ACCOUNT_ID"]?.trim(), io.signal);
    const observed = await everything(session.reader, account.id, io.signal);
    const code = importCode(observed, format, options);
    const desired = desiredOf(declarationOf(code.imported));
    const planned = await refreshAndPlan(session.reader, account, desired, {}, { signal: io.signal });
    if (!isEmpty(planned) || planned.refusals.length > 0)
      fail(
        "import-changes",
        "A plan of the imported configurations and rules has changes, as when the account changes meanwhile. Import again.",
      );
    return { observed, code };
  } finally {
    await session.close();
  }
}

/** Says what was not imported and why, and what the code has gained. */
export function sayImported(io: Io, { unexpressed, gain }: ImportedCode): void {
  for (const { what, reason } of unexpressed) io.err(`${visible(`Not imported: ${what}: ${reason}.`)}\n`);
  io.err(`${gain}. A plan of these settings and rules shows no changes.\n`);
}

/** Every list, to its end. */
async function everything(
  reader: Reader,
  account: Parameters<Reader["repositories"]>[0],
  signal: AbortSignal,
): Promise<Observed> {
  const options = { signal, always: true };
  const [configurations, repositories, policies] = await Promise.all([
    reader.configurations(account, options),
    reader.repositories(account, options),
    reader.customPolicies(account, options),
  ]);
  return { configurations, repositories, policies };
}
