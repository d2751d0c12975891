import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import type { App } from "../support/declare";
import { desk, type Desk, documentOf, type Ran } from "../support/desk";

const applying = ["apply", "--synthesized", "app", "--reviewed"];
function expectRefused(at: Desk, ran: Ran, said: string): void {
  expect(ran).toMatchObject({ code: 4, err: expect.stringContaining(said) as string });
  expect(at.writes()).toEqual([]);
}

describe("apply --reviewed of two accounts", () => {
  const both: App = {
    provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
    configurations: {
      baseline: { name: "baseline", comment: "enabled" },
      other: { name: "other", comment: "silent", provider: "scanform.globex" },
    },
  };

  test("apply --reviewed of two accounts wants both to be reviewed, by a file or by a digest for each", async () => {
    const at = await desk(both);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    const planned = await at.run(["plan", "--synthesized", "app", "--json", "--out", "saved.plan"], { env });
    const { accounts } = documentOf(planned) as { accounts: readonly { digest: string }[] };
    const [first, second] = accounts.map(({ digest }) => digest);
    expectRefused(at, await at.run([...applying, String(first)], { env }), "account globex");
    const ran = await at.run([...applying, String(first), "--reviewed", String(second)], { env });
    expect(ran.code).toBe(0);
    expect(at.writes()).toHaveLength(2);
    at.emulator.clearRequests();
    const again = [...applying, "saved.plan", "--again"];
    expectRefused(at, await at.run(again, { env }), "Nothing is left");
  });

  test("apply --reviewed of two accounts takes a file beside a digest, with an age for the file", async () => {
    const at = await desk(both);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    const planned = await at.run(["plan", "--synthesized", "app", "--json", "--out", "saved.plan"], { env });
    const [first] = (documentOf(planned) as { accounts: readonly { digest: string }[] }).accounts;
    const ran = await at.run([...applying, "saved.plan", "--reviewed", String(first?.digest), "--max-age", "1h"], {
      env,
    });
    expect([ran.code, at.writes().length]).toEqual([0, 2]);
  });

  test("apply --reviewed of two accounts refuses where only one of them is declared any more", async () => {
    const at = await desk(both);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
    await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], { env });
    at.declare({
      provider: [{ account_id: accountId }],
      configurations: { baseline: { name: "baseline", comment: "enabled" } },
    });
    expectRefused(at, await at.run([...applying, "saved.plan"], { env }), "reviewed: account globex");
  });
});
