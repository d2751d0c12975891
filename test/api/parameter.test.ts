import { type Parameter, valueOfText, valueSchema } from "../../src/api/parameter";

/** What becomes of the text of a query, as a value and as a complaint. */
function read(parameter: Parameter, text: string): unknown {
  const value = valueOfText(parameter, text);
  const { success, error } = valueSchema(parameter).safeParse(value);
  return success ? value : error.issues.map(({ message }) => message);
}

test("a number is read with its sign, and its limits belong to what is allowed", () => {
  const parameter = { kind: "integer", least: 1, most: 3, description: "" } as const;
  expect(["1", "3"].map((text) => read(parameter, text))).toEqual([1, 3]);
  expect(["-1", "0"].map((text) => read(parameter, text))).toEqual([["must be at least 1"], ["must be at least 1"]]);
  expect(read(parameter, "4")).toEqual(["must be at most 3"]);
});

test("a list may have blanks after its commas, and names at least one", () => {
  const parameter = { kind: "list", values: ["high", "low"], description: "" } as const;
  expect(read(parameter, "high, low")).toEqual(["high", "low"]);
  expect(valueSchema(parameter).safeParse([]).success).toBe(false);
});

test("a boolean is true or false and nothing else", () => {
  const parameter = { kind: "boolean", description: "" } as const;
  expect(["true", "false"].map((text) => read(parameter, text))).toEqual([true, false]);
  expect(read(parameter, "1")).toHaveLength(1);
});
