import fc from "fast-check";
import { declarationOf } from "../../../src/generate/import/declaration";
import { importAccount } from "../../../src/generate/import/import-account";
import { plan, ServiceClient } from "../../../src/library";
import type { Profile } from "../../../src/emulator";
import type { Observed } from "../../../src/model/observed";
import { canary } from "../../support/account";
import { startEmulator } from "../../support/emulator";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, randomAccount, repository } from "../accounts";
import { seedOf } from "../seed";
import { structured } from "../structured";

async function writesFor(account: Observed, profile: Partial<Profile> = {}): Promise<readonly unknown[]> {
  const emulator = await startEmulator({ seed: seedOf(account), profile });
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey: canary, readOnly: true });
  try {
    const made = await plan({ client, desired: declarationOf(importAccount(account)) });
    return [...made.writes, ...made.diagnostics.filter(({ severity }) => severity === "error")];
  } finally {
    await client.close();
    await emulator.close();
  }
}

test("planning the plain declaration of an account shows no changes", async () => {
  await fc.assert(
    fc.asyncProperty(randomAccount, async (account) => {
      expect(await writesFor(account)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

test.each<Partial<Profile>>([
  { order: "shuffled", unset: "null" },
  { page_size: 7 },
  { unset: "absent", defaults: "always" },
])("planning it shows no changes where the service behaves as %j", async (profile) => {
  const { account } = structured({ bases: 2, configurations: 12, repositories: 100, seed: 12, presets: true });
  expect(await writesFor(account, profile)).toEqual([]);
});

test("names configurations that share a name by their ids, also in rules", () => {
  const configurations = [configuration(1, "strict"), configuration(2, "strict")];
  const imported = importAccount({ configurations, repositories: [repository(1, "web", 2)] });
  expect(declarationOf(imported)).toMatchObject({
    configurations: [{ id: uuid("a", 1) }, { id: uuid("a", 2) }],
    rules: [{ configuration: { id: uuid("a", 2) } }],
  });
});
