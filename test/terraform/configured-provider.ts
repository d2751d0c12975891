import { acmeAccountId, acmeKey } from "../../src/emulator/index";
import { openSession, type SessionOptions } from "../../src/terraform/account/session";
import type { Provider } from "../../src/terraform/provider-types";
import { scanformProvider } from "../../src/terraform/scanform-provider";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A provider configured for the account acme at this address. Its sessions are closed after each test. */
export function providerAt(baseUrl: string, options: Partial<SessionOptions> = {}): Provider {
  return {
    ...scanformProvider({}),
    configure: async ({ dry_run: dry = null }, stop) => {
      const session = await openSession({
        baseUrl,
        apiKey: acmeKey,
        accountId: acmeAccountId,
        dryRun: dry === true,
        stop,
        ...options,
      });
      open.push(session);
      return session;
    },
  };
}
