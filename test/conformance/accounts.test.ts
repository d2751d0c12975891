import { conformanceOf } from "./refusals";
import { dataOf } from "./service";

conformanceOf(
  "accounts",
  () => Promise.resolve({}),
  ({ at, reads }) => {
    reads("lists the accounts that the key can access", async () => {
      const answer = await at.send("listAccounts");
      expect(answer.status).toBe(200);
      expect(dataOf(answer).map((each) => each["account_id"])).toContain(at.access.accountId);
    });

    reads("rejects requests to an account that is not listed", async () => {
      const ids = dataOf(await at.send("listAccounts")).map((each) => each["account_id"]);
      expect(ids).not.toContain(at.access.foreignAccountId ?? "");
    });
  },
);
