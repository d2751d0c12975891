import { notKnownYet, validateLookup, validateRules, type WrittenSelectors } from "../../src/model/validate";
import { withSqlWildcards } from "../../src/model/sql-like";
import { listed } from "../../src/diagnostics/enumeration";
import { alikeName, suggestion, suggestions } from "../../src/model/suggest";

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

const slugs = ["sql-injection", "secrets", "xss", "ssrf", "path-traversal"];

test.each([
  ["sql_injection", slugs, 'Did you mean "sql-injection"?'],
  ["SECRETS", slugs, 'Did you mean "secrets"?'],
  ["ssr", slugs, 'Did you mean "ssrf" or "xss"?'],
  ["aaa", ["aac", "aab", "aad", "aae"], 'Did you mean "aab", "aac" or "aad"?'],
  ["b", ["b", "b"], 'Did you mean "b"?'],
  ["anything", [], "There are none."],
  ["quite-something-else", slugs, 'There are "path-traversal", "secrets", "sql-injection", "ssrf" and "xss".'],
  ["x", ['evil"\n'.repeat(2)], 'There is only "evil\\"\\nevil\\"\\n".'],
])("suggests for %j, among %j: %s", (word, known, expected) => {
  expect(suggestion(word, known)).toBe(expected);
});

test("lists nearer names first", () => {
  expect(suggestion("secret", ["secretary", "secrets", "sacred"])).toMatch(/^Did you mean "secrets" or "sacred"\?/);
});

test("lists a dozen of many unrelated names, and counts the rest", () => {
  const known = Array.from({ length: 40 }, (_, index) => `repository-${String(index).padStart(2, "0")}`);
  const text = suggestion("q", known);
  expect(text).toMatch(/^There are "repository-00", .*"repository-11" and 28 more\.$/);
  expect(text).not.toContain("repository-12");
});

test.each([
  [[], "none"],
  [["a"], '"a"'],
  [["a", "b"], '"a" and "b"'],
  [["a", "b", "c"], '"a", "b" and "c"'],
])("lists %j as %s", (words, expected) => {
  expect(listed(words)).toBe(expected);
});

test("truncates a list, and counts the rest", () => {
  expect(listed(["a", "b", "c", "d"], 2)).toBe('"a", "b" and 2 more');
  expect(listed(["a", "b"], 2, "or")).toBe('"a" or "b"');
  expect(listed(Array.from({ length: 11 }, () => "x"))).toMatch(/"x" and 1 more$/);
});

test("suggests ten times and no more, since each time takes long", () => {
  const suggest = suggestions();
  const found = Array.from({ length: 11 }, () => suggest("blockin", ["blocking"]));
  expect(found).toEqual([...Array<string>(10).fill('Did you mean "blocking"?'), ""]);
});

test("names that differ in case, in blanks around them or in how an accent is written are alike", () => {
  for (const name of ["caf\u00e9", "cafe\u0301", " CAFE\u0301 "]) expect(alikeName(name)).toBe("caf\u00e9");
  expect(alikeName("cafe")).not.toBe(alikeName("caf\u00e9"));
});
