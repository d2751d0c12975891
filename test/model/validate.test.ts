import { notKnownYet, validateRules, type WrittenSelectors, validateLookup } from "../../src/model/validate";
import { withSqlWildcards } from "../../src/model/sql-like";

type Selectors = Partial<WrittenSelectors>;

const judged = (...rules: readonly Selectors[]) =>
  validateRules(
    rules.map((rule) => ({
      repositoryIds: undefined,
      repositoryNames: undefined,
      repositoryPattern: undefined,
      ...rule,
    })),
  );

const all = { repositoryPattern: "%" };

test.each<[string, readonly Selectors[], ReturnType<typeof judged>]>([
  ["a pattern after %", [all, { repositoryPattern: "a%" }], [{ at: 1, takenBy: [0], catchAll: "%" }]],
  [
    "names after %_",
    [{ repositoryPattern: "%%" }, { repositoryNames: ["a"] }],
    [{ at: 1, takenBy: [0], catchAll: "%%" }],
  ],
  ["what is not known after %", [all, { repositoryNames: notKnownYet }], [{ at: 1, takenBy: [0], catchAll: "%" }]],
  ["an id after %", [all, { repositoryIds: ["x"] }], [{ at: 1, takenBy: [0], catchAll: "%" }]],
  ["% twice", [all, all], [{ at: 1, takenBy: [0], catchAll: "%" }]],
  ["a narrower pattern", [{ repositoryPattern: "a%" }, { repositoryPattern: "ab%" }], [{ at: 1, takenBy: [0] }]],
  [
    "a name that a pattern takes",
    [{ repositoryPattern: "%-api" }, { repositoryNames: ["a-api"] }],
    [{ at: 1, takenBy: [0] }],
  ],
  ["the same names", [{ repositoryNames: ["a", "b"] }, { repositoryNames: ["b"] }], [{ at: 1, takenBy: [0] }]],
  ["the same id in other letters", [{ repositoryIds: ["Ab"] }, { repositoryIds: ["aB"] }], [{ at: 1, takenBy: [0] }]],
  [
    "a name that two rules before it have, of which the first decides",
    [{ repositoryNames: ["a"] }, { repositoryNames: ["a", "b"] }, { repositoryNames: ["a"] }],
    [{ at: 2, takenBy: [0] }],
  ],
  [
    "names of two rules",
    [{ repositoryNames: ["a"] }, { repositoryPattern: "b%" }, { repositoryNames: ["a", "b1"] }],
    [{ at: 2, takenBy: [0, 1] }],
  ],
])("finds the rule that cannot be reached: %s", (_what, rules, found) => {
  expect(judged(...rules)).toEqual(found);
});

test.each<[string, readonly Selectors[]]>([
  ["rules that get wider", [{ repositoryNames: ["ab"] }, { repositoryPattern: "a%" }, all]],
  ["rules that overlap", [{ repositoryPattern: "a%" }, { repositoryPattern: "%b" }]],
  ["one name that is left", [{ repositoryNames: ["a"] }, { repositoryNames: ["a", "b"] }]],
  ["an id, whose name may be any", [{ repositoryPattern: "a%" }, { repositoryIds: ["x"] }]],
  [
    "a pattern beside names that are taken",
    [{ repositoryNames: ["a"] }, { repositoryNames: ["a"], repositoryPattern: "b%" }],
  ],
  [
    "what is not known",
    [{ repositoryPattern: notKnownYet }, { repositoryPattern: "a%" }, { repositoryNames: notKnownYet }],
  ],
  ["a rule without selectors, which is judged elsewhere", [all, { repositoryNames: [] }]],
  [
    "patterns that are not valid, which are judged elsewhere",
    [{ repositoryPattern: "a\\" }, { repositoryPattern: "a\\" }],
  ],
  ["other case", [{ repositoryNames: ["A"] }, { repositoryNames: ["a"] }]],
])("reports nothing for %s", (_what, rules) => {
  expect(judged(...rules)).toEqual([]);
});

test.each([
  ["payments-*", "payments-%"],
  ["*", "%"],
  ["**", "%"],
  ["payments-.*", "payments-%"],
  ["a?", "a_"],
  ["a\\*?", "a\\*_"],
  ["\\*", undefined],
  ["payments-%", undefined],
])("%j has file wildcards that SQL writes %j", (pattern, written) => {
  expect(withSqlWildcards(pattern)).toBe(written);
});

type Given = Readonly<Record<string, string | undefined>>;
const codesOf = (given: Given, hasStandard = false) =>
  validateLookup("name", new Map(Object.entries(given)), hasStandard).map(({ kind, path }) => [kind, path[0]]);

test("exactly one of an id and a key is right, also one that is not known yet", () => {
  for (const given of [
    { id: "a" },
    { name: "a" },
    { id: undefined },
    { name: undefined },
    { id: "a", name: undefined },
  ])
    expect(codesOf(given)).toEqual([]);
});

test.each<[string, Given, readonly unknown[]]>([
  ["both", { id: "a", name: "b" }, [["lookup-ambiguous", undefined]]],
  ["neither", {}, [["lookup-empty", undefined]]],
  ["an empty id", { id: " " }, [["lookup-empty", "id"]]],
  [
    "two that are empty",
    { id: "", name: " " },
    [
      ["lookup-empty", "id"],
      ["lookup-empty", "name"],
    ],
  ],
])("%s is wrong", (_what, given, expected) => {
  expect(codesOf(given)).toEqual(expected);
});

test("nothing has to be given where there is a standard", () => {
  expect(codesOf({}, true)).toEqual([]);
});
