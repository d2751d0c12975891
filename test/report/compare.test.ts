import fc from "fast-check";
import pc from "picocolors";
import { leafVerdicts } from "../../src/model/leaf-verdict";
import { type AccountComparison, comparePlans, isSame, type PlannedAccount } from "../../src/report/compare/compare";
import { comparisonRenderers } from "../../src/report/compare/compare-renderers";
import { comparisonHead } from "../../src/report/compare/compare-sections";
import { accountDocument } from "../../src/report/make-document";
import { expectHarmless } from "./harmless";
import { hostileName, raw } from "./hostile";
import { moving, rich } from "./plans";

const account = accountDocument(rich());

type Effect = PlannedAccount["effects"][number];
const classOf = {
  weaker: "weakens",
  unclassified: "unclassified",
  stronger: "strengthens",
  neutral: "neutral",
} as const;

const leaf = fc.record({
  path: fc.constantFrom("a", "b", "c"),
  before: fc.constantFrom(null, 1),
  after: fc.constantFrom(2, 3),
});
const leaves = fc.uniqueArray(leaf, { maxLength: 2, selector: ({ path }) => path });
const repository = fc
  .constantFrom("web", "api", "docs", "shop")
  .map((id) => ({ id, name: `name of ${id}`, rule: null }));
const side = fc.constantFrom("one", "two").map((id) => ({ id, address: null, name: id }));

const effect: fc.Arbitrary<Effect> = fc
  .record({
    from: fc.option(side.map(({ id, name }) => ({ id, name }))),
    to: fc.option(side),
    weaker: leaves,
    unclassified: leaves,
    stronger: leaves,
    neutral: leaves,
    repositories: fc.uniqueArray(repository, { minLength: 1, selector: ({ id }) => id }),
  })
  .map((each) => ({
    ...each,
    mixed: false,
    class: classOf[leafVerdicts.find((kind) => each[kind].length > 0) ?? "neutral"],
  }));

const finding = fc.record({
  policy: fc.constantFrom("own", "other"),
  level: fc.constantFrom("deny" as const, "warn" as const),
  message: fc.constantFrom("is bad", "is odd"),
  at: fc.constant({ kind: "repository" as const, id: "web" }),
});

/** A document of a plan, in which anything may be there twice, as in a damaged one. */
const planned: fc.Arbitrary<PlannedAccount> = fc
  .record({
    effects: fc.array(effect, { maxLength: 5 }),
    changes: fc.subarray(account.changes),
    moves: fc.subarray(account.moves),
    policies: fc.array(finding, { maxLength: 3 }),
    digest: fc.constantFrom("a".repeat(64), "b".repeat(64)),
  })
  .map((each) => ({ ...account, ...each }));

const sorted = (list: readonly unknown[]): readonly string[] => list.map((each) => JSON.stringify(each)).sort();
const part = (each: AccountComparison["came"]): object =>
  Object.fromEntries(Object.entries(each).map(([key, list]) => [key, sorted(list)]));

const print = (all: readonly AccountComparison[], format: "text" | "markdown", full = false): string =>
  comparisonRenderers[format].print(all, { colors: pc.createColors(false), full });

test("a plan compared with itself has nothing new, in whichever order its lists are", () => {
  fc.assert(
    fc.property(planned, (plan) => {
      const turned = {
        ...plan,
        effects: plan.effects.toReversed().map((each) => ({ ...each, repositories: each.repositories.toReversed() })),
        changes: plan.changes.toReversed(),
        moves: plan.moves.toReversed(),
      };
      expect(isSame(comparePlans(plan, plan))).toBe(true);
      expect(isSame(comparePlans(plan, turned))).toBe(true);
    }),
  );
});

test("the other way round, what came went, and what grew shrank", () => {
  const other = { grew: "shrank", shrank: "grew", mixed: "mixed" } as const;
  fc.assert(
    fc.property(planned, planned, (one, two) => {
      const [there, back] = [comparePlans(one, two), comparePlans(two, one)];
      expect([part(back.came), part(back.went)]).toEqual([part(there.went), part(there.came)]);
      const swapped = back.changed.map((each) => ({
        ...each,
        change: other[each.change],
        class: { before: each.class.after, after: each.class.before },
        repositories: { came: each.repositories.went, went: each.repositories.came },
        leaves: { came: each.leaves.went, went: each.leaves.came },
      }));
      expect(sorted(swapped)).toEqual(sorted(there.changed));
    }),
  );
});

test("every effect that the earlier plan lacks is shown, as a whole or by what is new in it", () => {
  fc.assert(
    fc.property(planned, planned, (one, two) => {
      const { came, changed } = comparePlans(one, two);
      const known = new Set(one.effects.flatMap(statements));
      const told = new Set([
        ...came.effects.flatMap(statements),
        ...changed.flatMap(({ from, to, leaves: each, repositories }) => [
          ...each.came.map(({ verdict, path, before, after }) => said(from, to, [verdict, path, before, after])),
          ...repositories.came.map(({ id }) => said(from, to, id)),
        ]),
      ]);
      const missing = two.effects.flatMap(statements).filter((each) => !known.has(each) && !told.has(each));
      expect(missing).toEqual([]);
    }),
  );
});

const said = (from: Effect["from"], to: Effect["to"], what: unknown): string =>
  JSON.stringify([from?.id, to?.id, what]);

/** Each leaf and each repository of an effect. */
const statements = ({ from, to, repositories, ...effect_ }: Effect): readonly string[] => [
  ...leafVerdicts.flatMap((verdict) =>
    effect_[verdict].map(({ path, before, after }) => said(from, to, [verdict, path, before, after])),
  ),
  ...repositories.map(({ id }) => said(from, to, id)),
];

const weaker = { path: "comment", before: "enabled", after: "disabled", note: "comments say nothing" };
const first: Effect = {
  class: "strengthens",
  mixed: false,
  from: { id: "one", name: "one" },
  to: { id: "one", address: null, name: "one" },
  weaker: [],
  stronger: [{ path: "analyzers.secrets.blocking", before: false, after: true, note: "secrets blocks pull requests" }],
  unclassified: [],
  neutral: [],
  repositories: [{ id: "1", name: "web", rule: "rule 1: web" }],
};
const withEffects = (...effects: readonly Effect[]): PlannedAccount => ({ ...account, effects: [...effects] });

test("an effect that becomes worse, or has more repositories, grew, and the head says that more is weaker", () => {
  const worse: Effect = { ...first, class: "weakens", mixed: true, weaker: [weaker] };
  const wider: Effect = { ...worse, repositories: [...worse.repositories, { id: "2", name: "api", rule: null }] };
  const grown = comparePlans(withEffects(first), withEffects(worse));
  expect(grown.changed).toMatchObject([{ change: "grew", class: { before: "strengthens", after: "weakens" } }]);
  expect(print([grown], "text")).toContain(
    "CHANGED 1\n  one   grew, strengthens -> weakens\n" +
      '      came  weaker        comments say nothing ("enabled" -> "disabled")\n',
  );
  const wide = comparePlans(withEffects(worse), withEffects(wider));
  expect(print([wide], "text")).toContain('  one   grew, weakens\n      came  1 repository, namely "api"\n');
  for (const each of [grown, wide]) expect(comparisonHead(each)).toMatchObject({ isWeaker: true });
  expect(comparisonHead(comparePlans(withEffects(wider), withEffects(worse)))).toMatchObject({
    isWeaker: false,
    rest: ": 1 shrank",
  });
});

test("another line of code, rule or address alone is nothing new, but another name of a repository is", () => {
  const moved: Effect = { ...first, repositories: [{ id: "1", name: "web", rule: "rule 2: web" }] };
  expect(isSame(comparePlans(withEffects(first), withEffects(moved)))).toBe(true);
  const renamed: Effect = { ...first, repositories: [{ id: "1", name: "site", rule: "rule 1: web" }] };
  expect(comparePlans(withEffects(first), withEffects(renamed)).changed).toMatchObject([
    { change: "mixed", repositories: { came: [{ name: "site" }], went: [{ name: "web" }] } },
  ]);
});

test("a move that leaves its repository unaffected is shown, though no effect has it", () => {
  const move = { repository_id: "1", repository_name: "web", from: "one", to: "two", rule: "rule 1: web" };
  const later = { ...account, moves: [...account.moves, { ...move, class: "unaffected" as const }] };
  const comparison = comparePlans(account, later);
  expect(comparison.came.moves).toHaveLength(1);
  expect(print([comparison], "text")).toContain('  unaffected 1 repository   one -> two\n      namely "web"\n');
});

test("a comparison of very large plans fits into a comment, and --full shows all of it", () => {
  const [none, large] = [account, accountDocument(moving(99, 50, true))];
  const comparison = comparePlans({ ...none, effects: [] }, { ...large, moves: large.moves });
  expect(print([comparison, comparison], "markdown").length).toBeLessThan(65_536);
  expect(print([comparison], "text").split("\n").length).toBeLessThan(125);
  expect(print([comparison], "text")).toContain("--full shows what is left out");
  const names = print([comparison], "text", true).match(/"live-\d{4}-|"team-\d{4}-\d{4}"/g) ?? [];
  expect(names.length).toBeGreaterThanOrEqual(5000);
});

/** Nothing but our own words may be outside of a fence, and code. */
const own = [
  /^$/,
  /^### scanform: since the earlier plan$/,
  /^(\*\*WEAKENS MORE since\*\*|changed since|nothing new since|nothing that is compared differs since) `CODE`[a-z0-9, :]*( \(digest now `CODE`\))?$/,
  /^`scanform compare --full` shows what is left out\.$/,
  /^<details( open)?><summary>(<code>CODE<\/code>: )?((CAME|CHANGED|WENT) [\d,]+|Diagnostics)<\/summary>$/,
  /^<\/details>$/,
];

test("hostile words of a document do nothing in Markdown or in a terminal", () => {
  fc.assert(
    fc.property(hostileName, hostileName, (one, other) => {
      const hostile: PlannedAccount = {
        ...account,
        account: { ...account.account, name: one, alias: other },
        effects: [
          {
            ...first,
            from: { id: one, name: other },
            to: { id: other, address: one, name: one },
            weaker: [{ path: one, before: other, after: { [one]: other }, note: other }],
            repositories: [{ id: one, name: other, rule: one }],
          },
        ],
        changes: [{ address: one, kind: "configuration", action: "update", name: other, repositories: 1, changes: [] }],
        deletions: [{ address: one, id: one, name: other, repositories: 2 }],
        triages: [
          {
            address: one,
            finding_id: one,
            finding: { title: one, severity: other, file: one, repository: null },
            category: one,
            action: "set",
            before: one,
            after: other,
            justification: other,
            expires: one,
          },
        ],
        moves: [{ repository_id: one, repository_name: other, from: one, to: other, rule: one, class: "unaffected" }],
        policies: [{ policy: one, level: "needs", reviewer: other, message: one, at: { kind: "line", path: other } }],
      };
      const empty = { ...account, effects: [], changes: [], triages: [], moves: [], deletions: [], policies: [] };
      const all = [comparePlans(empty, hostile), comparePlans(hostile, empty)];
      const markdown = print(all, "markdown");
      expectHarmless(markdown, own);
      for (const text of [markdown, print(all, "text"), print(all, "text", true)])
        expect(text.split("\n").filter((line) => raw.test(line) || /^\s*::/.test(line))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
