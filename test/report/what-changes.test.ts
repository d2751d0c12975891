import fc from "fast-check";
import { accountId, address } from "../../src/model/ids";
import { leafVerdicts } from "../../src/model/leaf-verdict";
import { plan, type Plan } from "../../src/reconcile/plan/plan";
import { accountDocument } from "../../src/report/make-document";
import { whatChanges } from "../../src/report/what-changes";
import { desiredFor, observed as accounts } from "../reconcile/arbitrary";
import { declared, live, planOf, repositories, rich, routing, to } from "./plans";
import pc from "picocolors";
import type { Settings } from "../../src/model/settings";
import { leafLines, settingLines } from "../../src/report/leaf-lines";
import { planText } from "./rendered";
import { nameChangeLines } from "../../src/report/name-changes";

const scenario = accounts.chain((observed) => desiredFor(observed).map((desired) => ({ observed, desired })));
const account = { id: accountId("5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34") };

test("what changes agrees with the effects and the summary", () => {
  fc.assert(
    fc.property(scenario, ({ desired, observed }) => {
      const made = plan(account, desired, observed);
      const { effects, lines, summary } = accountDocument(made);
      const keys = lines.map(({ verdict, path }) => `${verdict} ${path}`);
      expect(new Set(keys).size).toBe(keys.length);
      const expected = new Map<string, number>();
      for (const { repositories: felt, ...leaves } of effects)
        for (const verdict of leafVerdicts)
          for (const { path } of leaves[verdict])
            expected.set(`${verdict} ${path}`, (expected.get(`${verdict} ${path}`) ?? 0) + felt.length);
      expect(new Map(lines.map((each, at) => [keys[at], each.repositories]))).toEqual(expected);
      const { weakens, unaffected } = summary.repositories;
      for (const { verdict, repositories: many } of lines) {
        expect(many).toBeLessThanOrEqual(made.repositories - unaffected);
        if (verdict === "weaker") expect(many).toBeLessThanOrEqual(weakens);
      }
      expect(lines.some(({ verdict }) => verdict === "weaker")).toBe(weakens > 0);
    }),
    { numRuns: 30 },
  );
});

/** What it is about: a configuration, whether something runs, whether it blocks, anything else. */
const subject = (path: string): number =>
  path === "configuration" ? 0 : path.endsWith("]") || path.endsWith("enabled") ? 1 : path.endsWith("blocking") ? 2 : 3;

test("the weakest comes first, of that what runs before what blocks, then what concerns most repositories", () => {
  fc.assert(
    fc.property(scenario, ({ desired, observed }) => {
      const ranks = whatChanges(accountDocument(plan(account, desired, observed))).map(
        ({ verdict, change, repositories: many }) =>
          leafVerdicts.indexOf(verdict) * 10_000 + (verdict === "weaker" ? subject(change.path) * 1_000 : 0) - many,
      );
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    }),
    { numRuns: 30 },
  );
});

test("values that differ are null, and what is said of them is said of all", () => {
  const { lines } = accountDocument(rich());
  expect(lines.find(({ verdict, path }) => verdict === "weaker" && path.endsWith(".blocking"))).toEqual({
    verdict: "weaker",
    path: 'analyzers["sql-injection"].blocking',
    before: true,
    after: null,
    words: "sql-injection no longer blocks pull requests or blocking: no longer set (was on)",
    repositories: 5,
    configurations: 2,
  });
  expect(lines.find(({ path }) => path === "risk_threshold")).toMatchObject({
    before: null,
    after: 3,
    words: "risk_threshold changes",
  });
});

const withPlaces = (made: Plan, places: Readonly<Record<string, string>>): Plan => ({
  ...made,
  locations: new Map(Object.entries(places)),
});
const weak = { analyzers: { xss: { enabled: true, blocking: false } } };
const strong = { analyzers: { xss: { enabled: true, blocking: true } } };
const routed = (target: string, after = weak) =>
  planOf(
    {
      configurations: [declared("goal", "goal", after)],
      assignments: routing({ target: to("goal"), repositoryPattern: "web-%" }),
    },
    {
      configurations: [live(1, "old", strong), ...(target === "new" ? [] : [live(2, "goal", weak)])],
      repositories: repositories(["web-a", "web-b"], 1),
    },
  );
const places = {
  "scanform_configuration.goal": "main.ts:3:1",
  'scanform_configuration.goal.analyzers["xss"].blocking': "settings.ts:40:3",
  "scanform_repository_assignments.routing": "main.ts:9:1",
  "scanform_repository_assignments.routing.rules[0]": "main.ts:10:5",
};
const placesOf = (made: Plan) => accountDocument(made).lines.map(({ location, places: many }) => [location, many]);

test("the place of a change is that of the call that set it", () => {
  expect(placesOf(withPlaces(routed("new"), places))).toEqual([["settings.ts:40:3", 1]]);
});

test("the place of a change is that of the construct where no call of its own set it", () => {
  const { ["scanform_configuration.goal"]: construct } = places;
  expect(placesOf(withPlaces(routed("new"), { "scanform_configuration.goal": construct }))).toEqual([
    ["main.ts:3:1", 1],
  ]);
});

test("the place of a change is that of the rule where the configuration stays as it is", () => {
  expect(placesOf(withPlaces(routed("live"), places))).toEqual([["main.ts:10:5", 1]]);
});

test("the place of a change is one of several, that of most repositories", () => {
  const made = planOf(
    {
      configurations: ["a", "b"].map((name) => ({ ...declared(name, name, weak), address: address(`c.${name}`) })),
      assignments: [],
    },
    {
      configurations: [live(1, "a", strong), live(2, "b", strong)],
      repositories: [...repositories(["one"], 1), ...repositories(["two", "three"], 2, 10)],
    },
  );
  expect(placesOf(withPlaces(made, { "c.a": "a.ts:1:1", "c.b": "b.ts:2:2" }))).toEqual([["b.ts:2:2", 2]]);
});

test("the place of a change is not said where nothing is known", () => {
  expect(accountDocument(routed("new")).lines).toEqual([
    expect.not.objectContaining({ location: expect.anything() as unknown }),
  ]);
});

const plain = pc.createColors(false);

/** What is said of the leaves of a configuration that one repository has. */
function said(before: Settings, after: Settings): readonly string[] {
  const plan = planOf(
    { configurations: [declared("one", "one", after)], assignments: [] },
    { configurations: [live(1, "one", before)], repositories: repositories(["web"], 1) },
  );
  const { changes = [] } = plan.effects[0] ?? {};
  return leafLines(changes, new Map(), { columns: 80, full: false }).flatMap(({ lines }) => lines);
}

const each = <T>(slugs: string, settings: T): Readonly<Record<string, T>> =>
  Object.fromEntries(slugs.split("").map((slug) => [slug, settings]));

test("analyzers that begin alike or end alike are distinguished, each with its own values", () => {
  const alike: Settings = { analyzers: each("ab", { risk_level: "high" }) };
  const differing: Settings = { analyzers: { a: { risk_level: "low" }, b: { risk_level: "medium" } } };
  expect(said(alike, differing)).toEqual([
    '      unclassified  a risk_level ("high" -> "low")',
    '      unclassified  b risk_level ("high" -> "medium")',
  ]);
  expect(said(differing, alike)).toEqual([
    '      unclassified  a risk_level ("low" -> "high")',
    '      unclassified  b risk_level ("medium" -> "high")',
  ]);
});

test("every analyzer that gets weaker is named, and what is said of all is said once", () => {
  expect(
    said({ analyzers: each("abcdef", { enabled: true }) }, { analyzers: each("abcdef", { enabled: false }) }),
  ).toEqual(["      weaker        no longer runs (6): a, b, c, d, e and f"]);
});

test("no name of an analyzer is cut: it goes on below", () => {
  const slug = "a".repeat(100);
  const lines = said({ analyzers: { [slug]: { enabled: true } } }, { analyzers: { [slug]: { enabled: false } } });
  expect(
    lines
      .map((line) => line.slice(20))
      .join("")
      .replaceAll("| ", ""),
  ).toBe(`${slug} no longer runs(true -> false)`);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test.each<readonly [string, readonly string[], readonly string[], string]>([
  ["in another order", ["**", "!src/**"], ["!src/**", "**"], '["**","!src/**"] -> ["!src/**","**"]'],
  ["of which one comes", ["b/**", "!a"], ["b/**", "!a", "**"], '["b/**","!a"] -> ["b/**","!a","**"]'],
  ["of which all come", [], ["z/**", "!a", "**"], 'none -> ["z/**","!a","**"]'],
])("patterns %s are whole and in their order where one may turn the others around", (_, before, after, values) => {
  const lines = said({ analyzers: { a: { excludes: before } } }, { analyzers: { a: { excludes: after } } });
  expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain(`(${values})`);
});

test("a policy that is new says first whether it runs and blocks", () => {
  const changes = [
    {
      path: 'code_policies["1"]',
      setting: "code_policies",
      key: "1",
      after: { note: "a".repeat(90), silent: false, blocking: true, enabled: true },
      verdict: "stronger" as const,
      removes: false,
    },
  ];
  const [lines = []] = settingLines(changes, new Map([["1", "Tokens"]]), { columns: 80, full: false });
  expect(lines.slice(0, 2)).toEqual([
    '      sets          "Tokens" = enabled true, blocking true, silent false,',
    expect.stringMatching(/^ {20}note "a+$/),
  ]);
});

test("where several rules move a group, its head names none of them", () => {
  const plan = planOf(
    {
      configurations: [declared("goal", "goal", { comment: "enabled" })],
      assignments: routing(
        { target: to("goal"), repositoryPattern: "web-%" },
        { target: to("goal"), repositoryPattern: "job-%" },
      ),
    },
    {
      configurations: [live(1, "old", { comment: "silent" })],
      repositories: repositories(["web-shop", "job-mail", "job-bill"], 1),
    },
  );
  const lines = planText(plan, plain).split("\n");
  expect(lines).toContain("  > old -> goal   3 repositories");
  expect(lines.filter((line) => line.includes("rule "))).toEqual([
    '      rule 2: job-%   namely "job-bill" and "job-mail"',
    '      rule 1: web-%   namely "web-shop"',
  ]);
});

test("of five rules that move a group, the three that move most are listed, and what the others move is counted", () => {
  const counts = { a: 1, b: 2, c: 3, d: 4, e: 5 };
  const plan = planOf(
    {
      configurations: [declared("goal", "goal", { comment: "enabled" })],
      assignments: routing(
        ...Object.keys(counts).map((team) => ({ target: to("goal"), repositoryPattern: `${team}-%` })),
      ),
    },
    {
      configurations: [live(1, "old", { comment: "silent" })],
      repositories: Object.entries(counts).flatMap(([team, many], at) =>
        repositories(
          Array.from({ length: many }, (_, number) => `${team}-${String(number)}`),
          1,
          10 * at,
        ),
      ),
    },
  );
  const lines = planText(plan, plain).split("\n");
  expect(lines.filter((line) => line.includes(" rule")).map((line) => line.trim().slice(0, 12))).toEqual([
    "rule 5: e-% ",
    "rule 4: d-% ",
    "rule 3: c-% ",
    "2 more rules",
  ]);
  expect(lines).toContain("      2 more rules: 3 repositories");
});

test("what gets stronger is one statement, however many analyzers it is about", () => {
  const [before, after] = [false, true].map((enabled) => ({ analyzers: each("abcdefghi", { enabled }) }));
  const lines = said(before ?? {}, after ?? {});
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("a, b, c, d and 5 more");
});

test("a setting that is not known here, and that only one of two configurations has, is distinguished by who has it", () => {
  const future: Settings & { readonly future: object } = { future: { level: 1 } };
  const moved = (before: Settings, after: Settings): string =>
    planText(
      planOf(
        {
          configurations: [declared("goal", "goal", {})],
          assignments: routing({ target: to("goal"), repositoryPattern: "%" }),
        },
        {
          configurations: [live(1, "old", before), live(2, "goal", after)],
          repositories: repositories(["web"], 1),
        },
      ),
      plain,
    );
  expect(moved(future, {})).toContain("  unclassified  future (removed)   1 repository,");
  expect(moved({}, future)).toContain("  unclassified  future (added)   1 repository,");
});

const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ kind: "repositories", name: `r${String(at)}` }) as const);

test("twenty names of a sign are shown, and of more it is said how many", () => {
  expect(nameChangeLines(named(20), named(22)).filter((line) => !line.includes("repository"))).toEqual([
    "  - and 2 more names",
  ]);
  expect(nameChangeLines(named(20), named(22))).toHaveLength(41);
});
