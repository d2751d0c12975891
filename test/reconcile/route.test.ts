import type { DesiredRule } from "../../src/model/desired";
import { address } from "../../src/model/ids";
import { type Routing, route } from "../../src/reconcile/route";
import { desired, give, live, names } from "./account";

const observed = live({}, ["payments-api", "payments-web", "checkout", "legacy"]).repositories;
const pattern = (repositoryPattern: string) => ({ repositoryPattern });
const leave = (selectors: Omit<DesiredRule, "target">): DesiredRule => ({ target: { leave: true }, ...selectors });

const routed = ({ routes }: Routing) =>
  Object.fromEntries(
    routes.map(({ repository, rule, matched }) => [repository.name ?? "", `${String(rule)} ${matched}`]),
  );

const problems = ({ diagnostics }: Routing) =>
  diagnostics.map(({ code, severity, path }) => `${severity} ${code} ${path ?? ""}`);

test("the first rule that matches decides", () => {
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

test("any of the three selectors matches", () => {
  const routing = route(
    desired(
      [],
      give("x", { repositoryIds: observed.slice(2, 3).map(({ id }) => id), ...names("legacy"), ...pattern("%-api") }),
    ),
    observed,
  );
  expect(routed(routing)).toEqual({ "payments-api": "0 %-api", checkout: "0 id of checkout", legacy: "0 legacy" });
});

test.each<[string, readonly DesiredRule[], string]>([
  ["an unknown name", [give("x", names("chekout"))], "error repository-unknown rules[0]"],
  ["a pattern that SQL refuses", [give("x", pattern("a\\"))], "error pattern-invalid rules[0]"],
  ["a rule that matches nothing", [give("x", pattern("nothing-%"))], "warning rule-matches-nothing rules[0]"],
  [
    "a rule that is never reached",
    [give("x", pattern("%")), give("y", pattern("pay%"))],
    "warning rule-shadowed rules[1]",
  ],
])("%s is told with its rule", (_title, rules, expected) => {
  expect(problems(route(desired([], ...rules), observed))).toContain(expected);
});

test("an unknown name is told with the nearest known one", () => {
  expect(route(desired([], give("x", names("chekout"))), observed).diagnostics[0]?.detail).toContain(
    'Did you mean "checkout"?',
  );
});

const two = (...rules: readonly [DesiredRule, DesiredRule]) => ({
  configurations: [],
  assignments: rules.map((rule, index) => ({ address: address(`routing-${String(index)}`), rules: [rule] })),
});

test("two that assign the same repository are an error that names both", () => {
  const routing = route(two(give("x", pattern("pay%")), give("x", names("payments-api"))), observed);
  expect(problems(routing)).toEqual(["error repository-claimed-twice rules"]);
  expect(routing.diagnostics[0]?.detail).toMatch(/"payments-api".*routing-0.*routing-1/);
});

test("what one leaves, another may assign", () => {
  const left = leave(names("checkout"));
  const assigned = give("x", names("checkout"));
  for (const both of [two(left, assigned), two(assigned, left)]) {
    const routing = route(both, observed);
    expect(problems(routing)).toEqual([]);
    expect(routing.routes.map(({ target }) => target)).toEqual([assigned.target]);
  }
});

test("of many names that there are none of, each is named and the first ten get a suggestion", () => {
  const wrong = Array.from({ length: 30 }, (_, at) => `checkouts${String(at)}`);
  const { diagnostics } = route(desired([], give("x", names(...wrong))), observed);
  const details = diagnostics.filter(({ code }) => code === "repository-unknown").map(({ detail }) => detail);
  expect(details).toHaveLength(30);
  expect(details.filter((each) => each.includes("Did you mean"))).toHaveLength(10);
  expect(details.at(-1)).toBe('The account has no repository named "checkouts29".');
});
