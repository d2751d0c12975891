import fc from "fast-check";
import { accountId } from "../../src/model/ids";
import { explainRepository } from "../../src/reconcile/explain/explain";
import { type Plan, plan } from "../../src/reconcile/plan/plan";
import { accountDocument } from "../../src/report/make-document";
import { desiredFor, observed } from "../reconcile/arbitrary";
import { moving, reviewed, rich, varied } from "../report/plans";
import { withFindings } from "../report/with-findings";
import { pageOf, pageOfSaved } from "./pages";
import { documentIn, factsIn } from "./read-back";

/** The document of the plan as a program would read it. */
function documentOf(made: Plan): unknown {
  const { after: _after, ...document } = accountDocument(made);
  return JSON.parse(JSON.stringify(document));
}

const golden = {
  rich,
  reviewed: () => reviewed(),
  "moves between thirty configurations": () => moving(30, 10, true),
  "fifty changes": () => varied(50, 2),
  "a plan with open findings": () => withFindings(),
} as const;

describe.each(Object.entries(golden))("a page of the plan: %s", (_title, make) => {
  test("says what the document says", () => {
    const made = make();
    expect(factsIn(pageOf([made])).accounts.map(documentIn)).toEqual([documentOf(made)]);
  });

  test("says so of a saved plan too", () => {
    const made = make();
    expect(factsIn(pageOfSaved([made])).accounts.map(documentIn)).toEqual([documentOf(made)]);
  });
});

test("a page says how many of the changes that it folds are weaker", () => {
  expect(pageOf([varied(50, 2)])).toContain("<summary>and 42 more changes, 41 of them weaker</summary>");
});

const random = observed.chain((there) => desiredFor(there).map((wanted) => ({ there, wanted })));

test("a page of a random plan says what its document says", () => {
  fc.assert(
    fc.property(random, fc.boolean(), ({ there, wanted }, prune) => {
      const made = plan({ id: accountId("a") }, { ...wanted, managedScope: { all: true } }, there, {
        force: true,
        prune,
      });
      const [facts] = factsIn(pageOf([made])).accounts;
      expect(facts && documentIn(facts)).toEqual(documentOf(made));
    }),
    { numRuns: 40 },
  );
});

test("a page of a random plan has each repository with the rule that decides and those that lose, as `explain` says", () => {
  fc.assert(
    fc.property(random, ({ there, wanted }) => {
      const made = plan({ id: accountId("a") }, wanted, there, { force: true });
      const [facts] = factsIn(pageOf([made])).accounts;
      expect(facts?.repositories).toHaveLength(there.repositories.length);
      for (const repository of there.repositories) {
        const { rule, lost, before, after } = explainRepository(made, there, repository);
        const [, , from = null, to = null, , winner = null, , losing = null] =
          facts?.repositories.find(([id]) => id === repository.id) ?? [];
        const ruleAt = (at: number | null) => (at === null ? undefined : facts?.rules[at]);
        const sideAt = (at: number | null) => (at === null ? undefined : facts?.configurations[at]);
        expect(ruleAt(winner)?.rule).toBe(rule && rule.rule + 1);
        expect(
          (losing === null ? [] : (facts?.lost[losing] ?? [])).map(([at, , why]) => [ruleAt(at)?.rule, why]),
        ).toEqual(lost.map((each) => [each.rule + 1, each.why]));
        expect(sideAt(from)?.id ?? undefined).toBe(before?.id);
        expect(sideAt(to)?.id ?? sideAt(to)?.address ?? undefined).toBe(after?.id ?? after?.address);
      }
    }),
    { numRuns: 40 },
  );
});
