import fc from "fast-check";
import * as estree from "prettier/plugins/estree";
import * as typescript from "prettier/plugins/typescript";
import { format } from "prettier/standalone";
import { importAccount } from "../../../src/generate/import/import-account";
import { typescriptFiles, typescriptOf } from "../../../src/generate/import/typescript/typescript";
import { randomAccount } from "../accounts";
import { snapshotOf } from "../../../src/generate/types/snapshot";
import { accountId } from "../../../src/model/ids";
import { accountId as id } from "../../support/account";
import { slugs, uuid } from "../../reconcile/arbitrary";
import { sameAsLive } from "../same-as-live";
import { structured } from "../structured";

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
      expect(text).toBe(
        await format(text, { filepath: "imported.ts", parser: "typescript", plugins: [estree, typescript] }),
      );
    }),
    { numRuns: 60 },
  );
});

const formatted = (text: string): Promise<string> =>
  format(text, { filepath: "imported.ts", parser: "typescript", plugins: [estree, typescript] });

test("each file of a team is formatted as prettier would, and so are constants of names", async () => {
  const { account } = structured({ bases: 3, configurations: 95, repositories: 300, seed: 9, presets: true });
  const [random] = fc.sample(randomAccount, { numRuns: 1, seed: 3 });
  const analyzers = slugs.map((slug, at) => ({ id: uuid("e", at), slug }));
  const all = [account, random ?? account].flatMap((each) => {
    const imported = importAccount(each);
    const types = snapshotOf(accountId(id), { analyzers, policies: each.policies ?? [], repositories: [] });
    return [
      typescriptFiles(imported, { split: true }),
      typescriptFiles(imported, { split: true, types, policies: each.policies ?? [], rulesApart: true }),
    ];
  });
  expect(all[0]?.more.length).toBeGreaterThan(10);
  for (const { text, more } of all)
    for (const each of [text, ...more.map((file) => file.text)]) expect(each).toBe(await formatted(each));
});
