import fc from "fast-check";
import type { DesiredRule } from "../../../src/model/desired";
import { address, repositoryId } from "../../../src/model/ids";
import { like } from "../../../src/model/sql-like";
import { byName, indexRules, route, type Routing } from "../../../src/reconcile/plan/route";
import { desired, give, live, names } from "../account";

const observed = live({}, ["payments-api", "payments-web", "checkout", "legacy"]).repositories;
const pattern = (repositoryPattern: string) => ({ repositoryPattern });
const leave = (selectors: Omit<DesiredRule, "target">): DesiredRule => ({ target: { leave: true }, ...selectors });

const routed = ({ routes }: Routing) =>
  Object.fromEntries(
    routes.map(({ repository, rule, matched }) => [repository.name ?? "", `${String(rule)} ${matched}`]),
  );

const problems = ({ diagnostics }: Routing) =>
  diagnostics.map(({ code, severity, path }) => `${severity} ${code} ${path ?? ""}`);

test("the first matching rule wins", () => {
  const routing = route(
    desired([], leave(names("legacy")), give("strict", pattern("payments-%")), give("base", pattern("%"))),
    observed,
  );
  expect(routed(routing)).toEqual({
    "payments-api": "1 payments-%",
    "payments-web": "1 payments-%",
    checkout: "2 %",
    legacy: "0 legacy",
  });
  expect(problems(routing)).toEqual([]);
});

test.each<[string, DesiredRule, string]>([
  [
    "an unknown id",
    give("x", { repositoryIds: observed.slice(0, 1).map(({ id }) => repositoryId(`${id}x`)) }),
    'The account has no repository with the id "id of payments-apix".',
  ],
  ["a pattern that SQL refuses", give("x", pattern("a\\")), '"a\\\\": '],
  [
    "a pattern that matches nothing",
    give("x", pattern("no-%")),
    'The pattern "no-%" matches none of the account\'s repositories.',
  ],
  [
    "a rule that names nothing",
    give("x", { repositoryNames: [] }),
    "The rule matches none of the account's repositories.",
  ],
])("%s is explained once", (_title, rule, expected) => {
  const { diagnostics, routes } = route(desired([], rule), observed);
  expect(diagnostics.map(({ detail }) => detail)).toEqual([expect.stringContaining(expected)]);
  expect(routes).toEqual([]);
});

test("a shadowed rule is reported with a remedy, and a rule that wins a repository is not reported", () => {
  const rules = [give("x", pattern("pay%")), give("y", pattern("payments-api")), give("z", pattern("%"))];
  expect(route(desired([], ...rules), observed).diagnostics).toMatchObject([
    {
      code: "rule-shadowed",
      path: "rules[1]",
      address: "scanform_repository_assignments.routing",
      detail: "Earlier rules take every repository that it matches. Move it up, or remove it.",
    },
  ]);
});

test("an error in one rule does not suppress the warning about another", () => {
  const rules = [give("x", names("chekout")), give("y", pattern("no-%")), give("z", pattern("a\\"))];
  expect(problems(route(desired([], ...rules), observed))).toEqual([
    "error repository-unknown rules[0]",
    "error pattern-invalid rules[2]",
    "warning rule-matches-nothing rules[1]",
  ]);
});

test("a repository without a name is matched only by its id", () => {
  const nameless = observed.slice(0, 2).map(({ name: _none, ...each }) => each);
  const [first, second] = nameless;
  if (first === undefined || second === undefined) throw new Error("too few");
  const both = desired([], give("x", { repositoryIds: [first.id] }), give("y", pattern("%")));
  expect(route(both, nameless).routes.map(({ repository, matched }) => [repository.id, matched])).toEqual([
    [first.id, first.id],
  ]);
  const mixed = desired([], give("x", { repositoryIds: [first.id], repositoryPattern: "%" }));
  expect(route(mixed, nameless).routes).toHaveLength(1);
});

test("a rule with names and a pattern is reported as shadowed even if a repository has no name", () => {
  const [{ name: _none, ...nameless } = { id: repositoryId("x"), provider_repo_id: 1, enabled: true }] = observed;
  const rules = [give("x", pattern("%")), give("y", { ...names("checkout"), ...pattern("%e%") })];
  expect(problems(route(desired([], ...rules), [nameless, ...observed.slice(1)]))).toEqual([
    "warning rule-shadowed rules[1]",
  ]);
});

test("a declaration without rules routes nothing", () => {
  expect(route(desired([]), observed)).toEqual({ routes: [], diagnostics: [] });
});

const several = (...rules: readonly DesiredRule[]) => ({
  configurations: [],
  assignments: rules.map((rule, index) => ({ address: address(`routing-${String(index)}`), rules: [rule] })),
});

test("rejects a repository that two resources assign, and names both", () => {
  const routing = route(several(give("x", pattern("pay%")), give("x", names("payments-api"))), observed);
  expect(problems(routing)).toEqual(["error repository-claimed-twice rules"]);
  expect(routing.diagnostics[0]?.detail).toMatch(/"payments-api".*routing-0.*routing-1/);
});

test("reports each further resource that assigns the same repositories, with the first one and every name", () => {
  const pay = give("x", pattern("pay%"));
  const routing = route(
    several(pay, give("y", names("payments-web", "payments-api")), give("x", names("payments-web"))),
    observed,
  );
  expect(routing.diagnostics.map(({ address: at, detail }) => [at, detail.split(". ")[0]])).toEqual([
    ["routing-1", '"payments-api" and "payments-web" would be assigned by routing-0 and by routing-1'],
    ["routing-2", '"payments-web" would be assigned by routing-0 and by routing-2'],
  ]);
});

test("a repository that one resource assigns and two leave is assigned, in any order", () => {
  const [left, assigned] = [leave(names("checkout")), give("x", names("checkout"))];
  for (const three of [several(assigned, left, left), several(left, assigned, left), several(left, left, assigned)]) {
    const { routes, diagnostics } = route(three, observed);
    expect([routes.map(({ target }) => target), diagnostics]).toEqual([[assigned.target], []]);
  }
});

test("names every unknown repository, and suggests a name for the first ten", () => {
  const wrong = Array.from({ length: 30 }, (_, at) => `checkouts${String(at)}`);
  const { diagnostics } = route(desired([], give("x", names(...wrong))), observed);
  const details = diagnostics.filter(({ code }) => code === "repository-unknown").map(({ detail }) => detail);
  expect(details).toHaveLength(30);
  expect(details.filter((each) => each.includes("Did you mean"))).toHaveLength(10);
  expect(details.at(-1)).toBe('The account has no repository named "checkouts29".');
});

const repositoryOf = (id: string, name?: string) => ({
  id: repositoryId(id),
  ...(name === undefined ? {} : { name }),
  provider_repo_id: 1,
  enabled: true,
});

test("sorts repositories by name, then by id", () => {
  const listed = [
    repositoryOf("1", "web"),
    repositoryOf("4", "api"),
    repositoryOf("2", "api"),
    repositoryOf("5"),
    repositoryOf("3"),
  ];
  expect(listed.toSorted(byName).map(({ id }) => id)).toEqual(["3", "5", "2", "4", "1"]);
});

describe("the index of rules", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\u{1f600}", "\ud83d"), maxLength: 4 });
  const pattern = fc.array(fc.constantFrom("a", "b", "%", "_", "\\%", "\\\\", "\u{1f600}", "\ud83d"), { maxLength: 5 });
  const rule = fc
    .record(
      {
        repositoryIds: fc.array(text.map(repositoryId), { maxLength: 2 }),
        repositoryNames: fc.array(text, { maxLength: 2 }),
        repositoryPattern: pattern.map((parts) => parts.join("")),
      },
      { requiredKeys: [] },
    )
    .map((selectors): DesiredRule => ({ target: { leave: true }, ...selectors }));

  const selects = (
    { repositoryIds = [], repositoryNames = [], repositoryPattern }: DesiredRule,
    id: string,
    name: string,
  ): boolean =>
    (repositoryIds as readonly string[]).includes(id) ||
    repositoryNames.includes(name) ||
    (repositoryPattern !== undefined && like(repositoryPattern)(name));

  test("the candidates for a repository include every rule that selects it, in order", () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 8 }),
        fc.array(fc.tuple(text, text), { minLength: 12, maxLength: 12 }),
        (rules, all) => {
          const candidates = indexRules(rules);
          for (const [id, name] of all) {
            const found = candidates({ id: repositoryId(id), name, provider_repo_id: 1, enabled: true });
            const selecting = rules.flatMap((each, at) => (selects(each, id, name) ? [at] : []));
            expect(selecting.filter((at) => !found.includes(at))).toEqual([]);
            expect(found.every((at, index) => index === 0 || (found[index - 1] ?? at) <= at)).toBe(true);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
