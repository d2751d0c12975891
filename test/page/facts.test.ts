import fc from "fast-check";
import { error } from "../../src/diagnostics/diagnostic";
import { accountId } from "../../src/model/ids";
import { accountOf, entriesOf } from "../../src/page/browser/model";
import { explainRepository } from "../../src/reconcile/explain/explain";
import { plan } from "../../src/reconcile/plan/plan";
import { planDocument } from "../../src/report/make-document";
import { desiredFor, observed } from "../reconcile/arbitrary";
import { moving, reviewed, rich, varied } from "../report/plans";
import { withFindings } from "../report/with-findings";
import { documentOf, pageOf, rollback } from "./pages";
import { documentIn, factsIn, shownOf } from "./read-back";

const golden = {
  rich: () => documentOf(rich()),
  reviewed: () => documentOf(reviewed()),
  "moves between thirty configurations": () => documentOf(moving(30, 10, true)),
  "fifty changes": () => documentOf(varied(50, 2)),
  "a plan with open findings": () => documentOf(withFindings()),
  "a rollback": () => documentOf(rollback()),
  "two accounts and one that has failed": () =>
    planDocument({
      madeAt: 0,
      plans: [rich(), reviewed()],
      failed: [{ account: { id: accountId("initech"), name: "initech" }, diagnostics: [error("usage", "No key.")] }],
      diagnostics: [error("usage", "Of no account.")],
    }),
} as const;

test.each(Object.entries(golden))("a page says what the document says, and nothing else: %s", (_title, make) => {
  expect(documentIn(pageOf(make()))).toEqual(shownOf(make()));
});

test("a page says how many of the changes that it folds are weaker", () => {
  expect(pageOf(documentOf(varied(50, 2)))).toContain("<summary>and 42 more changes, 41 of them weaker</summary>");
});

const random = observed.chain((there) => desiredFor(there).map((wanted) => ({ there, wanted })));

test("a page of a random plan says what its document says", () => {
  fc.assert(
    fc.property(random, fc.boolean(), ({ there, wanted }, prune) => {
      const declared = { ...wanted, managedScope: { all: true } };
      const made = documentOf(plan({ id: accountId("a") }, declared, there, { force: true, prune }));
      expect(documentIn(pageOf(made))).toEqual(shownOf(made));
    }),
    { numRuns: 100 },
  );
});

test("a page of a random plan has each repository with the rule that decides and those that lose, as `explain` says", () => {
  fc.assert(
    fc.property(random, ({ there, wanted }) => {
      const made = plan({ id: accountId("a") }, wanted, there, { force: true });
      const accounts = factsIn(pageOf(documentOf(made))).accounts.map(accountOf);
      const entries = entriesOf(accounts);
      expect(entries).toHaveLength(there.repositories.length);
      for (const { account, id, name, rule: position, from, to } of entries) {
        const repository = there.repositories.find((each) => each.id === id);
        if (repository === undefined) throw new Error(`no repository ${id}`);
        const { rule, lost, before, after } = explainRepository(made, there, repository);
        const sideAt = (at: number | null) => (at === null ? undefined : account.configurations[at]);
        const { winner, lost: losing } = account.matches({ id, name });
        expect(account.rules[position ?? -1]?.rule).toBe(rule && rule.rule + 1);
        expect(winner?.matched).toBe(rule?.matched);
        expect(losing.map((each) => [each.rule, each.why])).toEqual(lost.map((each) => [each.rule, each.why]));
        expect(sideAt(from)?.id ?? undefined).toBe(before?.id);
        expect(sideAt(to)?.id ?? sideAt(to)?.address ?? undefined).toBe(after?.id ?? after?.address);
      }
    }),
    { numRuns: 40 },
  );
});
