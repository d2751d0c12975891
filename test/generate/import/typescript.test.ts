import fc from "fast-check";
import * as estree from "prettier/plugins/estree";
import * as typescript from "prettier/plugins/typescript";
import { format } from "prettier/standalone";
import { importAccount } from "../../../src/generate/import/import-account";
import { typescriptOf } from "../../../src/generate/import/typescript/typescript";
import { randomAccount } from "../accounts";
import { sameAsLive } from "../same-as-live";

test("the code of a random account gives the account back", () => {
  fc.assert(
    fc.property(randomAccount, fc.boolean(), (account, flat) => {
      sameAsLive(account, flat);
    }),
    { numRuns: 150 },
  );
});

test("the code is formatted as prettier would", async () => {
  await fc.assert(
    fc.asyncProperty(randomAccount, fc.boolean(), async (account, flat) => {
      const text = typescriptOf(importAccount(account, { flat }), { policies: account.policies ?? [], flat });
      expect(text).toBe(await format(text, { parser: "typescript", plugins: [estree, typescript] }));
    }),
    { numRuns: 60 },
  );
});
