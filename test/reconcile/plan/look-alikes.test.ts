import { configurationId } from "../../../src/model/ids";
import { skeleton } from "../../../src/reconcile/plan/look-alikes";
import * as report from "../../report/plans";
import { declare, desired, give, live, names, planned } from "../account";

test.each([
  ["payments-api", "Payments-API"],
  ["payments-api", " payments-api"],
  ["payments-api", "pаyments-аpi"],
  ["payments-api", "payments\u200b-api"],
  ["payments-api", "payments_api"],
  ["payments-api", "ｐayments-api"],
  ["payments-api", "payrnents-api"],
  ["billing", "bi11ing"],
  ["core", "c0re"],
  ["ΟΚ", "OK"],
])("%j and %j look alike", (one, other) => {
  expect(skeleton(one)).toBe(skeleton(other));
});

test.each([
  ["payments-api", "payments-app"],
  ["web-2", "web-3"],
  ["名前", "名"],
  ["é", "e"],
])("%j and %j do not look alike", (one, other) => {
  expect(skeleton(one)).not.toBe(skeleton(other));
});

describe("names that look alike", () => {
  const said = (names: readonly string[], configurations: readonly string[] = []) =>
    report
      .planOf(
        {
          configurations: [report.declared("goal", "goal", { comment: "enabled" })],
          assignments: report.routing({ target: report.to("goal"), repositoryPattern: "%" }),
        },
        {
          configurations: [
            report.live(1, "old", {}),
            ...configurations.map((name, at) => report.live(at + 2, name, {})),
          ],
          repositories: report.repositories(names, 1),
        },
      )
      .diagnostics.filter(({ code }) => code === "names-look-alike")
      .map(({ detail }) => detail);

  test("repositories that the plan affects and that look alike are pointed out by their ids, with escapes", () => {
    expect(said(["web", "Web\u200b", "api"])).toEqual([
      'These look alike: "Web\\u{200b}" (99999999-0000-4000-8000-000000000001), "web" (99999999-0000-4000-8000-000000000000).',
    ]);
  });

  describe("configurations that look alike", () => {
    /** The warnings of a plan for live configurations of these names, of which the first has a repository. */
    const warnings = (observed: readonly string[], ...given: Parameters<typeof desired>) =>
      planned(
        desired(...given),
        live(Object.fromEntries(observed.map((name, at) => [`c${String(at)}`, { name, has: at === 0 ? ["r"] : [] }]))),
      )
        .diagnostics.filter(({ code }) => code === "names-look-alike")
        .map(({ severity, detail }) => [severity, detail]);

    test("are pointed out by their ids, and a new one by its address", () => {
      const pair = [declare("goal", { comment: "enabled" }), declare("Goal", { comment: "enabled" })];
      expect(warnings(["goal"], pair)).toEqual([
        ["warning", 'These look alike: "goal" (c0), "Goal" (scanform_configuration.Goal).'],
      ]);
    });

    test("are pointed out when one of them is deleted", () => {
      const observed = live({ c0: { name: "goal" }, c1: { name: "g0al" } });
      const { diagnostics } = planned({ ...desired([declare("goal")]), deletions: [configurationId("c1")] }, observed);
      expect(diagnostics).toMatchObject([
        { code: "names-look-alike", detail: 'These look alike: "goal" (c0), "g0al" (c1).' },
      ]);
    });

    test("do not include one that has no name", () => {
      const [nameless] = live({ c0: { has: ["r"] } }).configurations.map(({ id, settings }) => ({ id, settings }));
      const observed = { ...live({ c0: { has: ["r"] } }), configurations: nameless === undefined ? [] : [nameless] };
      const made = planned(desired([declare("c0", { comment: "enabled" })], give("c0", names("r"))), observed);
      expect([made.effects.length, made.diagnostics]).toEqual([1, []]);
    });

    test.each([
      [5, ""],
      [6, "So do the names of 1 more groups of configurations."],
    ])("are listed one by one where there are few groups: of %i, the end is %j", (groups, end) => {
      const all = ["a", "b", "c", "d", "e", "f"].slice(0, groups).flatMap((each) => [each, each.toUpperCase()]);
      const [[, detail] = []] = warnings(
        ["old"],
        all.map((name) => declare(name, { comment: "enabled" })),
      );
      expect(detail?.split("\n").slice(5).join()).toBe(end);
    });
  });

  test("a configuration that gets a name like its own is one thing", () => {
    const plan = report.planOf(
      {
        configurations: [{ ...report.declared("goal", "Goal", { comment: "enabled" }), renamedFrom: ["goal"] }],
        assignments: [],
      },
      { configurations: [report.live(1, "goal", {})], repositories: report.repositories(["a"], 1) },
    );
    expect(plan.diagnostics).toEqual([]);
  });
});
