import { listed } from "../../src/diagnostics/enumeration";
import { alikeName, suggestion, suggestions } from "../../src/model/suggest";

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
