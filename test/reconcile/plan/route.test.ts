import fc from "fast-check";
import type { DesiredRule } from "../../../src/model/desired";
import { address, repositoryId } from "../../../src/model/ids";
import { like } from "../../../src/model/sql-like";
import { byName, route, type Routing } from "../../../src/reconcile/plan/route";
import { indexRules } from "../../../src/reconcile/plan/rule-index";
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
    'The account has no repository with the id "id of payments-apix": was it deleted or renamed?',
  ],
  ["a pattern that SQL refuses", give("x", pattern("a\\")), '"a\\\\": '],
  [
    "an unknown name near a live one",
    give("x", names("chekout")),
    'no repository named "chekout": was it deleted or renamed? Did you mean "checkout"? Rename it, or remove it, in rule 1.',
  ],
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

const pay = pattern("pay%");

test.each<[string, readonly DesiredRule[], readonly object[]]>([
  [
    "a rule that an earlier one leaves nothing",
    [give("x", pay), give("y", pattern("payments-api")), give("z", pattern("%"))],
    [
      {
        code: "rule-shadowed",
        path: "rules[1]",
        mentions: ["rules[0]"],
        detail:
          'Rule 2 ("payments-api") never decides: rule 1 ("pay%") decides about every repository that it selects. Move it before rule 1, or remove it.',
      },
    ],
  ],
  [
    "rules that earlier ones of the same configuration cover, once for all",
    [give("x", pay), give("x", names("payments-api")), give("y", pattern("%")), give("x", pattern("%-web"))],
    [
      {
        path: "rules[2]",
        detail: expect.stringMatching(/^Rule 3 \("%"\) takes every .* so rule 4 after it never/) as string,
      },
      { path: "rules[1]", detail: expect.stringMatching(/^Rule 2 changes nothing: .* can be removed/) as string },
    ],
  ],
  [
    "several rules that change nothing, once",
    [give("x", pay), give("x", names("payments-api")), give("x", names("payments-web"))],
    [
      {
        path: "rules[1]",
        mentions: ["rules[2]"],
        detail: expect.stringMatching(/^Rules 2 and 3 change nothing: /) as string,
      },
    ],
  ],
  [
    "everything behind a rule that takes everything, once",
    [give("x", pattern("%")), give("y", names("legacy")), give("z", pay), leave(names("checkout"))],
    [
      {
        code: "rule-shadowed",
        path: "rules[0]",
        detail:
          'Rule 1 ("%") takes every repository, so rules 2, 3 and 4 after it never decide. Move it to the end, or remove what comes after it.',
      },
    ],
  ],
  [
    "a repository that a rule names and another rule decides about",
    [give("x", pay), give("y", names("legacy", "payments-web", "payments-api"))],
    [
      {
        code: "rule-overridden",
        path: "rules[1]",
        mentions: ["rules[0]"],
        detail:
          'Rule 2 names "payments-web" and "payments-api", but rule 1 ("pay%") decides. Move rule 2 before rule 1, or remove the name.',
      },
    ],
  ],
  ["a name that gets what it would get anyway", [give("x", pay), give("x", names("legacy", "payments-web"))], []],
  [
    "an underscore that is no underscore",
    [give("x", pattern("payments_%"))],
    [
      {
        code: "pattern-any",
        path: "rules[0]",
        detail: expect.stringContaining(
          'decides about "payments-api" and "payments-web". Write "payments\\\\_%" for',
        ) as string,
      },
    ],
  ],
  [
    "an underscore that is escaped",
    [give("x", pattern("%a%")), leave(pattern("no\\_%"))],
    [{ code: "rule-matches-nothing" }],
  ],
])("warns of %s", (_what, rules, expected) => {
  const { diagnostics } = route(desired([], ...rules), observed);
  expect(diagnostics).toMatchObject(expected);
  expect(diagnostics.map(({ severity }) => severity)).toEqual(expected.map(() => "warning"));
});

test("an error in one rule does not suppress the warning about another", () => {
  const rules = [give("x", names("chekout")), give("y", pattern("no-%")), give("z", pattern("a\\"))];
  expect(problems(route(desired([], ...rules), observed))).toEqual([
    "warning repository-unknown rules[0]",
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

test("a rule with names and a pattern never decides behind one that takes everything, even if a repository has no name", () => {
  const [{ name: _none, ...nameless } = { id: repositoryId("x"), provider_repo_id: 1, enabled: true }] = observed;
  const rules = [give("x", pattern("%")), give("y", { ...names("checkout"), ...pattern("%e%") })];
  expect(problems(route(desired([], ...rules), [nameless, ...observed.slice(1)]))).toEqual([
    "warning rule-shadowed rules[0]",
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
  const routing = route(
    several(give("x", pay), give("y", names("payments-web", "payments-api")), give("x", names("payments-web"))),
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
  expect(details.at(-1)).toBe(
    'The account has no repository named "checkouts29": was it deleted or renamed? Remove it from rule 1.',
  );
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
            const found = candidates({ id: repositoryId(id), name });
            const selecting = rules.flatMap((each, at) => (selects(each, id, name) ? [at] : []));
            expect(selecting.filter((at) => !found.includes(at))).toEqual([]);
            expect(found.every((at, index) => index === 0 || (found[index - 1] ?? at) <= at)).toBe(true);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
