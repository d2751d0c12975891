import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import { desk } from "../support/desk";

test("apply --reviewed says only of the account that was reviewed where it differs", async () => {
  const at = await desk({
    provider: { account_id: accountId },
    configurations: { baseline: { name: "baseline", comment: "enabled" } },
  });
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], { env });
  at.declare({
    provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
    configurations: {
      baseline: { name: "baseline", comment: "disabled" },
      other: { name: "other", comment: "silent", provider: "scanform.globex" },
    },
  });
  const { code, err } = await at.run(["apply", "--synthesized", "app", "--reviewed", "saved.plan"], { env });
  expect([code, err]).toEqual([4, expect.stringContaining("planned now: account globex")]);
  expect(err.match(/other than reviewed/g)).toHaveLength(1);
  expect(at.writes()).toEqual([]);
});
