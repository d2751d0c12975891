import fc from "fast-check";
import pc from "picocolors";
import { leafVerdicts } from "../../src/model/leaf-verdict";
import { htmlRenderer } from "../../src/page/html";
import type { AccountDocument, PlanDocument } from "../../src/report/document";
import { comparedPlanShape } from "../../src/report/document-shape";
import { jsonRenderer } from "../../src/report/json";
import { accountDocument, documentOf } from "../../src/report/make-document";
import { markdownRenderer } from "../../src/report/markdown";
import { newsLine } from "../../src/report/news";
import { type News, since } from "../../src/report/since";
import { textRenderer } from "../../src/report/text";
import { expectHarmless } from "./harmless";
import { hostileName, raw } from "./hostile";
import { moving, rich } from "./plans";

const account = accountDocument(rich());

type Effect = AccountDocument["effects"][number];
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
  words: fc.constant("changes"),
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

const sides = ({ from, to }: Effect): string => JSON.stringify([from?.id, to?.id]);

const planned: fc.Arbitrary<AccountDocument> = fc
  .record({
    effects: fc.uniqueArray(effect, { maxLength: 5, selector: sides }),
    changes: fc.subarray([...account.changes]),
    moves: fc.subarray([...account.moves]),
    policies: fc.array(finding, { maxLength: 3 }),
    digest: fc.constantFrom("a".repeat(64), "b".repeat(64)),
  })
  .map((each) => ({ ...account, lines: [], ...each }));

/** Each leaf for each repository of the effects, and each that has none. */
const pairs = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((each) =>
    each.repositories.flatMap(({ id }) => [
      JSON.stringify([sides(each), id]),
      ...leafVerdicts.flatMap((verdict) =>
        each[verdict].map(({ path, before, after }) => JSON.stringify([sides(each), id, verdict, path, before, after])),
      ),
    ]),
  );

/** Without marks nothing is new, and without entries nothing is gone. */
const isSame = ({ differences, gone }: News): boolean =>
  differences.size === 0 && Object.values(gone).every(({ length }) => length === 0);

/** What the later of two plans has no more: whole effects, and what has gone from those that are left. */
function goneIn({ differences, gone }: News, now: AccountDocument): readonly string[] {
  const left = now.effects.flatMap((each) => {
    const { repositories = [], leaves = [] } = differences.get(each)?.gone ?? {};
    const still = [...each.repositories.filter((one) => !differences.get(each)?.came.repositories.includes(one))];
    return [
      ...repositories.map(({ id }) => JSON.stringify([sides(each), id])),
      ...leaves.flatMap(({ verdict, leaf: { path, before, after } }) =>
        [...still, ...repositories].map(({ id }) => JSON.stringify([sides(each), id, verdict, path, before, after])),
      ),
    ];
  });
  return [...pairs(gone.effects), ...left];
}

test("a plan has nothing new since itself, in whichever order its lists are", () => {
  fc.assert(
    fc.property(planned, (plan) => {
      const turned = {
        ...plan,
        effects: plan.effects.toReversed().map((each) => ({ ...each, repositories: each.repositories.toReversed() })),
        changes: plan.changes.toReversed(),
        moves: plan.moves.toReversed(),
        policies: plan.policies?.toReversed() ?? [],
      };
      expect(isSame(since(plan, plan))).toBe(true);
      expect(isSame(since(plan, turned))).toBe(true);
      expect(newsLine([{ plan: turned, news: since(plan, turned) }])?.words).toBe("nothing new since");
    }),
    { numRuns: 20 },
  );
});

test("the entries that are gone are exactly those of the earlier plan that the later one lacks", () => {
  fc.assert(
    fc.property(planned, planned, (old, now) => {
      const still = new Set(pairs(now.effects));
      const gone = new Set(goneIn(since(old, now), now));
      expect([...gone].filter((each) => still.has(each))).toEqual([]);
      // a repository that has left an effect has left all of its leaves
      const left = (each: string): string => JSON.stringify((JSON.parse(each) as unknown[]).slice(0, 2));
      const lost = pairs(old.effects).filter((each) => !still.has(each));
      expect(lost.filter((each) => !gone.has(each) && !gone.has(left(each)))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test("an effect has a mark if and only if it differs, and what came to it is marked in it", () => {
  fc.assert(
    fc.property(planned, planned, (old, now) => {
      const { differences, repositories } = since(old, now);
      const known = new Set(pairs(old.effects));
      for (const each of now.effects) {
        const came = pairs([each]).filter((pair) => !known.has(pair));
        const mark = differences.get(each)?.mark;
        const earlier = old.effects.find((other) => sides(other) === sides(each));
        const lost = earlier === undefined ? [] : pairs([earlier]).filter((pair) => !pairs([each]).includes(pair));
        const expected =
          earlier === undefined
            ? "new"
            : came.length > 0
              ? lost.length > 0
                ? "changed"
                : "grown"
              : lost.length > 0
                ? "shrunk"
                : undefined;
        expect(mark).toBe(expected);
        for (const pair of came) expect(repositories).toContain((JSON.parse(pair) as string[])[1]);
      }
    }),
    { numRuns: 20 },
  );
});

test("the other way round, what is new is gone, and what is grown is shrunk", () => {
  const other = { grown: "shrunk", shrunk: "grown", changed: "changed" } as const;
  fc.assert(
    fc.property(planned, planned, (one, two) => {
      const [there, back] = [since(one, two), since(two, one)];
      for (const each of two.effects) {
        const mark = there.differences.get(each)?.mark;
        const earlier = one.effects.find((some) => sides(some) === sides(each));
        if (earlier === undefined) expect(back.gone.effects).toContainEqual(each);
        else
          expect(back.differences.get(earlier)?.mark).toBe(
            mark === undefined || mark === "new" ? undefined : other[mark],
          );
      }
    }),
    { numRuns: 20 },
  );
});

const documentWith = (...accounts: readonly AccountDocument[]): PlanDocument =>
  documentOf({ made_at: "2026-11-22T13:00:00.000Z", accounts, diagnostics: [] });

const withEffects = (...effects: readonly Effect[]): AccountDocument => ({
  ...account,
  ...{ effects, changes: [], moves: [], deletions: [], unused: [], triages: [], lines: [] },
});

const view = { colors: pc.createColors(false) };
const text = (old: AccountDocument, now: AccountDocument, full = false): string =>
  textRenderer.plans(documentWith(now), { ...view, full, since: documentWith(old) });
const markdown = (old: AccountDocument, now: AccountDocument): string =>
  markdownRenderer.plans(documentWith(now), { ...view, since: documentWith(old) });

const first: Effect = {
  class: "strengthens",
  mixed: false,
  from: { id: "one", name: "one" },
  to: { id: "one", address: null, name: "one" },
  weaker: [],
  stronger: [{ path: 'analyzers["secrets"].blocking', before: false, after: true, words: "secrets blocks" }],
  unclassified: [],
  neutral: [],
  repositories: [{ id: "1", name: "web", rule: "rule 1: web" }],
};
const weaker = { path: "comment", before: "enabled", after: "disabled", words: "comments say nothing" };
const worse: Effect = { ...first, class: "weakens", mixed: true, weaker: [weaker] };
const wider: Effect = { ...worse, repositories: [...worse.repositories, { id: "2", name: "api", rule: null }] };

test("an effect that becomes worse, or has more repositories, is grown, and the head says that more is weaker", () => {
  const grown = text(withEffects(first), withEffects(worse), true);
  expect(grown).toMatch(/^WEAKENS MORE: 1 grown since [0-9a-f]{12}$/m);
  expect(grown).toMatch(/^ {2}GROWN ~ one {3}1 repository$/m);
  expect(grown).toMatch(/^ {6}new: weaker {8}comments: enabled -> disabled$/m);
  const wide = text(withEffects(worse), withEffects(wider));
  expect(wide).toMatch(/^WEAKENS MORE: 1 grown since/m);
  expect(wide).toContain('      new: 1 repository, namely "api"\n');
  const narrow = text(withEffects(wider), withEffects(worse));
  expect(narrow).toMatch(/^nothing new, 1 shrunk since/m);
  expect(narrow).toMatch(/^ {2}SHRUNK ~ one {3}1 repository\n[^]*^ {6}gone: 1 repository, namely "api"$/m);
  expect(narrow).not.toContain("GONE:");
});

test("another place of the code, rule, address or word alone is nothing new, but another name of a repository is", () => {
  const elsewhere: Effect = { ...first, repositories: [{ id: "1", name: "web", rule: "rule 2: web" }] };
  expect(isSame(since(withEffects(first), withEffects(elsewhere)))).toBe(true);
  const renamed: Effect = { ...first, repositories: [{ id: "1", name: "site", rule: "rule 1: web" }] };
  const difference = since(withEffects(first), withEffects(renamed)).differences.get(renamed);
  expect(difference).toMatchObject({ mark: "changed", gone: { repositories: [{ name: "web" }] } });
});

test("a move that leaves its repository unaffected is marked, though no effect has it", () => {
  const move = { repository_id: "1", repository_name: "web", from: "one", to: "two", rule: "rule 1: web" };
  const later = { ...account, moves: [...account.moves, { ...move, class: "unaffected" as const }] };
  expect(text(account, later)).toMatch(/^ {2}NEW > one -> two {3}1 repository$/m);
  expect(text(later, account)).toMatch(/^GONE: UNAFFECTED 1 repository that moves$/m);
});

test("a plan in which nothing changes any more says what is gone", () => {
  const still = { ...withEffects(), requests: { planned: 0, one_by_one: 0, lower_bound: 0 } };
  for (const shown of [text(withEffects(worse), still), markdown(withEffects(worse), still)]) {
    expect(shown).toMatch(/nothing new, 1 gone since/);
    expect(shown).toContain("GONE: WEAKENS 1 repository");
  }
});

test("a part that only one of the two plans has is not compared, and that is said", () => {
  const judged = { ...account, policies: [] };
  const said = { ...account, policies: [{ policy: "own", level: "deny" as const, message: "no", at: { kind: "line" as const } }] }; // prettier-ignore
  expect(text(account, said)).toContain("; what policies say is not compared, since only one of the plans has it");
  expect(text(account, said)).toMatch(/^nothing new since/m);
  expect(text(judged, said)).toMatch(/^1 new since/m);
  expect(text(judged, said)).toMatch(/^ {2}NEW deny: no \(own\)$/m);
  expect(text(said, judged)).toMatch(/^GONE: POLICIES 1 denial$/m);
});

const other: AccountDocument = {
  ...account,
  account_id: "other",
  account: { ...account.account, id: "other", name: "globex" },
};

test("a leaf is named once: as new in an entry that has grown, and not again among the others", () => {
  const grown = text(withEffects(first), withEffects(worse), true);
  const section = grown.slice(grown.indexOf("\nWEAKENS 1 repository\n"));
  expect(section.match(/comments: enabled -> disabled/g)).toHaveLength(1);
  expect(section).toMatch(/^ {6}stronger {6}secrets blocks/m);
});

test("the head counts the entries that are listed as gone, and those that have a mark", () => {
  fc.assert(
    fc.property(planned, planned, (old, now) => {
      const shown = text(old, now, true);
      const line = shown.split("\n").find((each) => /^(?:WEAKENS MORE: |nothing new|\d)[^;]* since/.test(each)) ?? "";
      const headsIn = (part: string, head: RegExp): number => part.match(head)?.length ?? 0;
      const [present = "", ...gone] = (shown.split("\nleft where")[0] ?? "").split("\nGONE: ");
      const counted = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
      for (const mark of ["new", "grown", "changed", "shrunk"])
        expect(headsIn(present, new RegExp(`^ {2}${mark.toUpperCase()} [-~+>dw]`, "gm"))).toBe(counted(mark));
      expect(headsIn(gone.join("\n"), /^ {2}(?:[-~+>]|deny:|warn:) /gm)).toBe(counted("gone"));
    }),
    { numRuns: 15 },
  );
});

test("a repository that is now weakened in another way is listed as gone with these words", () => {
  const moved: Effect = { ...worse, to: { id: "two", address: null, name: "two" } };
  const both: Effect = { ...wider, repositories: [...wider.repositories, { id: "3", name: "docs", rule: null }] };
  expect(text(withEffects(worse), withEffects(moved))).toMatch(
    /^GONE: WEAKENS 1 repository \(still, in another way\)$/m,
  );
  expect(text(withEffects(both), withEffects(moved))).toMatch(
    /^GONE: WEAKENS 3 repositories \(1 of them still, in another way\)$/m,
  );
  expect(text(withEffects(worse), withEffects())).toMatch(/^GONE: WEAKENS 1 repository$/m);
});

test("a change that now goes the other way is a change, though no verdict tells the two apart", () => {
  const to = (before: number, after: number): Effect => ({
    ...first,
    class: "unclassified",
    stronger: [],
    unclassified: [{ path: "risk_threshold", before, after, words: "risk_threshold changes" }],
  });
  expect(text(withEffects(to(3, 5)), withEffects(to(5, 3)))).toMatch(/^1 changed since/m);
});

test("what was not reviewed comes first: lines, entries of a section, and accounts", () => {
  const settings = (slug: string): Effect => ({
    ...worse,
    from: { id: slug, name: slug },
    to: { id: slug, address: null, name: slug },
    weaker: [],
    stronger: [{ path: `analyzers["${slug}"].blocking`, before: false, after: true, words: `${slug} blocks` }],
    class: "strengthens",
    mixed: false,
  });
  const reviewedOnes = Array.from({ length: 12 }, (_, at) => settings(`slug-${String(at)}`));
  const lines = (effects: readonly Effect[]) =>
    effects.map((each): AccountDocument["lines"][number] => ({
      ...{ verdict: "stronger", path: each.stronger[0]?.path ?? "", before: false, after: true, words: "blocks" },
      ...{ repositories: 1, configurations: 1 },
    }));
  const of = (...effects: readonly Effect[]): AccountDocument => ({
    ...withEffects(...effects),
    lines: lines(effects),
  });
  const shown = text(of(...reviewedOnes), of(...reviewedOnes, settings("fresh")));
  expect(shown).toMatch(/^ {2}NEW {5}stronger {6}fresh blocks[^]*^ {10}stronger {6}slug-0 blocks/m);
  expect(shown).toMatch(/^STRENGTHENS 13 repositories\n {2}NEW ~ fresh/m);
  const later = { ...other, effects: [worse], lines: [] };
  const accounts = textRenderer.plans(documentWith(account, later), {
    ...view,
    since: documentWith(account, { ...later, effects: [] }),
  });
  expect(accounts.indexOf("account globex")).toBeLessThan(accounts.indexOf("account acme"));
});

test.each([
  ["text", textRenderer, "WEAKENS MORE in 1 of 2 accounts: 1 new since the earlier document\n\nWEAKENS 10 of"],
  [
    "markdown",
    markdownRenderer,
    "**WEAKENS MORE in 1 of 2 accounts: 1 new since the earlier document**\n\n**WEAKENS 10 of",
  ],
  ["html", htmlRenderer, "WEAKENS MORE in 1 of 2 accounts: 1 new since the earlier document</p>\n<h1"],
])("%s compares several accounts in one line, before the verdict", (_format, renderer, said) => {
  const [still, more] = [withEffects(first), { ...withEffects(worse), account_id: "other", account: other.account }];
  const earlier = documentWith(still, { ...more, effects: [] });
  expect(renderer.plans(documentWith(still, more), { ...view, since: earlier })).toContain(said);
});

const [two, one] = [documentWith(account, other), documentWith(account)];
const formats = { text: textRenderer, markdown: markdownRenderer, html: htmlRenderer };

test.each(Object.entries(formats))(
  "an account that only one of the documents has is all new, or named as gone, in %s",
  (_format, renderer) => {
    const added = renderer.plans(two, { ...view, since: one });
    expect(added).toContain("since the earlier document has no plan of the account");
    expect(added).toContain("nothing new since");
    const removed = renderer.plans(one, { ...view, since: two });
    expect(removed).toContain("GONE: 1 account of the earlier document");
    expect(removed).toContain("account globex");
  },
);

test("an account that only one of the documents has shows its marks in JSON, or is in the list of those that are gone", () => {
  const [added, removed] = [
    [two, one],
    [one, two],
  ].map(([now, old]) =>
    comparedPlanShape.parse(
      JSON.parse(jsonRenderer.plans(now ?? two, { ...view, ...(old === undefined ? {} : { since: old }) })),
    ),
  );
  const marked = added?.accounts.map((each) => ("since" in each ? each.since : undefined));
  const lists = account.effects.length + account.changes.length + account.lines.length;
  expect(marked?.map((each) => [each?.digest, (each?.marks.length ?? 0) >= lists])).toEqual([
    [account.digest, false],
    [null, true],
  ]);
  expect(removed?.gone).toMatchObject([{ account: { name: "globex" } }]);
});

test("in JSON each entry that differs has its position and its mark", () => {
  const earlier = withEffects(worse);
  const printed: unknown = JSON.parse(
    jsonRenderer.plans(documentWith(withEffects(wider)), { ...view, since: documentWith(earlier) }),
  );
  expect(comparedPlanShape.parse(printed).accounts).toMatchObject([
    {
      since: {
        digest: earlier.digest,
        marks: [{ list: "effects", at: 0, mark: "grown", came: { repositories: [{ id: "2" }], leaves: [] } }],
        gone: { effects: [] },
      },
    },
  ]);
});

test("the news of very large plans fits into a comment, and --full shows all of it", () => {
  const large = accountDocument(moving(70, 50, true));
  const none = { ...large, effects: [], changes: [], moves: [], lines: [] };
  for (const [old, now] of [
    [none, large],
    [large, none],
  ] as const) {
    expect(markdown(old, now).length).toBeLessThan(65_536);
    expect(text(old, now).split("\n").length).toBeLessThan(250);
    const names = text(old, now, true).match(/"team-\d{4}-\d{4}"/g) ?? [];
    expect(names.length).toBeGreaterThanOrEqual(3550);
  }
});

/** Nothing but our own words may be outside of a fence, and code. */
const own = [
  /^$/,
  /^<!-- scanform plan -->$/,
  /^### scanform: [a-z0-9, ;()]*$/,
  /^(\*\*WEAKENS MORE: [a-z0-9, ]+ since\*\*|[a-z0-9, ]+ since) `CODE`$/,
  /^\*\*(DENIED by 1 policy|NEEDS the approval of)\*\*:? `CODE`$/,
  /^\*\*(WEAKENS|weakens) [^`*@<]*\*\*[^`*@<]*$/,
  /^[\d,]+ requests? \([^`@<]*\), digest [0-9a-f]{12}\.$/,
  /^`scanform plan` shows what is left out\.$/,
  /^<details( open)?><summary>(GONE: )?[^`@<]*<\/summary>$/,
  /^<\/details>$/,
];

test("hostile words of a document do nothing in Markdown or in a terminal", () => {
  fc.assert(
    fc.property(hostileName, hostileName, (one, two) => {
      const hostile: AccountDocument = {
        ...account,
        account: { ...account.account, name: one, alias: two },
        effects: [
          {
            ...first,
            from: { id: one, name: two },
            to: { id: two, address: one, name: one },
            weaker: [{ path: one, before: two, after: { [one]: two }, words: two }],
            repositories: [{ id: one, name: two, rule: one }],
          },
        ],
        changes: [{ address: one, kind: "configuration", action: "update", name: two, repositories: 1, changes: [] }],
        deletions: [{ address: one, id: one, name: two, repositories: 2 }],
        triages: [
          {
            address: one,
            finding_id: one,
            finding: { title: one, severity: two, file: one, repository: null },
            category: one,
            action: "set",
            before: one,
            after: two,
            justification: two,
            expires: one,
          },
        ],
        moves: [{ repository_id: one, repository_name: two, from: one, to: two, rule: one, class: "unaffected" }],
        policies: [{ policy: one, level: "needs", reviewer: two, message: one, at: { kind: "line", path: two } }],
      };
      const empty = { ...hostile, effects: [], changes: [], triages: [], moves: [], deletions: [], policies: [] };
      for (const [old, now] of [
        [empty, hostile],
        [hostile, empty],
      ] as const) {
        expectHarmless(markdown(old, now), own);
        for (const shown of [markdown(old, now), text(old, now), text(old, now, true)])
          expect(shown.split("\n").filter((line) => raw.test(line) || /^\s*::/.test(line))).toEqual([]);
      }
    }),
    { numRuns: 4 },
  );
});
