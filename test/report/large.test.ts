import { textWidth } from "../../src/diagnostics/text-width";
import pc from "picocolors";
import type { Settings } from "../../src/model/settings";
import type { Plan } from "../../src/reconcile/plan/plan";
import { declared, live, many, moving, planOf, repositories, routing, to, varied } from "./plans";
import { planText } from "./rendered";

const plain = pc.createColors(false);
const textOf = (plan: Plan, view = {}): readonly string[] => planText(plan, plain, view).split("\n");

test("a plan of 3,000 moves that change alike is one paragraph, in a few lines of 80 columns", () => {
  const lines = textOf(moving(30, 100, true));
  expect(lines).toContain("WEAKENS 3,100 of 3,100 repositories (which also get stronger settings)");
  expect(lines).toContain("  weaker        xss no longer runs   3,100 repositories, 1 configuration");
  expect(lines.filter((line) => line.startsWith("  > "))).toEqual([
    "  > live-0029 and 29 more -> goal   3,100 repositories   rule 1: team-%",
  ]);
  expect(lines.length).toBeLessThan(25);
  expect(lines.filter((line) => textWidth(line) > 80)).toEqual([]);
});

test("a plan of 3,000 moves in 1,000 groups shows those that weaken most repositories, and counts the others", () => {
  const lines = textOf(varied(1000, 3));
  expect(lines.length).toBeLessThan(200);
  expect(lines.find((line) => line.startsWith("  ~ "))).toBe(
    "  ~ live-0999   6 repositories   scanform_configuration.live-0999",
  );
  expect(lines.find((line) => line.startsWith("  and "))).toBe("  and 992 more changes, 991 of them weaker");
  expect(lines.findLast((line) => line.startsWith("  and "))).toMatch(
    /^ {2}and 9\d\d more groups of 2,\d{3} repositories$/,
  );
  expect(lines).toContain("--full shows what is left out");
});

test("a plan of 3,000 moves is shown whole with --full: every repository with its rule", () => {
  const lines = textOf(moving(30, 100, true), { full: true });
  expect(lines.filter((line) => /^ {6}- "team-\d{4}-\d{4}" {3}rule 1: team-%$/.test(line))).toHaveLength(3100);
  expect(lines.join("\n")).not.toMatch(/ more|…|--full/);
});

const changing = (before: Settings, after: Settings, name = "one"): Plan =>
  planOf(
    { configurations: [declared("one", name, after)], assignments: [] },
    { configurations: [live(1, name, before)], repositories: repositories(["web"], 1) },
  );

test("a set of forty members shows what it gains and loses, the pattern that hides everything first", () => {
  const before = many(40, "old").map((each) => `${each}/**`);
  const after = [...before.slice(2), ...many(9, "new"), "**"];
  const lines = textOf(
    changing({ analyzers: { xss: { excludes: before } } }, { analyzers: { xss: { excludes: after } } }),
  );
  expect(lines.join("\n")).toContain('weaker        xss scans no files (+ "**", "new-0000", "new-0001" and 7 more)\n');
  expect(lines.join("\n")).toContain(`${" ".repeat(16)}(- "old-0000/**" and "old-0001/**")\n`);
});

test.each([60, 80, 200])("in %d columns no line is wider, however long and wide the names are", (columns) => {
  const long = "名前".repeat(60);
  const plan = planOf(
    {
      configurations: [
        declared("goal", long, { comment: "disabled", analyzers: { [`slug-${long}`]: { excludes: [long, "**"] } } }),
      ],
      assignments: routing({ target: to("goal"), repositoryPattern: `${"名前".repeat(30)}%` }),
    },
    {
      configurations: [live(1, `old ${long}`, { comment: "enabled" })],
      repositories: repositories([`${long}1`, `${long}2`], 1),
    },
    long,
  );
  const lines = textOf(plan, { columns });
  const ours = /^WEAKENS|^ {2}\d|^matched|^ {2}\+ /; // words of ours are never cut
  expect(lines.filter((line) => textWidth(line) > columns && !ours.test(line))).toEqual([]);
  expect(lines.join("\n")).toContain("…");
});

test("deletions are above all else, with their names and how many repositories lose them", () => {
  const plan = planOf(
    {
      configurations: [declared("one", "one", { comment: "disabled" })],
      assignments: [],
      deletions: [live(2, "old", {}).id],
    },
    {
      configurations: [live(1, "one", { comment: "enabled" }), live(2, "old", { comment: "enabled" })],
      repositories: [...repositories(["a", "b"], 1), ...repositories(["c"], 2, 10)],
    },
  );
  const text = textOf(plan).join("\n");
  expect(text).toContain("\n\nDELETES 1 configuration\n  - old   leaves 1 repository without a configuration");
  expect(text).toContain(
    "\n\nWEAKENS 3 repositories\n  ~ one   2 repositories   scanform_configuration.one\n      weaker        comments: enabled -> disabled",
  );
  expect(text).toContain(
    "  - old -> none   1 repository\n      weaker        the repository no longer has a configuration\n",
  );
});

test("a policy is shown by its title, in quotes", () => {
  const id = "cccccccc-0000-4000-8000-000000000001";
  const plan = planOf(
    { configurations: [declared("one", "one", { code_policies: [{ id, enabled: false }] })], assignments: [] },
    {
      configurations: [live(1, "one", { code_policies: [{ id, enabled: true }] })],
      repositories: repositories(["a"], 1),
      policies: [{ id, title: "No plaintext secrets", question: "?", dashboard_url: "https://a.example" }],
    },
  );
  expect(textOf(plan)).toContain('  weaker        "No plaintext secrets" is no longer evaluated');
});
