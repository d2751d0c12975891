import { mayMatch } from "../../../src/reconcile/impact/file-patterns";

test.each([
  ["src/**", "src/a.ts", true],
  ["src/**", "SRC/a.ts", true],
  ["src/**", "lib/a.ts", false],
  ["**/*.test.ts", "lib/a.test.ts", true],
  ["**/*.test.ts", "lib/a.ts", false],
  ["docs/", "a/docs/b.md", true],
  ["tests*", "test/a.ts", true], // in a regular expression the s may be absent
  ["a_b", "a-b.ts", true], // in an SQL LIKE pattern _ is any character
  ["*", "a.ts", true],
  ["{src,lib}/**", "docs/a.ts", true],
  ["!src/**", "docs/a.ts", true],
  ["[a-c].ts", "d.ts", true],
  ["", "a.ts", true],
])("Whether %p may match %p.", (pattern, file, may) => {
  expect(mayMatch([pattern])?.(file) ?? true).toBe(may);
});

test("One of several patterns may match.", () => {
  const judge = mayMatch(["src/**", "docs/**"]);
  expect(["src/a", "docs/a", "lib/a"].map((file) => judge?.(file))).toEqual([true, true, false]);
});
