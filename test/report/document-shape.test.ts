import { error } from "../../src/diagnostics/diagnostic";
import { formatVersion } from "../../src/report/format-version";
import { rich } from "./plans";
import { accountDocuments, planDocument } from "./rendered";

const document = () => planDocument([rich(), rich()]);
const [account] = accountDocuments([rich()]);

test("a plan is valid by the JSON Schema in the package, and so is an error before there is one", () => {
  const withoutPlan = { format_version: formatVersion, diagnostics: [error("usage", "No command was given.")] };
  for (const each of [document(), withoutPlan]) expect(planDocumentProblems(each)).toEqual([]);
});

test.each([
  ["another version", { ...document(), format_version: "0.1" }],
  ["no diagnostics", { format_version: formatVersion, accounts: [] }],
  ["an unknown key", { ...document(), more: true }],
  ["an unknown key in an account", { ...document(), accounts: [{ ...account, more: true }] }],
  ["an account without effects", { ...document(), accounts: [{ ...account, effects: undefined }] }],
])("a document with %s is not", (_what, given) => {
  expect(planDocumentProblems(given)).not.toEqual([]);
});

test("every repository that is affected is in one effect, and the counts add up to all of the account", () => {
  const { mixed, ...counts } = account?.summary.repositories ?? { mixed: 0 };
  expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(9);
  expect(mixed).toBeLessThanOrEqual(account?.summary.repositories.weakens ?? 0);
  const ids = (account?.effects ?? []).flatMap(({ repositories }) => repositories.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test("the words of a leaf are a whole sentence", () => {
  expect(account?.effects[0]?.weaker).toEqual([
    {
      path: 'analyzers["sql-injection"].blocking',
      before: true,
      after: false,
      words: "sql-injection no longer blocks pull requests",
    },
  ]);
});

test("a document counts the requests as planned, one by one, and at least", () => {
  const [counted] = accountDocuments([{ ...rich(), requests: { planned: 3, oneByOne: 9, lowerBound: 2 } }]);
  expect(counted?.requests).toEqual({ planned: 3, one_by_one: 9, lower_bound: 2 });
});
