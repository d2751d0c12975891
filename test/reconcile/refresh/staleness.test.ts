import type { Desired, DesiredTriage } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { TriageStatus } from "../../../src/model/triage";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { staleness } from "../../../src/reconcile/refresh/staleness";
import { decide, deciding, declare, desired, first, give, live, names, planned, second } from "../account";

const before = { code_policies: [{ id: "p", enabled: true }] } as const;
const declaration = desired([declare("one", { code_policies: [] })], give("one", names("r")));

/** What is said of a plan that was made when the account was the first, and is to be applied to the second. */
const moved = (was: Observed, is: Observed, declared = declaration) =>
  staleness(planned(declared, was), is.configurations, planned(declared, is));

test("a plan is stale when a repository has already moved, even if the request would still list it", () => {
  const was = live({ one: { settings: before }, two: { has: ["r"] } });
  const is = live({ one: { settings: before, has: ["r"] }, two: {} });
  expect(moved(was, is)).toEqual(["repository id of r would not move any more"]);
  expect(moved(was, was)).toEqual([]);
});

describe("a plan is stale when", () => {
  const held: Settings = { ...before, comment: "silent" };
  const two = { has: ["r", "other"] };
  const was = live({ one: { settings: held, has: ["own"] }, two });
  const now = (one: Settings, more: Parameters<typeof live>[0] = { two }, without: readonly string[] = []) =>
    live({ one: { settings: one, has: ["own"] }, ...more }, without);
  const newField = { ...held, beta: { x: 2 } } as Settings;

  test.each<[string, Observed, readonly string[]]>([
    [
      "a field that nobody knows has changed",
      now(newField),
      ["configuration one (one) has changed in a field that scanform does not know"],
    ],
    [
      "an analyzer has come of which nothing is known here",
      now({ ...held, analyzers: { a: { beta: 2 } } } as Settings),
      ['configuration one (one): analyzers["a"].beta was not set and is 2'],
    ],
    [
      "a setting that it does not write has changed",
      now({ ...held, comment: "enabled" }),
      ['configuration one (one): comment was "silent" and is "enabled"'],
    ],
    ["a setting has gone", now(before), ['configuration one (one): comment was "silent" and is not set']],
    [
      "a configuration that it takes from has another name",
      now(held, { two: { ...two, name: "zwei" } }),
      ["configuration two (two) is now named zwei"],
    ],
    [
      "a repository that it moves has another configuration",
      now(held, { two: { has: ["other"] }, three: { has: ["r"] } }),
      ["configuration three (three) would be written to as well", "repository r had two and has three"],
    ],
    [
      "a repository that it moves has no configuration any more",
      now(held, { two: { has: ["other"] } }, ["r"]),
      ["repository r had two and has no configuration"],
    ],
    [
      "a configuration that it takes from is gone",
      now(held, {}, ["r"]),
      ["configuration two (two) is gone", "repository r had two and has no configuration"],
    ],
    [
      "a request that names all repositories of a configuration would name others",
      live({ one: { settings: held, has: ["own", "another"] }, two }),
      ["repositories have other configurations than when the plan was made"],
    ],
  ])("%s", (_title, is, expected) => {
    expect(moved(was, is)).toEqual(expected);
  });

  test("a repository without a configuration has got one", () => {
    const is = live({ one: { settings: before }, two: { has: ["r"] } });
    expect(moved(live({ one: { settings: before }, two: {} }, ["r"]), is)).toEqual([
      "configuration two (two) would be written to as well",
      "repository r had no configuration and has two",
    ]);
  });

  test("its rules match different repositories", () => {
    const pattern = desired([declare("one")], give("one", { repositoryPattern: "r%" }));
    const all = live({ one: { has: ["r1"] }, two: { has: ["r2"] } });
    expect(moved(all, live({ one: { has: ["r1", "r3"] }, two: { has: ["r2"] } }), pattern)).toEqual([
      "scanform_repository_assignments.routing matched 2 repositories and matches 3 now, not the same ones or by other rules",
    ]);
    expect(moved(all, live({ one: { has: ["r1"] }, two: { has: ["r2", "r3"] } }), pattern)).toEqual([
      "repository r3 would move as well",
      "scanform_repository_assignments.routing matched 2 repositories and matches 3 now, not the same ones or by other rules",
    ]);
  });

  test("the same number of repositories falls under different rules", () => {
    const rules = desired(
      [declare("one")],
      give("one", { repositoryPattern: "a%" }),
      give("one", { repositoryPattern: "b%" }),
    );
    const [was, is] = [live({ one: { has: ["a1", "b1", "b2"] } }), live({ one: { has: ["a1", "a2", "b1"] } })];
    expect(moved(was, is, rules)).toEqual([
      "scanform_repository_assignments.routing matched 3 repositories and matches 3 now, not the same ones or by other rules",
    ]);
  });
});

test("a plan is current when only unrelated objects change, or lists come in another order", () => {
  const was = live({ one: { settings: before, has: ["a", "b"] }, two: { has: ["r"] }, other: {} });
  const is = live({
    other: { settings: { comment: "silent" } },
    two: { has: ["r"] },
    one: { settings: before, has: ["b", "a"] },
  });
  expect(moved(was, is)).toEqual([]);
});

describe("a plan is current although a repository was renamed and so sorts differently in its request", () => {
  const gives = (to: string) => ({
    target: give(to, {}).target,
    repositoryIds: ["r1", "r2"].map((name) => repositoryId(`id of ${name}`)),
  });
  const renamed = (observed: Observed): Observed => ({
    ...observed,
    repositories: observed.repositories.map((each) => (each.name === "r1" ? { ...each, name: "z" } : each)),
  });

  test.each<[string, Desired]>([
    ["create", desired([declare("new")], gives("new"))],
    ["put", desired([declare("one", { code_policies: [] })], gives("one"))],
    ["patch", desired([declare("one", { comment: "enabled" })], gives("one"))],
    ["assign", desired([declare("one")], gives("one"))],
  ])("%s", (kind, declared) => {
    const was = live({ one: { settings: before }, two: { has: ["r1", "r2"] } });
    const saved = planned(declared, was);
    expect(saved.writes.map((write) => write.kind)).toEqual([kind]);
    expect(planned(declared, renamed(was)).writes).not.toEqual(saved.writes);
    expect(moved(was, renamed(was), declared)).toEqual([]);
  });
});

test("a plan is stale when it would create a different configuration", () => {
  const declared = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "enabled" })]);
  const there = { settings: { comment: "enabled" } } as const;
  expect(moved(live({ two: there }), live({ two: there }), declared)).toEqual([]);
  expect(moved(live({ two: there }), live({ one: there }), declared)).toHaveLength(1);
});

test("names a configuration without a name by its id", () => {
  const nameless = (settings: Settings): Observed => {
    const [{ name: _none, ...only } = { id: configurationId("x"), settings: {} }] = live({ x: {} }).configurations;
    return { configurations: [{ ...only, settings }], repositories: [] };
  };
  const taken = desired([declare("named", { comment: "enabled" }, { id: configurationId("x") })]);
  expect(moved(nameless({}), nameless({ risk_threshold: 3 }), taken)).toEqual([
    "configuration without a name (x): risk_threshold was not set and is 3",
  ]);
});

const [today, nextYear] = [Date.parse("2030-01-01"), Date.parse("2031-01-01")];
const expires = "2030-12-31";

/** The category that the service holds for each finding; null for none. */
const held = (categories: Readonly<Record<string, string | null>>, at = today): Observed => ({
  ...live({}),
  triages: {
    at,
    found: new Map(
      Object.entries(categories).map(([id, category]): [string, TriageStatus] => [
        id,
        category === null ? { is: "none" } : { is: "set", category },
      ]),
    ),
  },
});

const untouched = held({ [first]: null, [second]: null });
const ours = { [first]: "wont_fix", [second]: "wont_fix" };
const plan = (observed: Observed, ...triages: readonly DesiredTriage[]): Plan =>
  planned(deciding(...triages), observed);
const said = (saved: Parameters<typeof staleness>[0], fresh: Plan) => staleness(saved, [], fresh);

const other = ["a triage has expired, or its declaration has changed, since the plan was made"];

describe("a plan is stale when", () => {
  test("somebody has decided about a finding since, which is said of that finding alone", () => {
    const both = [decide(first), decide(second)];
    const saved = plan(held({ [first]: null, [second]: "in_progress" }), ...both);
    expect(said(saved, plan(held({ [first]: "in_progress", [second]: "in_progress" }), ...both))).toEqual([
      `finding ${first} was not triaged and is in_progress`,
    ]);
    expect(said(saved, plan(untouched, ...both))).toEqual([`finding ${second} was in_progress and is not triaged`]);
    expect(said(saved, saved)).toEqual([]);
  });

  test("a finding that was triaged as declared is not any more", () => {
    const saved = plan(held({ [first]: null, [second]: "wont_fix" }), decide(first), decide(second));
    expect(said(saved, plan(untouched, decide(first), decide(second)))).toEqual([
      `the triage of the finding ${second} would change as well`,
    ]);
    expect(said(plan(held(ours), decide(first)), plan(untouched, decide(first)))).toEqual([
      `the triage of the finding ${first} would change as well`,
    ]);
  });

  test("it decides about another finding", () => {
    expect(said(plan(untouched, decide(first)), plan(untouched, decide(second)))).toEqual([
      `the triage of the finding ${first} is not declared any more`,
      `the triage of the finding ${second} would change as well`,
    ]);
  });

  test("a triage that it sets has expired", () => {
    const saved = plan(untouched, decide(first, { expires }), decide(second));
    const later = held({ [first]: null, [second]: null }, nextYear);
    expect(said(saved, plan(later, decide(first, { expires }), decide(second)))).toEqual(other);
  });

  test("it sets another category", () => {
    const fresh = plan(untouched, decide(first, { category: "in_progress" }));
    expect(said(plan(untouched, decide(first)), fresh)).toEqual(other);
  });

  test("its request removes the triage of a finding that is not the declared one", () => {
    const saved = plan(held(ours, nextYear), decide(first, { expires }));
    expect(saved.writes).toMatchObject([{ kind: "remove-triage", finding: first }]);
    const forged = { ...saved, writes: saved.writes.map((write) => ({ ...write, finding: second })) };
    expect(said(forged, saved)).toEqual(other);
  });

  test("its requests for configurations are others and those for triages the same", () => {
    const declared = { ...deciding(decide(first)), configurations: [declare("new")] };
    const fresh = planned(declared, untouched);
    expect(said({ ...fresh, writes: fresh.writes.slice(1) }, fresh)).toEqual([
      "repositories have other configurations than when the plan was made",
    ]);
  });
});

test.each<[string, Observed]>([
  ["sets", untouched],
  ["removes", held(ours, nextYear)],
])("a plan that %s a triage is current whatever the resource is called and whatever the reason", (_what, seen) => {
  const renamed = { address: address("scanform_finding_triage.renamed"), justification: "Not reachable.", expires };
  const date = { expires: seen === untouched ? "2032-01-01" : expires };
  const [saved, fresh] = [plan(seen, decide(first, date)), plan(seen, decide(first, { ...renamed, ...date }))];
  expect(saved.writes).toHaveLength(1);
  expect(fresh.writes).not.toEqual(saved.writes);
  expect(said(saved, fresh)).toEqual([]);
});

test("a triage that is as declared, or was left to somebody else, may change without making a plan stale", () => {
  const all = [decide(first), decide(second, { expires })];
  const saved = plan(held({ [first]: null, [second]: "in_progress" }, nextYear), ...all);
  expect(said(saved, plan(held({ [first]: null, [second]: null }, nextYear), ...all))).toEqual([]);
});
