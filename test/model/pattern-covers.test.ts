import fc from "fast-check";
import { patternCovers, like } from "../../src/model/sql-like";

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

const pattern = fc.array(fc.constantFrom("a", "b", "%", "_", "\\%"), { maxLength: 5 }).map((each) => each.join(""));

/** Every text of at most five of these characters; `x` stands for all that no pattern names. */
const names = [0, 1, 2, 3, 4].reduce<readonly string[]>(
  (found) => [...new Set(["", ...found, ...found.flatMap((each) => ["a", "b", "%", "x"].map((next) => each + next))])],
  [""],
);

test("agrees with trying every short name", () => {
  fc.assert(
    fc.property(pattern, pattern, (wide, narrow) => {
      const [outer, inner] = [like(wide), like(narrow)];
      expect(patternCovers(wide, narrow)).toBe(names.every((name) => !inner(name) || outer(name)));
    }),
    { numRuns: 500 },
  );
});

test("gives up on patterns that would take too long, and says that they do not cover", () => {
  const long = `%a${"_".repeat(40)}`;
  expect(patternCovers(`${long}%`, `%${"ab".repeat(100)}%`)).toBe(false);
});
