import fc from "fast-check";
import { like } from "../../src/model/sql-like";
import { namesOfEachKind } from "../../src/testing/repository-kinds";

/** The patterns that a name matches. */
function kindsBy(patterns: readonly string[]): (name: string) => string {
  const matchers = patterns.map((pattern) => ({ pattern, matches: like(pattern) }));
  return (name) => matchers.flatMap(({ pattern, matches }) => (matches(name) ? [pattern] : [])).join(" ");
}

test("a prefix has a name with it and one without", () => {
  expect(namesOfEachKind(["pay-%"])).toEqual(["b", "pay-"]);
});

test("no patterns leave one kind", () => {
  expect(namesOfEachKind([])).toEqual(["a"]);
});

const pattern = fc
  .array(fc.constantFrom("a", "b", "%", "_", "\\%", "\u{1F600}"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));
const name = fc.array(fc.constantFrom("a", "b", "c", "%", "_", "\u{1F600}"), { minLength: 1, maxLength: 5 });

test("every name is of the kind of one of the names, for random patterns", () => {
  const property = fc.property(
    fc.array(pattern, { maxLength: 5 }),
    fc.array(name, { minLength: 20 }),
    (patterns, names) => {
      const kindOf = kindsBy(patterns);
      const kinds = new Set((namesOfEachKind(patterns) ?? []).map(kindOf));
      expect(names.map((each) => kindOf(each.join(""))).filter((kind) => !kinds.has(kind))).toEqual([]);
    },
  );
  fc.assert(property);
});

test("150 prefixes are distinguished, and patterns that overlap in too many ways are not", () => {
  const prefixes = Array.from({ length: 150 }, (_, at) => `team-${String(at)}-%`);
  expect(namesOfEachKind(prefixes)).toHaveLength(151);
  const anywhere = Array.from({ length: 20 }, (_, at) => `%${String.fromCodePoint(97 + at)}%`);
  expect(namesOfEachKind(anywhere)).toBeUndefined();
});
