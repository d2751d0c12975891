import fc from "fast-check";
import { error, warning } from "../../src/diagnostics/diagnostic";
import type { Plan } from "../../src/reconcile/plan/plan";
import { errorMarkdown } from "../../src/report/markdown";
import { expectHarmless, mostCharacters } from "./harmless";
import { hostileName, hostileNames, outsideFences } from "./hostile";
import { declared, live, planOf, repositories, rich, routing, to, varied } from "./plans";
import { plansMarkdown } from "./rendered";

const markdownOf = (plan: Plan): string => plansMarkdown([plan]);

/** Moves every repository from one configuration to another, leaving some as they are. */
function moving(
  names: readonly string[],
  [from = "a", goal = "b", org = "c", analyzer = "d"]: readonly string[],
): Plan {
  return planOf(
    {
      configurations: [
        declared("goal", goal, { comment: "silent", analyzers: { [analyzer]: { excludes: [from, org] } } }),
        declared("strong", `${from} strong`, { comment: "enabled" }),
      ],
      assignments: routing(
        { target: { leave: true }, repositoryNames: names.slice(0, 20) },
        { target: to("strong"), repositoryNames: names.slice(20, 40) },
        { target: to("goal"), repositoryPattern: "%" },
      ),
    },
    { configurations: [live(1, from, { comment: "enabled" })], repositories: repositories(names, 1) },
    org,
  );
}

const four = hostileNames(4);

/** The repositories that the comment says are felt, named or not. */
const named = (markdown: string): number => new Set(markdown.match(/repository-\d{4}/g)).size;

const many = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `repository-${String(at).padStart(4, "0")}`);

test("a comment lets nothing out of its fences, whatever things are named", () => {
  fc.assert(
    fc.property(hostileNames(45), four, (names, others) => {
      expectHarmless(markdownOf(moving(names, others)));
    }),
    { numRuns: 6 },
  );
});

test("a comment stays short enough for 1,000 moves with long names, and says how many there are", () => {
  fc.assert(
    fc.property(hostileNames(25), four, fc.integer({ min: 1, max: 8 }), (some, others, times) => {
      const long = some.map((each) => each.repeat(times).slice(0, 500));
      const names = Array.from({ length: 1_000 }, (_, at) => `${String(at)}${long[at % 25] ?? ""}`);
      const plan = moving(names, others);
      const markdown = markdownOf(plan);
      expectHarmless(markdown);
      expect(markdown).toMatch(/of 1,000 repositories/);
    }),
    { numRuns: 1 },
  );
});

test("a comment stays short enough when one name alone would fill it", () => {
  const long = "`|@x</details>\n".repeat(5_000);
  for (const at of [0, 1, 2, 3])
    expectHarmless(markdownOf(moving([`${long}1`, `${long}2`], ["a", "b", "c", "d"].with(at, long))));
});

test("a comment stays short enough for any number of warnings and errors, whatever they quote", () => {
  fc.assert(
    fc.property(hostileName, hostileName, fc.integer({ min: 1, max: 1_000 }), (detail, address, count) => {
      const diagnostics = Array.from({ length: count }, () =>
        warning("rule-matches-nothing", detail, { address, path: detail }),
      );
      expectHarmless(errorMarkdown(diagnostics));
      expectHarmless(markdownOf({ ...moving([detail], [address]), diagnostics }));
    }),
    { numRuns: 3, examples: [["said:\n```\n# heading", "`````", 1]] },
  );
});

test("a comment names some repositories, says how many more there are, and that nothing else is left out", () => {
  const markdown = markdownOf(moving(many(100), ["from", "goal", "acme", "xss"]));
  expect(named(markdown)).toBeGreaterThan(5);
  expect(named(markdown)).toBeLessThan(40);
  expect(markdown).toMatch(/such as "repository-0040", .* and \d\d more/);
  expect(markdown).not.toContain("shows what is left out");
});

test("a comment with --full names as many as there is room for, and counts the others", () => {
  expect(named(plansMarkdown([moving(many(100), ["from", "goal", "acme", "xss"])], { full: true }))).toBe(100);
  const markdown = plansMarkdown([moving(many(2_500), ["from", "goal", "acme", "xss"])], { full: true });
  expectHarmless(markdown);
  expect(markdown.length).toBeGreaterThan(mostCharacters / 2);
  expect(markdown).toMatch(/ and [\d,]+ more details\n/);
  expect(markdown).toContain("`scanform plan` shows what is left out.");
});

test("a comment opens what weakens, and nothing else", () => {
  const markdown = markdownOf(
    moving(
      Array.from({ length: 50 }, (_, at) => `repository-${String(at)}`),
      ["from", "goal", "acme", "xss"],
    ),
  );
  expect(outsideFences(markdown).filter((line) => line.startsWith("<details open>"))).toEqual([
    expect.stringContaining("WEAKENS"),
  ]);
});

const goingTo = (comment: "disabled" | "enabled", names: readonly string[], org: string): Plan =>
  planOf(
    {
      configurations: [declared("goal", "goal", { comment })],
      assignments: routing({ target: to("goal"), repositoryPattern: "%" }),
    },
    {
      configurations: [live(1, "old", { comment: "silent" }), live(2, "goal", { comment })],
      repositories: repositories(names, 1),
    },
    org,
  );
const both = (): string =>
  plansMarkdown([goingTo("enabled", many(500), "acme"), goingTo("disabled", ["weak-api", "weak-web"], "globex")]);

test("a comment on two accounts has one verdict over both, then that of each, the worse first", () => {
  const [all = "", first = "", second = ""] = both()
    .split(/^#{3,4} /m)
    .slice(1);
  expect(all).toBe("scanform: 2 of 2 accounts change\n\n**WEAKENS 2 of 502 repositories in 1 of 2 accounts**\n\n");
  expect(first).toMatch(
    /^` account globex \(5f0c41d2\) `: .* 2 of 2 repositories move.*\n\n\*\*WEAKENS 2 of 2 repositories\*\*\n/,
  );
  expect(second).toMatch(
    /^` account acme \(5f0c41d2\) `: .*500 of 500 repositories move.*\n\n\*\*weakens nothing\*\*\n/,
  );
});

test("a comment on two accounts shows what weakens in the second before what strengthens in the first, and open", () => {
  const markdown = both();
  expect(outsideFences(markdown).filter((line) => line.startsWith("<details"))).toEqual([
    "<details open><summary><code>account globex (5f0c41d2)</code>: WEAKENS 2 repositories</summary>",
    "<details><summary><code>account acme (5f0c41d2)</code>: STRENGTHENS 500 repositories</summary>",
    "<details><summary><code>account globex (5f0c41d2)</code>: Left as they are</summary>",
    "<details><summary><code>account acme (5f0c41d2)</code>: Left as they are</summary>",
  ]);
  expect(markdown).toContain(
    '  > old -> goal   2 repositories   rule 1: %\n      weaker        comments: silent -> disabled\n      afterwards no repository has old\n      namely "weak-api" and "weak-web"',
  );
});

test("the headings of a comment on two accounts show any account name as code, whatever characters it has", () => {
  fc.assert(
    fc.property(hostileName, hostileName, (one, other) => {
      expectHarmless(plansMarkdown([goingTo("enabled", ["a"], one), goingTo("disabled", ["b"], other)]));
    }),
    { numRuns: 10 },
  );
});

test("why a plan is refused is in the comment, unfolded, before what it warns of", () => {
  const plan = {
    ...rich(),
    refusals: [error("delete-too-many", "Four would be deleted.")],
    diagnostics: [warning("rule-matches-nothing", "The pattern matches none.")],
  };
  const markdown = plansMarkdown([plan]);
  const part = markdown.slice(markdown.indexOf("<details open><summary>Diagnostics</summary>"));
  expect(part).toMatch(/Four would be deleted\.[^]*The pattern matches none\./);
  expect(plansMarkdown([{ ...plan, refusals: [] }])).toContain("<details><summary>Diagnostics</summary>");
});

test("why a plan is refused is not left out, whatever else there is no room for", () => {
  const refusals = [error("delete-too-many", "Four would be deleted.")];
  const markdown = plansMarkdown([{ ...varied(250), refusals }]);
  expect(markdown).toContain("`scanform plan` shows what is left out.");
  expect(markdown).toContain("Four would be deleted.");
});

test("a warning of endless lines is shown by their beginnings and ends", () => {
  const detail = ["a".repeat(100_000), "b".repeat(100_000)].join("\n");
  const markdown = errorMarkdown([warning("rule-matches-nothing", detail)]);
  expect(markdown).toMatch(/^ {2}a+…a+\n {2}b+…b+\n```$/m);
});
