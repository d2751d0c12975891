import fc from "fast-check";
import { ArgumentError, functions } from "../../src/terraform/functions";
import type { Value } from "../../src/terraform/value";

function call(name: string, ...given: readonly Value[]): Value {
  const found = functions[name];
  if (found === undefined) throw new Error(`no function ${name}`);
  expect(given).toHaveLength(found.parameters.length);
  return found.call(...given);
}

test.each([
  ["payments-%", "payments-api", true],
  ["payments-%", "old-payments-api", false],
  ["a_c", "abc", true],
  ["a\\_c", "abc", false],
])("like(%j, %j) is %j", (pattern, name, expected) => {
  expect(call("like", pattern, name)).toBe(expected);
});

test("names_like gives the names that match, in their order", () => {
  const names = ["web", "payments-web", "payments-api", "payments"];
  expect(call("names_like", "payments-%", names)).toEqual(["payments-web", "payments-api"]);
  expect(call("names_like", "nothing", names)).toEqual([]);
  expect(call("names_like", "%", [])).toEqual([]);
});

test("like_literal makes of any text a pattern that matches it, and nothing else", () => {
  expect(call("like_literal", "a_b%c\\d")).toBe("a\\_b\\%c\\\\d");
  const awkward = fc.string({ unit: fc.constantFrom("a", "_", "%", "\\", "é") });
  fc.assert(
    fc.property(awkward, awkward, (text, other) => {
      const pattern = call("like_literal", text);
      expect(call("like", pattern, text)).toBe(true);
      expect(call("like", pattern, other)).toBe(text === other);
    }),
  );
});

test.each([
  ["like", "name"],
  ["names_like", []],
])("%s says that the pattern is wrong when it is", (name, other) => {
  const thrown = (() => {
    try {
      return call(name, "a\\", other);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(ArgumentError);
  expect(thrown).toMatchObject({ at: 0, message: expect.stringContaining("backslash") as string });
});

test("names_like says which name is null", () => {
  expect(() => call("names_like", "%", ["a", null])).toThrow(
    new ArgumentError("item 1 is null; leave it out, as compact() does", 1),
  );
});

test.each(Object.entries(functions))("%s is described", (name, { summary, description, parameters, returns }) => {
  expect(name).toMatch(/^[a-z_]+$/);
  expect(summary).not.toBe("");
  expect(returns).toBeDefined();
  for (const words of [description, ...parameters.map((each) => each.description)])
    expect(words).toMatch(/^[A-Z].*\.$/);
});
