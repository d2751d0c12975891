import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import { desk } from "../support/desk";

test("--account takes an id in other case, and refuses what is the name of one account and the alias of another", async () => {
  const at = await desk({
    provider: [{ account_id: accountId }, { alias: "acme", account_id: otherAccountId }],
    configurations: { baseline: { name: "baseline" }, other: { provider: "scanform.acme", name: "other" } },
  });
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  const ask = (account: string) => at.run(["explain", "--synthesized", "app", "new", "--account", account], { env });
  expect((await ask(otherAccountId.toUpperCase())).out).toContain("account globex");
  const { code, err } = await ask("acme");
  expect([code, err]).toEqual([1, expect.stringContaining('there are several called "acme"')]);
});
