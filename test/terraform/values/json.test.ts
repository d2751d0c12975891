import fc from "fast-check";
import { readJson } from "../../../src/terraform/values/json";
import { BigNumber } from "../../../src/terraform/value";

test("reads the same values as JSON.parse", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: "binary" }), fc.constantFrom(undefined, "\t", " \n"), (json, space) => {
      fc.pre(!json.includes("__proto__"));
      const expected: unknown = JSON.parse(json, (_key, value: unknown) =>
        typeof value === "number" ? new BigNumber(JSON.stringify(value)) : value,
      );
      const written = JSON.stringify(JSON.parse(json), undefined, space);
      expect(readJson(written)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test("keeps the digits of numbers", () => {
  const numbers = ["12345678901234567890", "0.10", "-1e2", "0.12345678901234567890"];
  expect(readJson(`{"of": [${numbers.join(", ")}]}`)).toEqual({ of: numbers.map((text) => new BigNumber(text)) });
});

test("ignores brackets, commas and quotes in strings", () => {
  const value = { 'a"]},': ['\\"', "\\", "[1,2]", ""], "": {} };
  expect(readJson(JSON.stringify(value))).toEqual(value);
});

test.each(["", "{", "[1,]", "{a:1}", "01", "nul", '"', "1 2"])("rejects %j", (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError);
});
