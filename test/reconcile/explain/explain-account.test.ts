import type { DesiredRule } from "../../../src/model/desired";
import { explainAccount } from "../../../src/reconcile/explain/explain-account";
import { declare, desired, give, live, names, planned } from "../account";

const observed = live({ base: { settings: { comment: "enabled" }, has: ["web", "api"] } }, ["new"]);
const rules: readonly DesiredRule[] = [
  give("loose", names("api")),
  { target: { leave: true }, repositoryPattern: "ap%" },
  give("base", { repositoryPattern: "w%" }),
];

/** Everything that is said about the account; its repositories are shown by their names. */
function explained() {
  const declaration = desired([declare("base"), declare("loose", { comment: "silent" })], ...rules);
  const { repositories, rules: counted } = explainAccount(planned(declaration, observed), observed);
  return {
    rules: counted,
    repositories: repositories.map(({ repository, route, after, class: felt }) => [
      repository.name,
      route?.rule,
      after?.name,
      felt,
    ]),
  };
}

test("counts about how many repositories each rule decides, also where that is none", () => {
  const assignments = "scanform_repository_assignments.routing";
  expect(explained().rules).toEqual([
    { assignments, rule: 0, declared: rules[0], decides: 1 },
    { assignments, rule: 1, declared: rules[1], decides: 0 },
    { assignments, rule: 2, declared: rules[2], decides: 1 },
  ]);
});

test("lists every repository by name: its rule, what it will have, and what it feels of the plan", () => {
  expect(explained().repositories).toEqual([
    ["api", 0, "loose", "weakens"],
    ["new", undefined, undefined, "unaffected"],
    ["web", 2, "base", "unaffected"],
  ]);
});
