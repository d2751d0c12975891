import fc from "fast-check";
import { warning } from "../../src/diagnostics/diagnostic";
import type { Plan } from "../../src/reconcile/plan/plan";
import { errorMarkdown, plansMarkdown } from "../../src/report/markdown";
import { sections } from "../../src/report/sections";
import { hostileName, hostileNames, outsideFences, raw } from "./hostile";
import { declared, live, planOf, repositories, routing, to } from "./plans";

const markdownOf = (plan: Plan): string => plansMarkdown([plan]);

/** A comment on GitHub ends here. */
const mostCharacters = 65_536;

/** Nothing but our own words may stand outside of a fence. */
const own = [
  /^$/,
  /^<!-- scanform plan -->$/,
  /^### scanform: (no plan, because of errors|[a-z0-9, ]+)$/,
  /^- \*\*(WEAKENS|UNCLASSIFIED|STRENGTHENS|NEUTRAL)\*\* \d+ repositor(y|ies)$/,
  /^\d+ requests? \(one by one: \d+\)\.$/,
  /^<details( open)?><summary>(WEAKENS|UNCLASSIFIED|STRENGTHENS|NEUTRAL) {2}\d+ repositor(y|ies)<\/summary>$/,
  /^<details( open)?><summary>Diagnostics<\/summary>$/,
  /^<\/details>$/,
];

function expectHarmless(markdown: string): void {
  expect(markdown.length).toBeLessThan(mostCharacters);
  expect(Buffer.byteLength(markdown)).toBeLessThan(mostCharacters);
  for (const line of outsideFences(markdown)) expect(own.filter((each) => each.test(line))).not.toEqual([]);
  expect(markdown.split("\n").filter((line) => raw.test(line))).toEqual([]);
}

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

/** How many lines of the details are in the comment, and how many it says were cut. */
function linesOf(markdown: string) {
  const fenced = markdown.split("\n").slice(markdown.split("\n").findIndex((line) => line.startsWith("<details")));
  const said = fenced.flatMap(
    (line) => /^ {6}… (\d+) more lines; `scanform plan` shows them all …$/.exec(line)?.[1] ?? [],
  );
  const frame = /^(<\/?details.*|`{3,}|)$/;
  const shown = fenced.filter((line) => !frame.test(line)).length - said.length;
  return { shown, cut: said.reduce((sum, each) => sum + Number(each), 0), cuts: said.length };
}

describe("a comment", () => {
  test("lets nothing out of its fences, whatever things are named", () => {
    fc.assert(
      fc.property(hostileNames(45), four, (names, others) => {
        expectHarmless(markdownOf(moving(names, others)));
      }),
      { numRuns: 15 },
    );
  });

  test("stays short enough for 5,000 moves with long names, and says how many lines it left out", () => {
    fc.assert(
      fc.property(hostileNames(25), four, fc.integer({ min: 1, max: 8 }), (some, others, times) => {
        const names = Array.from({ length: 5_000 }, (_, at) => `${String(at)}${(some[at % 25] ?? "").repeat(times)}`);
        const plan = moving(names, others);
        const markdown = markdownOf(plan);
        expectHarmless(markdown);
        const { shown, cut } = linesOf(markdown);
        expect(shown + cut).toBe(sections(plan).reduce((sum, each) => sum + each.lines.length, 0));
      }),
      { numRuns: 2 },
    );
  });

  test("stays short enough when one name alone would fill it", () => {
    const long = "`|@x</details>\n".repeat(20_000);
    for (const at of [0, 1, 2, 3])
      expectHarmless(markdownOf(moving([`${long}1`, `${long}2`], ["a", "b", "c", "d"].with(at, long))));
  });

  test("stays short enough for any number of warnings and errors, whatever they quote", () => {
    fc.assert(
      fc.property(hostileName, hostileName, fc.integer({ min: 1, max: 3_000 }), (detail, address, count) => {
        const diagnostics = Array.from({ length: count }, () =>
          warning("rule-matches-nothing", detail, { address, path: detail }),
        );
        expectHarmless(errorMarkdown(diagnostics));
        expectHarmless(markdownOf({ ...moving([detail], [address]), diagnostics }));
      }),
      { numRuns: 6, examples: [["said:\n```\n# heading", "`````", 1]] },
    );
  });

  test("keeps whole what fits, and says nothing of cuts", () => {
    const plan = moving(
      Array.from({ length: 100 }, (_, at) => `repository-${String(at)}`),
      ["from", "goal", "acme", "xss"],
    );
    const { shown, cut, cuts } = linesOf(markdownOf(plan));
    expect({ cut, cuts }).toEqual({ cut: 0, cuts: 0 });
    expect(shown).toBe(sections(plan).reduce((sum, each) => sum + each.lines.length, 0));
  });

  test("cuts in the middle: the first and the last repository are there", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `repository-${String(at).padStart(4, "0")}`);
    const markdown = markdownOf(moving(names, ["from", "goal", "acme", "xss"]));
    expect(markdown).toContain("repository-0040 ");
    expect(markdown).toContain("repository-4999 ");
    expect(markdown).not.toContain("repository-3000 ");
  });

  test("uses the room that it has", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `repository-${String(at)}`);
    const markdown = markdownOf(moving(names, ["from", "goal", "acme", "xss"]));
    expect(markdown.length).toBeGreaterThan(mostCharacters / 2);
  });

  test("opens what weakens, and nothing else", () => {
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
});

describe("a comment on two accounts", () => {
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
  const many = Array.from({ length: 5_000 }, (_, at) => `strong-${String(at)}`);
  const both = (): string =>
    plansMarkdown([goingTo("enabled", many, "acme"), goingTo("disabled", ["weak-api", "weak-web"], "globex")]);

  test("says in the head of the second account that it weakens there, and not in the first", () => {
    const [first = "", second = ""] = both().split("### scanform: ").slice(1);
    expect(first).toMatch(/^account 1: 5000 repositories move.*\n\n- \*\*STRENGTHENS\*\* 5000 repositories\n/);
    expect(first).toContain("acme");
    expect(second).toMatch(/^account 2: 2 repositories move.*\n\n- \*\*WEAKENS\*\* 2 repositories\n/);
    expect(second).toContain("globex");
  });

  test("shows what weakens in the second before what strengthens in the first, open, and whole", () => {
    const markdown = both();
    const titles = outsideFences(markdown).filter((line) => line.startsWith("<details"));
    expect(titles).toEqual([
      "<details open><summary>account 2: WEAKENS  2 repositories</summary>",
      "<details><summary>account 1: STRENGTHENS  5000 repositories</summary>",
    ]);
    expect(markdown).toMatch(/old -> goal: weaker in comment\n.*weak-api.*\n.*weak-web.*\n```/);
    expect(linesOf(markdown).cuts).toBe(1);
    expect(markdown.length).toBeLessThan(mostCharacters);
  });
});
