import fc from "fast-check";
import { attribute, nested, number, optional, text } from "../../../src/terraform/schema/schema";
import { objectOfState } from "../../../src/terraform/values/codec";
import { BigNumber, type Value } from "../../../src/terraform/value";
import { attributes, objectsOf } from "./arbitrary";

const read = (of: Parameters<typeof objectOfState>[0], json: string) => objectOfState(of, Buffer.from(json));

/** As terraform writes it: numbers with all their digits. */
function json(value: Value): string {
  if (value instanceof BigNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}:${json(each as Value)}`)
    .join(",")}}`;
}

test("reads a state without loss of precision", () => {
  const cases = attributes.chain((of) => fc.tuple(fc.constant(of), objectsOf(of, "known")));
  fc.assert(
    fc.property(cases, ([of, value]) => {
      expect(read(of, json(value))).toEqual(value);
    }),
  );
});

const schema = {
  name: attribute(text, optional, ""),
  entries: attribute(nested("map", { score: attribute(number, optional, "") }), optional, ""),
};

test("drops unknown attributes, and sets missing ones to null", () => {
  expect(read(schema, '{"old": [1], "entries": {"a": {"old": true}, "b": null}}')).toEqual({
    name: null,
    entries: { a: { score: null }, b: null },
  });
});

test.each([
  ["[]", "The value must be an object, not a list."],
  ['{"name": 1}', "name must be a string, not a number."],
  ['{"entries": []}', "entries must be a map, not a list."],
  ['{"entries": {"a b": {"score": true}}}', 'entries["a b"].score must be a number, not a boolean.'],
  ['{"entries": {"a": {"score": "many"}}}', 'entries["a"].score must be a number, not a string.'],
])("rejects %s: %s", (given, message) => {
  expect(() => read(schema, given)).toThrow(message);
});
