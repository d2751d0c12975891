import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { accountId } from "../../../src/model/ids";
import { hclOf, refusedByHcl } from "../../../src/generate/import/hcl";
import { triagesCode } from "../../../src/generate/import/triages";
import { importAccount } from "../../../src/generate/import/import-account";
import type { Observed } from "../../../src/model/observed";
import { dismissals } from "../../../src/reconcile/refresh/decided-findings";
import { ServiceClient } from "../../../src/service";
import { randomAccount } from "../../generate/accounts";
import { seedOf } from "../../generate/seed";
import { describeWithTerraform, terraformIn } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";
import { workspace } from "./workspace";

async function observed(url: string): Promise<Observed> {
  const client = new ServiceClient({ baseUrl: url, apiKey: acmeKey, readOnly: true });
  try {
    const account = accountId(acmeAccountId);
    return { configurations: await client.configurations(account), repositories: await client.repositories(account) };
  } finally {
    await client.close();
  }
}

describeWithTerraform("the HCL of an account", () => {
  test("is imported without a write, and then there is nothing to do", async () => {
    const at = await workspace();
    at.write(hclOf(importAccount(await observed(at.emulator.url), { refused: refusedByHcl, oneOfAName: true })));
    expect(await at.apply()).toContain("2 imported, 1 added, 0 changed, 0 destroyed");
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
  });

  test("has triages without a justification, is refused until each has one, and is then imported without a write", async () => {
    const at = await workspace();
    const client = new ServiceClient({ baseUrl: at.emulator.url, apiKey: acmeKey, readOnly: true });
    const { found } = await dismissals(client, accountId(acmeAccountId), {}).finally(() => client.close());
    expect(found).not.toEqual([]);
    const { text } = triagesCode(found, "hcl", { framework: "cdktn" });
    at.write(text);
    await expect(at.apply()).rejects.toThrow('The argument "justification" is required');
    at.write(text.replaceAll('# justification = ""', 'justification = "As agreed."'));
    expect(await at.apply()).toContain(`${String(found.length)} imported, 0 added`);
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
  });

  test("is imported without a write where names are hostile", async () => {
    for (const account of fc.sample(randomAccount, { numRuns: 5, seed: 3 })) {
      const [seeded] = seedOf(account).accounts;
      if (seeded === undefined) throw new Error("no account");
      const at = await workspace({
        seed: { keys: { [acmeKey]: [acmeAccountId] }, accounts: [{ ...seeded, account_id: acmeAccountId }] },
      });
      at.write(hclOf(importAccount(await observed(at.emulator.url), { refused: refusedByHcl, oneOfAName: true })));
      await at.apply();
      expect(at.writes()).toEqual([]);
      await at.nothingToDo();
    }
  });

  test("is formatted as terraform does", async () => {
    const folder = temporaryFolder();
    for (const [at, account] of fc.sample(randomAccount, { numRuns: 30, seed: 5 }).entries())
      writeFileSync(
        join(folder, `${String(at)}.tf`),
        hclOf(importAccount(account, { refused: refusedByHcl, oneOfAName: true })),
      );
    expect(await terraformIn(folder, {}).run("fmt", "-check", "-diff")).toMatchObject({ code: 0, stdout: "" });
  });
});
