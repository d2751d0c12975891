import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { ScanformError } from "../../../src/diagnostics/error";
import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { accountId, configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { decisionsOf, digestOf } from "../../../src/reconcile/plan/decisions";
import { type Plan, plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, live, planned } from "../account";
import { desiredFor, observed, settings } from "../arbitrary";

const baseUrl = "https://findings.example.com";

describe("the digest of a plan that is made", () => {
  const digest = (settings: Settings, before: Settings = { comment: "silent" }, has: readonly string[] = []) =>
    plan({ id: accountId("account") }, desired([declare("one", settings)]), live({ one: { settings: before, has } }))
      .digest;
  const excludes = (...all: string[]): Settings => ({ analyzers: { a: { enabled: true, excludes: all } } });

  test("the digest of a plan that is made is another one where a declared value is another one, or the value that it replaces", () => {
    const [one, declaredOther, liveOther] = [
      digest({ comment: "enabled" }),
      digest({ comment: "disabled" }),
      digest({ comment: "enabled" }, { comment: "disabled" }),
    ];
    expect(new Set([one, declaredOther, liveOther]).size).toBe(3);
  });

  test("the digest of a plan that is made is another one where what is deleted has other settings, or what is renamed another name before", () => {
    const deleting = (settings: Settings) =>
      plan(
        { id: accountId("account") },
        { ...desired([]), deletions: [configurationId("one")] },
        live({ one: { settings } }),
      );
    expect(deleting({ comment: "silent" }).digest).not.toBe(deleting({ comment: "enabled" }).digest);
    const renaming = (name: string) =>
      plan(
        { id: accountId("account") },
        desired([declare("one", {}, { renamedFrom: [name] })]),
        live({ id: { name } }),
      );
    expect(renaming("x").digest).not.toBe(renaming("y").digest);
  });

  test("the digest of a plan that is made is another one where another pattern comes last in a list with one that begins with !", () => {
    expect(digest(excludes("**", "!src/**"))).not.toBe(digest(excludes("!src/**", "**")));
    expect(digest(excludes("x"), excludes("**", "!src/**"))).not.toBe(digest(excludes("x"), excludes("!src/**", "**")));
  });

  test("the digest of a plan that is made is the same in whatever order a list without such a pattern is declared or listed", () => {
    expect(digest(excludes("x", "y"))).toBe(digest(excludes("y", "x")));
    expect(digest(excludes("z"), excludes("x", "y"))).toBe(digest(excludes("z"), excludes("y", "x")));
  });

  test("the digest of a plan that is made is the same whatever goes along undeclared in the body of a request", () => {
    const one = digest({ comment: "enabled" }, { comment: "silent", risk_threshold: 1 });
    expect(digest({ comment: "enabled" }, { comment: "silent", risk_threshold: 2 })).toBe(one);
    const others = { code_policies: [{ id: "p", enabled: true }], analyzers: { a: { enabled: true } } };
    expect(digest({ comment: "enabled" }, { comment: "silent", ...others })).toBe(one);
  });
});

/** What was reviewed with one version is applied with the next one: these digests must stay as they are. */
test("the digest of a plan without triages is the same in every version", () => {
  const small = plan({ id: accountId("account") }, desired([declare("one", { comment: "enabled" })]), live({}));
  expect([digestOf(small), digestOf({ ...small, account: { ...small.account, baseUrl } })]).toEqual([
    "b28a2fc95069eca0f7adbfa4841869ab1fa43b4b4350c5d6dd53ff622b4d2969",
    "08b65dc62770466f2828397c822bf54e2bc20ba79a952624eb7cb9743e3aa102",
  ]);
});

/** An account with its declaration, and the same with its lists in another order, or with one thing changed. */
const alikes = observed.chain((account) =>
  fc.tuple(desiredFor(account), settings, fc.nat(5)).map(([declaration, other, nth]) => {
    const { configurations, repositories } = account;
    const replaced = <T extends { readonly settings: Settings }>(all: readonly T[]): readonly T[] =>
      all.map((each, at) => (at === nth ? { ...each, settings: other } : each));
    const accounts: readonly Observed[] = [
      account,
      { ...account, configurations: configurations.toReversed(), repositories: repositories.toReversed() },
      { ...account, configurations: replaced(configurations) },
      { ...account, configurations: configurations.map((each, at) => (at === nth ? { ...each, name: "x" } : each)) },
      { ...account, repositories: repositories.map((each, at) => (at === nth ? { ...each, name: "x" } : each)) },
      { ...account, repositories: repositories.filter((_, at) => at !== nth) },
    ];
    const declarations: readonly Desired[] = [
      declaration,
      { ...declaration, configurations: replaced(declaration.configurations) },
      { ...declaration, assignments: declaration.assignments.slice(1) },
      { ...declaration, deletions: configurations.slice(nth, nth + 1).map(({ id }) => id) },
    ];
    return accounts.flatMap((seen) => declarations.flatMap((said) => unlessInvalid(() => planned(said, seen))));
  }),
);

function unlessInvalid(make: () => Plan): readonly Plan[] {
  try {
    return [make()];
  } catch (thrown) {
    if (thrown instanceof ScanformError) return [];
    throw thrown;
  }
}

test("two plans have the same digest exactly where all that they decide is the same", () => {
  const pairs = { alike: 0, different: 0 };
  fc.assert(
    fc.property(alikes, (plans) => {
      const all = plans.map((each) => ({
        digest: each.digest,
        decisions: new Map([...decisionsOf(each)].map(([key, { what }]) => [key, what])),
      }));
      for (const [at, one] of all.entries())
        for (const other of all.slice(at + 1)) {
          const isAlike = isDeepStrictEqual(one.decisions, other.decisions);
          pairs[isAlike ? "alike" : "different"] += 1;
          expect(one.digest === other.digest).toBe(isAlike);
        }
    }),
    { numRuns: 6 },
  );
  expect(Math.min(pairs.alike, pairs.different)).toBeGreaterThan(80);
});
