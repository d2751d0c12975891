import { declared, live, planOf, repositories, routing, to } from "../../report/plans";

const said = (names: readonly string[], configurations: readonly string[] = []) =>
  planOf(
    {
      configurations: [declared("goal", "goal", { comment: "enabled" })],
      assignments: routing({ target: to("goal"), repositoryPattern: "%" }),
    },
    {
      configurations: [live(1, "old", {}), ...configurations.map((name, at) => live(at + 2, name, {}))],
      repositories: repositories(names, 1),
    },
  )
    .diagnostics.filter(({ code }) => code === "names-look-alike")
    .map(({ detail }) => detail);

test("repositories that feel the plan and look alike are pointed out by their ids, with escapes", () => {
  expect(said(["web", "Web\u200b", "api"])).toEqual([
    'These look alike: "Web\\u{200b}" (99999999-0000-4000-8000-000000000001), "web" (99999999-0000-4000-8000-000000000000).',
  ]);
});

test("names that differ are not", () => {
  expect(said(["web", "api", "docs"])).toEqual([]);
});

test("five groups are told one by one, and the others are counted", () => {
  const [detail = ""] = said(["a", "b", "c", "d", "e", "f", "g"].flatMap((each) => [each, each.toUpperCase()]));
  expect(detail.split("\n")).toHaveLength(6);
  expect(detail).toContain("\nSo do the names of 2 more groups of repositories.");
});

test("a configuration that gets a name like its own is one thing", () => {
  const plan = planOf(
    {
      configurations: [{ ...declared("goal", "Goal", { comment: "enabled" }), renamedFrom: ["goal"] }],
      assignments: [],
    },
    { configurations: [live(1, "goal", {})], repositories: repositories(["a"], 1) },
  );
  expect(plan.diagnostics).toEqual([]);
});
