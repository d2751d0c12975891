import fc from "fast-check";
import { address } from "../../src/model/ids";
import { leafVerdicts } from "../../src/model/leaf-verdict";
import { plan, type Plan } from "../../src/reconcile/plan/plan";
import { accountDocument } from "../../src/report/make-document";
import { whatChanges } from "../../src/report/what-changes";
import { desiredFor, observed as accounts } from "../reconcile/arbitrary";
import { accountId } from "../../src/model/ids";
import { declared, live, planOf, repositories, rich, routing, to } from "./plans";

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

describe("the place of a change", () => {
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
});
