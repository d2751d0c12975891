import type { Observed } from "../../../src/model/entities";
import { isEmpty } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, names, planned, shown } from "../account";

test("counts and moves a repository once that the list gives twice, and a configuration likewise", () => {
  const observed = live({ one: {}, two: { has: ["r1", "r2"] } });
  const twice = {
    ...observed,
    configurations: [...observed.configurations, ...observed.configurations],
    repositories: [...observed.repositories, ...observed.repositories],
  };
  const { moves, repositories, writes } = planned(desired([declare("one")], give("one", names("r1", "r2"))), twice);
  expect({ moves: moves.length, repositories }).toEqual({ moves: 2, repositories: 2 });
  expect(writes.map(shown)).toEqual([{ assign: "one", repositories: ["id of r1", "id of r2"] }]);
});

const on = { analyzers: { a: { enabled: true } } } as const;
const off = { analyzers: { a: { enabled: false } } } as const;

describe("a declared configuration", () => {
  const kinds = (observed: Observed, ...given: Parameters<typeof desired>) =>
    planned(desired(...given), observed).configurations.map(({ action, repositories, changes }) => [
      action,
      repositories,
      changes.map((each) => `${each.path} ${each.verdict}`),
    ]);

  test("a declared configuration with changes counts the repositories that stay, not those that come or go", () => {
    const observed = live({ one: { settings: on, has: ["r1", "r2", "r3"] }, two: { has: ["r4"] } });
    const rules = [give("two", names("r1")), give("one", names("r4"))];
    expect(kinds(observed, [declare("one", off), declare("two")], ...rules)).toEqual([
      ["update", 2, ['analyzers["a"].enabled weaker']],
      ["no-op", 0, []],
    ]);
  });

  test("a declared configuration that is new counts no repositories, and lists its settings as changes", () => {
    const observed = live({ old: { settings: off, has: ["r1", "r2"] } });
    const [first] = kinds(observed, [declare("new", on)], give("new", names("r1", "r2")));
    expect(first).toEqual(["create", 0, ['analyzers["a"].enabled stronger']]);
  });

  test("a declared configuration that is only renamed is adopted", () => {
    const observed = live({ one: { settings: on, has: ["r1"] } });
    expect(kinds(observed, [declare("eins", on, { renamedFrom: ["one"] })])).toEqual([["adopt", 1, []]]);
  });

  test("a declared configuration that needs no change is a no-op, and the plan is empty", () => {
    const made = planned(desired([declare("one", on)]), live({ one: { settings: on, has: ["r1"] } }));
    expect(made.configurations).toMatchObject([{ action: "no-op", repositories: 0 }]);
    expect(isEmpty(made)).toBe(true);
    expect(isEmpty(planned(desired([declare("one", off)]), live({ one: { settings: on } })))).toBe(false);
  });
});

test("every repository that does not have the configuration of its rule moves", () => {
  const observed = live({ one: { has: ["moves", "left-2", "left-1"] }, two: { has: ["settled"] } }, ["b", "none", "a"]);
  const rules = [
    { target: { leave: true }, repositoryPattern: "left%" } as const,
    give("two", names("b", "moves", "settled")),
    give("two", names("a")),
  ];
  const made = planned(desired([declare("two")], ...rules), observed);
  expect(made.settled).toBe(1);
  expect(made.moves.map(({ repository, by, fromName, toName }) => [repository.name, by, fromName, toName])).toEqual([
    ["a", { rule: 2, matched: "a" }, null, "two"],
    ["b", { rule: 1, matched: "b" }, null, "two"],
    ["moves", { rule: 1, matched: "moves" }, "one", "two"],
  ]);
  expect(made.moves.map((each) => each.from)).toEqual([undefined, undefined, "one"]);
  expect(made.moves[0]).not.toHaveProperty("from");
  expect(made.effects).toEqual([]);
});

test("a plan knows the titles of the account's custom policies", () => {
  const policies = ["p", "q"].map((id) => ({ id, dashboard_url: "https://x", title: `title of ${id}`, question: "?" }));
  expect(planned(desired([]), { ...live({}), policies }).policyTitles).toEqual(
    new Map([
      ["p", "title of p"],
      ["q", "title of q"],
    ]),
  );
});
