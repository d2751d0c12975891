import fc from "fast-check";
import { LikePatternError, like, patternCovers } from "../../src/model/sql-like";
import { naiveLike } from "./naive-like";

test.each([
  // pattern, what it matches, what it does not
  ["", [""], ["a", " "]],
  ["%", ["", "a", "payments-api", "a\nb", "日本"], []],
  ["%%", ["", "a"], []],
  ["_", ["a", "%", "é", "😀"], ["", "ab"]],
  ["__", ["ab", "😀😀"], ["😀", "abc"]],
  ["payments-%", ["payments-", "payments-api"], ["payments", "Payments-api", " payments-api", "my-payments-api"]],
  ["%-api", ["-api", "payments-api"], ["payments-api ", "payments-apis"]],
  ["a%b%c", ["abc", "a-b-c", "abbcc", "abcbc"], ["ab", "acb", "abcd"]],
  ["_%", ["a", "ab"], [""]],
  ["%_", ["a", "ab"], [""]],
  ["%a_", ["aab", "ab", "aaa"], ["a", "ba"]],
  ["100\\%", ["100%"], ["100", "1000", "100\\%"]],
  ["a\\_b", ["a_b"], ["axb", "a\\_b"]],
  ["a\\\\b", ["a\\b"], ["ab", "a\\\\b"]],
  ["\\\\%", ["\\", "\\x"], ["%", "x"]],
  ["\\a", ["a"], ["\\a"]],
  [".*", [".*"], ["a", ""]],
  ["[a-z]^$", ["[a-z]^$"], ["a"]],
  ["😀", ["😀"], ["\ud83d", "\ude00"]],
  ["\ud83d_", ["\ud83d."], ["😀"]],
  ["\ud83d%", ["\ud83d."], ["😀"]],
  ["caf\u00e9_", ["caf\u00e91", "cafe\u03011"], ["cafe1"]],
  ["cafe\u0301%", ["caf\u00e9", "cafe\u0301-api"], ["cafe"]],
  ["cafe%", ["cafe1"], ["cafe\u03011"]],
])("%j matches the same names as in SQL", (pattern, matching, others) => {
  const matches = like(pattern);
  expect(matching.filter((name) => !matches(name))).toEqual([]);
  expect(others.filter((name) => matches(name))).toEqual([]);
});

test.each(["\\", "a%\\", "\\\\\\"])("rejects a pattern that ends in a single backslash: %j", (pattern) => {
  expect(() => like(pattern)).toThrow(LikePatternError);
  expect(() => like(pattern)).toThrow("cannot end in a single backslash");
});

const piece = fc.constantFrom("a", "b", "😀", "%", "_", "\\%", "\\_", "\\\\", "\\a");
const letter = fc.constantFrom("a", "b", "😀", "%", "_", "\\");

test("agrees with a naive implementation on every pattern and name", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), fc.array(letter, { maxLength: 7 }), (pieces, letters) => {
      const pattern = pieces.join("");
      expect(like(pattern)(letters.join(""))).toBe(naiveLike(Array.from(pattern), letters));
    }),
    { numRuns: 200 },
  );
});

test("agrees with a naive implementation where the state takes several machine words", () => {
  const long = fc.array(fc.constantFrom("a", "b", "_"), { minLength: 28, maxLength: 70 });
  const places = fc.array(fc.nat(70), { maxLength: 3 }); // the naive one takes forever with more
  const changes = fc.array(fc.tuple(fc.nat(69), fc.constantFrom("a", "b", "")), { maxLength: 2 });
  fc.assert(
    fc.property(long, places, changes, (letters, percents, changed) => {
      const name: string[] = letters.map((each) => (each === "_" ? "a" : each));
      for (const [at, letter] of changed) if (at < name.length) name[at] = letter;
      const pattern = letters.flatMap((each, at) => (percents.includes(at) ? ["%", each] : [each]));
      expect(like(pattern.join(""))(name.join(""))).toBe(naiveLike(pattern, Array.from(name.join(""))));
    }),
  );
});

// A backtracking matcher does not come back from these; a hang is this test's time-out.
test.each([
  [`${"%a".repeat(30)}%b`, "a".repeat(50_000), false],
  [`${"%a".repeat(30)}%b`, `${"a".repeat(50_000)}b`, true],
  [`%${"a".repeat(60)}b%`, "a".repeat(50_000), false],
  [`%${"a".repeat(60)}b%`, `${"a".repeat(50_000)}b`, true],
  [`${"%_".repeat(500)}c`, "ab".repeat(25_000), false],
  ["%".repeat(50_000), "a".repeat(50_000), true],
])("matches in bounded time (case %#)", (pattern, name, expected) => {
  expect(like(pattern)(name)).toBe(expected);
});

test("a compiled pattern is stateless", () => {
  const matches = like("a%b");
  expect(["ab", "a", "acb", "", "ab"].map(matches)).toEqual([true, false, true, false, true]);
});

test.each([
  ["%", "%"],
  ["%", ""],
  ["%", "payments-%"],
  ["%%", "a_"],
  ["payments-%", "payments-api-%"],
  ["payments-%", "payments-api"],
  ["payments-%", "payments-%-_"],
  ["%-api", "payments-api"],
  ["%a%", "%ba%"],
  ["_%", "%_"],
  ["%_", "a%"],
  ["a\\%%", "a\\%b"],
  ["\\a%", "ab"],
])("%j covers %j", (wide, narrow) => {
  expect(patternCovers(wide, narrow)).toBe(true);
});

test.each([
  ["", "%"],
  ["_%", "%"],
  ["payments-%", "payment%"],
  ["payments-%", "Payments-%"],
  ["payments-api-%", "payments-%"],
  ["a\\%%", "a%"],
  ["_", "__"],
  ["%a", "%a%"],
])("%j does not cover %j", (wide, narrow) => {
  expect(patternCovers(wide, narrow)).toBe(false);
});

const anyPattern = fc.array(fc.constantFrom("a", "b", "%", "_", "\\%"), { maxLength: 4 }).map((each) => each.join(""));

/**
 * Every text of at most six of these characters, which tells any two patterns of four parts apart: `%a__` and `aaa%` take
 * six. `x` is for all characters that no pattern names.
 */
const shortNames = [0, 1, 2, 3, 4, 5].reduce<readonly string[]>(
  (found) => [...new Set(["", ...found, ...found.flatMap((each) => ["a", "b", "%", "x"].map((next) => each + next))])],
  [""],
);

test("agrees with trying every short name", () => {
  fc.assert(
    fc.property(anyPattern, anyPattern, (wide, narrow) => {
      const [outer, inner] = [like(wide), like(narrow)];
      expect(patternCovers(wide, narrow)).toBe(shortNames.every((name) => !inner(name) || outer(name)));
    }),
    { numRuns: 60 },
  );
});

test("gives up on patterns that would take too long, and says that they do not cover", () => {
  const long = `%a${"_".repeat(40)}`;
  expect(patternCovers(`${long}%`, `%${"ab".repeat(100)}%`)).toBe(false);
});
