import { reachedAccounts } from "../reconcile/refresh/choose-account";
import { refuseIncomplete } from "../reconcile/refresh/complete-lists";
import { survey } from "../reconcile/refresh/refresh";
import { type AccountDocument } from "../report/document";
import { accountDocument } from "../report/make-document";
import { environmentAccount } from "./credentials/variables";
import type { Io } from "./io";
import { type AliasOptions, connectByAlias } from "./session";

/**
 * The accounts of a key as they are: documents of plans that change nothing. The lists are complete. Sends only GET requests.
 *
 * @throws ScanformError `list-incomplete` where a list lacks a configuration that exists
 */
export async function liveAccounts(io: Io, options: AliasOptions): Promise<readonly AccountDocument[]> {
  const session = connectByAlias(io, options);
  try {
    const accounts = await reachedAccounts(session.reader, environmentAccount(io.env), io.signal);
    return await Promise.all(
      accounts.map(async (account) => {
        const { observed, planOf } = await survey(
          session.reader,
          { ...account, baseUrl: session.url },
          { configurations: [], assignments: [] },
          { partial: true },
          { signal: io.signal, now: io.now, whole: ["configurations", "repositories"] },
        );
        await refuseIncomplete(session.reader, account.id, observed, { signal: io.signal });
        return accountDocument(planOf(observed));
      }),
    );
  } finally {
    await session.close();
  }
}
