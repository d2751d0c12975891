import type { Observed } from "../../../src/model/observed";
import { isEmpty, type Plan, plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, names, planned, shown } from "../account";
import { accountId, configurationId } from "../../../src/model/ids";
import { afterwards } from "../../../src/reconcile/plan/afterwards";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { ScanformError } from "../../../src/diagnostics/error";
import type { Desired } from "../../../src/model/desired";
import type { Settings } from "../../../src/model/settings";
import { decisionsOf, digestOf } from "../../../src/reconcile/plan/decisions";
import { desiredFor, observed, settings } from "../arbitrary";

test("counts and moves a repository once that the list gives twice, and a configuration likewise", () => {
  const observed = live({ one: {}, two: { has: ["r1", "r2"] } });
  const twice = {
    ...observed,
    configurations: [...observed.configurations, ...observed.configurations],
    repositories: [...observed.repositories, ...observed.repositories],
  };
  const { moves, repositories, writes } = planned(desired([declare("one")], give("one", names("r1", "r2"))), twice);
  expect({ moves: moves.length, repositories }).toEqual({ moves: 2, repositories: 2 });
  expect(writes.map(shown)).toEqual([{ assign: "one", repositories: ["id of r1", "id of r2"] }]);
});

const on = { analyzers: { a: { enabled: true } } } as const;
const off = { analyzers: { a: { enabled: false } } } as const;

const kinds = (observed: Observed, ...given: Parameters<typeof desired>) =>
  planned(desired(...given), observed).configurations.map(({ action, repositories, changes }) => [
    action,
    repositories,
    changes.map((each) => `${each.path} ${each.verdict}`),
  ]);

test("a declared configuration with changes counts the repositories that stay, not those that come or go", () => {
  const observed = live({ one: { settings: on, has: ["r1", "r2", "r3"] }, two: { has: ["r4"] } });
  const rules = [give("two", names("r1")), give("one", names("r4"))];
  expect(kinds(observed, [declare("one", off), declare("two")], ...rules)).toEqual([
    ["update", 2, ['analyzers["a"].enabled weaker']],
    ["no-op", 0, []],
  ]);
});

test("a declared configuration that is new counts no repositories, and lists its settings as changes", () => {
  const observed = live({ old: { settings: off, has: ["r1", "r2"] } });
  const [first] = kinds(observed, [declare("new", on)], give("new", names("r1", "r2")));
  expect(first).toEqual(["create", 0, ['analyzers["a"].enabled stronger']]);
});

test("a declared configuration that is only renamed is adopted", () => {
  const observed = live({ one: { settings: on, has: ["r1"] } });
  expect(kinds(observed, [declare("eins", on, { renamedFrom: ["one"] })])).toEqual([["adopt", 1, []]]);
});

test("a declared configuration that needs no change is a no-op, and the plan is empty", () => {
  const made = planned(desired([declare("one", on)]), live({ one: { settings: on, has: ["r1"] } }));
  expect(made.configurations).toMatchObject([{ action: "no-op", repositories: 0 }]);
  expect(isEmpty(made)).toBe(true);
  expect(isEmpty(planned(desired([declare("one", off)]), live({ one: { settings: on } })))).toBe(false);
});

test("every repository that does not have the configuration of its rule moves", () => {
  const observed = live({ one: { has: ["moves", "left-2", "left-1"] }, two: { has: ["settled"] } }, ["b", "none", "a"]);
  const rules = [
    { target: { leave: true }, repositoryPattern: "left%" } as const,
    give("two", names("b", "moves", "settled")),
    give("two", names("a")),
  ];
  const made = planned(desired([declare("two")], ...rules), observed);
  expect(made.settled).toBe(1);
  expect(made.moves.map(({ repository, by, fromName, toName }) => [repository.name, by, fromName, toName])).toEqual([
    ["a", { rule: 2, matched: "a" }, null, "two"],
    ["b", { rule: 1, matched: "b" }, null, "two"],
    ["moves", { rule: 1, matched: "moves" }, "one", "two"],
  ]);
  expect(made.moves.map((each) => each.from)).toEqual([undefined, undefined, "one"]);
  expect(made.moves[0]).not.toHaveProperty("from");
  expect(made.effects).toEqual([]);
});

test("a plan knows the titles of the account's custom policies", () => {
  const policies = ["p", "q"].map((id) => ({ id, dashboard_url: "https://x", title: `title of ${id}`, question: "?" }));
  expect(planned(desired([]), { ...live({}), policies }).policyTitles).toEqual(
    new Map([
      ["p", "title of p"],
      ["q", "title of q"],
    ]),
  );
});

describe("the account afterwards", () => {
  /** `web: strict`, a line for each repository. */
  const held = (made: Plan): readonly string[] => {
    const { configurations, repositories } = afterwards(made, made.observed);
    return repositories.map(({ repository, configuration }) => {
      const has = configuration === null ? undefined : configurations[configuration];
      return `${repository.name ?? ""}: ${has === undefined ? "none" : (has.name ?? has.id ?? "")}`;
    });
  };

  const observed = live(
    {
      kept: { settings: { comment: "silent" }, has: ["kept-1", "kept-2"] },
      changed: { settings: { comment: "silent", risk_threshold: 3 }, has: ["changed-1"] },
      gone: { has: ["gone-1"] },
    },
    ["bare-1", "bare-2"],
  );

  test("each repository has the configuration that its rule gives it, or keeps what stays", () => {
    const made = planned(
      {
        ...desired(
          [declare("changed", { comment: "enabled" }), declare("new", { comment: "enabled" })],
          give("new", names("bare-1", "kept-1")),
        ),
        deletions: [configurationId("gone")],
      },
      observed,
    );
    expect(held(made)).toEqual([
      "bare-1: new",
      "bare-2: none",
      "changed-1: changed",
      "gone-1: none",
      "kept-1: new",
      "kept-2: kept",
    ]);
    expect(afterwards(made, made.observed).configurations).toEqual([
      {
        id: "changed",
        address: "scanform_configuration.changed",
        name: "changed",
        settings: { comment: "enabled", risk_threshold: 3 },
      },
      { address: "scanform_configuration.new", name: "new", settings: { comment: "enabled" } },
      { id: "kept", name: "kept", settings: { comment: "silent" } },
    ]);
  });

  test("a configuration that repositories have and the service does not list has settings that are not known", () => {
    const made = planned(desired([]), { ...observed, configurations: [] });
    expect(afterwards(made, made.observed).configurations).toEqual(["changed", "gone", "kept"].map((id) => ({ id })));
  });
});

const baseUrl = "https://findings.example.com";

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
    plan({ id: accountId("account") }, desired([declare("one", {}, { renamedFrom: [name] })]), live({ id: { name } }));
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
