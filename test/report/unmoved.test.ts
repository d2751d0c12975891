import pc from "picocolors";
import type { DesiredRule } from "../../src/model/desired";
import { address } from "../../src/model/ids";
import { planText } from "../../src/report/text";
import { declared, live, planOf, repositories, routing } from "./plans";

const plain = pc.createColors(false);

/** What is said of the repositories that these rules leave; the service lists them in this order. */
function said(listed: readonly string[], rules: readonly Omit<DesiredRule, "target">[], full = false): string[] {
  const plan = planOf(
    {
      configurations: [],
      assignments: routing(...rules.map((each) => ({ target: { leave: true } as const, ...each }))),
    },
    { configurations: [live(1, "base", {})], repositories: repositories(listed, 1) },
  );
  const lines = planText(plan, plain, { full, columns: 150 }).split("\n");
  return lines.slice(
    lines.findIndex((line) => line.startsWith("left where")),
    lines.findIndex((line) => line.startsWith("not declared: ")),
  );
}

const letters = (text: string): readonly string[] => text.split("").map((letter) => `repo-${letter}`);

test("what a rule leaves is told in the order of the names, whatever the order of the list", () => {
  const expected = 'left where they are (rule 1, 3 repositories): "repo-a", "repo-b" and "repo-c"';
  for (const listed of ["abc", "cba", "bca"])
    expect(said(letters(listed), [{ repositoryPattern: "repo-%" }])).toEqual([expected]);
});

test("what rules leave is told in the order of the rules, whatever the order of the list", () => {
  const rules = ["b", "c", "a"].map((letter) => ({ repositoryNames: [`repo-${letter}`] }));
  for (const listed of ["abc", "cba", "bca"])
    expect(said(letters(listed), rules)).toEqual([
      'left where it is (rule 1): "repo-b"',
      'left where it is (rule 2): "repo-c"',
      'left where it is (rule 3): "repo-a"',
    ]);
});

test.each([
  ["in order", "abcdefghijklmnop"],
  ["in reverse", "ponmlkjihgfedcba"],
  ["with the last of them first, and the first of them tenth", "ponmlkjihabcdefg"],
  ["with the first of them last", "hgpjlkmionfbecda"],
])("of many that a rule leaves the first names are told, where they are listed %s", (_how, listed) => {
  expect(said(letters(listed), [{ repositoryPattern: "repo-%" }])).toEqual([
    'left where they are (rule 1, 16 repositories): such as "repo-a", "repo-b", "repo-c", "repo-d", "repo-e", "repo-f", "repo-g", "repo-h" and 8 more',
  ]);
});

test("all that a rule leaves are in the order of their names with --full", () => {
  const names = said(letters("ponmlkjihgfedcba"), [{ repositoryPattern: "repo-%" }], true).slice(1);
  expect(names).toEqual(letters("abcdefghijklmnop").map((name) => `  - "${name}"`));
});

test("of those that are left, it is counted how many are weakened when their configurations change", () => {
  const plan = planOf(
    {
      configurations: [declared("one", "one", { comment: "silent" }), declared("two", "two", { comment: "enabled" })],
      assignments: routing({ target: { leave: true }, repositoryPattern: "%" }),
    },
    {
      configurations: [live(1, "one", { comment: "enabled" }), live(2, "two", { comment: "silent" })],
      repositories: [...repositories(["api", "web"], 1), ...repositories(["docs"], 2, 10)],
    },
  );
  expect(planText(plan, plain)).toContain("\n  their configurations change, which weakens 2\n");
});

test("of those that are left, it is counted for how many anything changes", () => {
  const plan = planOf(
    {
      configurations: [declared("one", "one", { comment: "silent" }), declared("two", "two", { risk_threshold: 3 })],
      assignments: routing({ target: { leave: true }, repositoryPattern: "%" }),
    },
    {
      configurations: [live(1, "one", { comment: "enabled" }), live(2, "two", {}), live(3, "three", {})],
      repositories: [
        ...repositories(["api"], 1),
        ...repositories(["docs"], 2, 10),
        ...repositories(["site", "wiki"], 3, 20),
      ],
    },
  );
  expect(planText(plan, plain)).toContain("\n  the configuration of 2 of them changes, which weakens 1\n");
});

test("where several RepositoryAssignments leave repositories, it is said which one does", () => {
  const assignments = ["first", "second"].map((name) => ({
    address: address(`scanform_repository_assignments.${name}`),
    rules: [{ target: { leave: true } as const, repositoryNames: [name] }],
  }));
  const observed = { configurations: [live(1, "base", {})], repositories: repositories(["first", "second"], 1) };
  const lines = planText(planOf({ configurations: [], assignments }, observed), plain, { columns: 150 }).split("\n");
  expect(lines.filter((line) => line.startsWith("left"))).toEqual([
    'left where it is (rule 1 of scanform_repository_assignments.first): "first"',
    'left where it is (rule 1 of scanform_repository_assignments.second): "second"',
  ]);
});

test("repositories that no rule matches are counted, and not mentioned where no rules are declared", () => {
  const observed = { configurations: [live(1, "base", {})], repositories: repositories(["api", "web"], 1) };
  const textOf = (assignments: ReturnType<typeof routing>) =>
    planText(planOf({ configurations: [], assignments }, observed), plain);
  const rules = routing({ target: { leave: true }, repositoryNames: ["api"] });
  expect(textOf(rules)).toContain("matched by no rule, and left where they are: 1 repository");
  expect(textOf([])).not.toContain("matched by no rule");
});
