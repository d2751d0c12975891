import fc from "fast-check";
import { importAccount } from "../../../src/generate/import/import-account";
import { typescriptFiles } from "../../../src/generate/import/typescript/typescript-files";
import { randomAccount, textOf } from "../accounts";
import { formatted } from "../formatted";
import { snapshotOf } from "../../../src/generate/types/snapshot";
import { accountId } from "../../../src/model/ids";
import { accountId as id } from "../../support/account";
import { slugs, uuid } from "../../reconcile/arbitrary";
import { sameAsLive } from "../same-as-live";
import { lengthOf, type Shape, structured } from "../structured";

test("the code of a random account gives the account back", () => {
  fc.assert(
    fc.property(randomAccount, fc.boolean(), (account, flat) => {
      sameAsLive(account, flat);
    }),
    { numRuns: 20 },
  );
});

test("the code is formatted as prettier would", async () => {
  await fc.assert(
    fc.asyncProperty(randomAccount, fc.boolean(), async (account, flat) => {
      const text = textOf(importAccount(account, { flat }), { policies: account.policies ?? [], flat });
      expect(text).toBe(await formatted(text));
    }),
    { numRuns: 10 },
  );
});

test("each file of a team is formatted as prettier would, and so are constants of names", async () => {
  const { account } = structured({ bases: 3, configurations: 46, repositories: 150, seed: 9, presets: true });
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
  expect(Object.keys(all[0]?.more ?? {}).length).toBeGreaterThan(10);
  for (const { text, more } of all)
    for (const each of [text, ...Object.values(more)]) expect(each).toBe(await formatted(each));
});

const shapes: readonly Shape[] = [
  { bases: 1, configurations: 4, repositories: 40, seed: 1, presets: true },
  { bases: 3, configurations: 30, repositories: 600, seed: 3, presets: false },
  { bases: 6, configurations: 214, repositories: 3000, seed: 5, presets: true },
];

test.each(shapes)(
  "the code of $configurations configurations takes at most 1.3 times that of their app, with presets: $presets",
  (shape) => {
    const { source, account } = structured(shape);
    sameAsLive(account, false);
    expect(lengthOf(textOf(importAccount(account))) / lengthOf(source)).toBeLessThanOrEqual(1.3);
  },
);
