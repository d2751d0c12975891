import { decode, Encoder, ExtData } from "@msgpack/msgpack";
import fc from "fast-check";
import {
  attribute,
  type Attributes,
  type AttributeType,
  bool,
  nested,
  number,
  optional,
  text,
} from "../../../src/terraform/schema/schema";
import { BigNumber, type ObjectValue, Unknown, type Value } from "../../../src/terraform/value";
import {
  decodeObject,
  decodeValue,
  encodeObject,
  encodeValue,
  objectOfState,
} from "../../../src/terraform/values/codec";
import { readJson } from "../../../src/terraform/values/json";
import { attributes, objectsOf, type, valuesOf } from "./arbitrary";

test("encoding and decoding an object of any schema returns it", () => {
  const cases = attributes.chain((of) => fc.tuple(fc.constant(of), objectsOf(of, "unknown")));
  fc.assert(
    fc.property(cases, ([of, value]) => {
      expect(decodeObject(of, encodeObject(of, value))).toEqual(value);
    }),
    { numRuns: 100 },
  );
});

test("encoding and decoding a value of any type returns it", () => {
  const cases = type.chain((of) => fc.tuple(fc.constant(of), valuesOf(of, "unknown")));
  fc.assert(
    fc.property(cases, ([of, value]) => {
      expect(decodeValue(of, encodeValue(of, value))).toEqual(value);
    }),
    { numRuns: 100 },
  );
});

/** Numbers as terraform writes them: 64 bits where they hold it exactly, else text. */
const terraformNumber = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
  fc.double({ noNaN: true }),
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})\.[0-9]{0,30}[1-9]$/),
);

test("a number from terraform is returned with the same digits", () => {
  const encoder = new Encoder({ useBigInt64: true });
  fc.assert(
    fc.property(terraformNumber, (given) => {
      const bytes = encodeValue("number", decodeValue("number", encoder.encode(given)));
      const back = String(decode(bytes, { useBigInt64: true }));
      if (typeof given === "string") expect(back).toBe(given);
      else if (typeof given === "bigint") expect(back).toBe(String(given));
      else expect(back).toBe(String(given + 0));
    }),
    { numRuns: 200 },
  );
});

test.each<readonly [string, Value, string]>([
  ["a whole number as text, which is what the state file is read as", 5, "a135"],
  ["a negative number", -33, "a32d3333"],
  ["a number past 32 bits", 2 ** 40, "ad31303939353131363237373736"],
  [
    "a number that no double holds as text",
    new BigNumber("18446744073709551616"),
    "b43138343436373434303733373039353531363136",
  ],
  ["a decimal as text", 0.1, "a3302e31"],
  ["an unknown number", new Unknown(), "d40000"],
  ["refinements as they came", new Unknown(Uint8Array.of(0x81, 1, 0xc2)), "c7030c8101c2"],
  ["null", null, "c0"],
])("encodes %s as Terraform does", (_what, value, bytes) => {
  expect(Buffer.from(encodeValue("number", value)).toString("hex")).toBe(bytes);
  expect(decodeValue("number", Buffer.from(bytes, "hex"))).toEqual(value);
});

test.each<readonly [string | number | bigint, Value]>([
  ["12.5", 12.5],
  ["007", new BigNumber("007")],
  ["1e-400", new BigNumber("1e-400")],
  [9007199254740992n, new BigNumber("9007199254740992")],
  [-3n, -3],
  [-0, 0],
  [Infinity, Infinity],
])("the number %p is read as %p", (given, value) => {
  expect(decodeValue("number", new Encoder({ useBigInt64: true }).encode(given))).toEqual(value);
});

test.each(["", "a", "1.", ".5", "1e", "0x10", "1_000", "Infinity", "NaN", " 1"])("%j is no number", (text) => {
  expect(() => decodeValue("number", new Encoder().encode(text))).toThrow("must be a number");
});

test("a lone surrogate is replaced, since UTF-8 cannot encode it", () => {
  expect(decodeValue("string", encodeValue("string", "a\ud83db"))).toBe("a\ufffdb");
});

const of: Attributes = {
  name: attribute(text, optional, ""),
  analyzers: attribute(
    nested("map", {
      enabled: attribute(bool, optional, ""),
      excludes: attribute({ type: ["set", "string"] }, optional, ""),
      scores: attribute({ type: ["map", ["list", "number"]] }, optional, ""),
    }),
    optional,
    "",
  ),
  limit: attribute(number, optional, ""),
};

test("an encoded object has every attribute, and null is nil", () => {
  expect(decode(encodeObject(of, { analyzers: { a: { enabled: true } } }))).toEqual({
    name: null,
    analyzers: { a: { enabled: true, excludes: null, scores: null } },
    limit: null,
  });
  expect(encodeObject(of, null)).toEqual(Uint8Array.of(0xc0));
  expect(decodeObject(of, Uint8Array.of(0xc0))).toBeNull();
});

test("a refined unknown copies its bytes", () => {
  const bytes = Buffer.from("c7030c8101c2", "hex");
  const value = decodeValue("string", bytes);
  bytes.fill(0);
  expect(value).toEqual(new Unknown(Uint8Array.of(0x81, 1, 0xc2)));
});

const nullObject = { name: null, analyzers: null, limit: null };

test.each<readonly [string, ObjectValue]>([
  ["name must be a string, not a number.", { ...nullObject, name: 1 }],
  ["nmae is not an attribute of the schema.", { ...nullObject, nmae: "x" }],
  ["limit must be a number, not NaN.", { ...nullObject, limit: NaN }],
  ["analyzers must be a map, not a list.", { ...nullObject, analyzers: [] }],
  ['analyzers["x"] must be an object, not a string.', { ...nullObject, analyzers: { x: "secret" } }],
  [
    'analyzers["x"].excludes[2] must be a string, not a boolean.',
    { ...nullObject, analyzers: { x: { excludes: ["a", "b", true] } } },
  ],
  [
    'analyzers["x"].scores["a \\"b\\""][0] must be a number, not an object.',
    { ...nullObject, analyzers: { x: { scores: { 'a "b"': [{}] } } } },
  ],
])("does not encode: %s", (message, value) => {
  expect(() => encodeObject(of, value)).toThrow(new Error(message));
});

test.each<readonly [string, AttributeType, unknown]>([
  ["The value must be a string, not a number.", "string", 1],
  ["The value must be a bool, not a string.", "bool", "true"],
  ["The value must be a list, not an object.", ["set", "string"], {}],
  ["The value must be a map, not an object.", ["map", "string"], new ExtData(5, Uint8Array.of(1))],
  ["[1] must be a string, not a list.", ["list", "string"], ["a", []]],
])("does not decode: %s", (message, ofType, wire) => {
  expect(() => decodeValue(ofType, new Encoder().encode(wire))).toThrow(new Error(message));
});

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
    { numRuns: 100 },
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
