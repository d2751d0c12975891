import pc from "picocolors";
import type { Settings } from "../../src/model/settings";
import { leafLines, settingLines } from "../../src/report/leaves";
import { declared, live, planOf, repositories, routing, to } from "./plans";
import { planText } from "./rendered";

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
