import fc from "fast-check";
import { deepest, JsonLimitError, parseJson, textOfFile } from "../../src/model/parse-json";
import { isDateOrDateTime } from "../../src/model/time";
import { z } from "zod";
import { isUuid } from "../../src/model/uuid";
import { uuid } from "./fields";

const nested = (open: string, inside: string, close: string, levels: number): string =>
  open.repeat(levels) + inside + close.repeat(levels);

/** The error of a text that must not be read. */
function refusal(text: string, levels?: number): Error {
  try {
    parseJson(text, levels);
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
  }
  throw new Error("it was read");
}

test("reads what JSON.parse reads, in the same way", () => {
  const texts = fc.oneof(
    fc.json(),
    fc.string(),
    fc.json().map((json) => json.slice(0, -1)),
    fc.constantFrom('{"a": 1, "a": 2}', '{"__proto__": {"polluted": true}}', '["\\\\", "\\"[", "[["]', ""),
  );
  const outcome = (read: () => unknown): unknown => {
    try {
      return { value: read() };
    } catch (thrown) {
      return String(thrown);
    }
  };
  fc.assert(
    fc.property(texts, (text) => {
      expect(outcome(() => parseJson(text))).toEqual(outcome(() => JSON.parse(text)));
    }),
  );
});

test("a key __proto__ is a key like any other", () => {
  const value = parseJson('{"__proto__": {"polluted": true}}');
  expect(Object.keys(value as object)).toEqual(["__proto__"]);
  expect({}).not.toHaveProperty("polluted");
});

test.each([
  ["lists", nested("[", "", "]", 20_000)],
  ["objects", nested('{"a":', "1", "}", 20_000)],
  ["lists that are not closed", "[".repeat(2_000_000)],
  ["lists and objects by turns", nested('[{"a":', "1", "}]", 10_000)],
])("refuses %s that are nested too deep, and says where", (_what, text) => {
  const refused = refusal(text);
  expect(refused).toBeInstanceOf(JsonLimitError);
  expect(refused).toBeInstanceOf(SyntaxError);
  expect(refused.message).toMatch(/^nested more than 150 levels deep in JSON at position \d+$/);
});

test("reads values up to the maximum depth", () => {
  for (const levels of Object.values(deepest)) {
    expect(parseJson(nested("[", "", "]", levels), levels)).toBeDefined();
    expect(refusal(nested("[", "", "]", levels + 1), levels).message).toContain(
      `nested more than ${String(levels)} levels deep in JSON at position ${String(levels)}`,
    );
  }
});

test("does not count brackets in strings, nor siblings", () => {
  const text = JSON.stringify(["[".repeat(1000), `"${"{".repeat(1000)}`, `\\"${"[".repeat(1000)}`]);
  expect(parseJson(text)).toEqual(JSON.parse(text));
  expect(parseJson(`[${"[],".repeat(1000)}[]]`)).toHaveLength(1001);
});

test("refuses a text of more objects than fit into memory", () => {
  expect(refusal(`[${"{},".repeat(10_000_000)}{}]`).message).toMatch(
    /^more than 10000000 objects and lists in JSON at position \d+$/,
  );
});

test("refuses a text of more items than fit into memory, and reads as many as a large answer has", () => {
  expect(refusal(`[${"1,".repeat(20_000_001)}1]`).message).toMatch(
    /^longer than 20000000 items in JSON at position \d+$/,
  );
  expect(parseJson(`{"data":[${'{"id":"x","name":"y","configuration_id":null},'.repeat(199_999)}{}]}`)).toHaveProperty(
    "data.length",
    200_000,
  );
});

test("the text of a file is the same in UTF-8, with a byte order mark, and in the UTF-16 of PowerShell", () => {
  const text = '{"name":"café"}';
  const files = [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]),
  ];
  expect(files.map(textOfFile)).toEqual([text, text, text]);
  expect(textOfFile(Buffer.alloc(0))).toBe("");
});

const schema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const asZod = (text: string): boolean => schema.safeParse(text).success;

test.each([
  "2026-01-31",
  "2024-02-29",
  "2026-02-29",
  "1900-02-29",
  "2000-02-29",
  "2026-04-31",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "2026-01-31T12:00:00Z",
  "2026-01-31T12:00Z",
  "2026-01-31T12:00:00.123456Z",
  "2026-01-31T12:00:00+02:00",
  "2026-01-31T24:00:00Z",
  "2026-01-31T12:60:00Z",
  "2026-01-31T12:00:00",
  "2026-01-31 12:00:00Z",
  "31.01.2026",
  "never",
  "",
])("%j is judged as zod judges it", (text) => {
  expect(isDateOrDateTime(text)).toBe(asZod(text));
});

test("every text like a date is judged as zod judges it", () => {
  const digits = (most: number, length: number) =>
    fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(length, "0"));
  const time = fc
    .tuple(digits(25, 2), digits(61, 2), digits(61, 2), fc.constantFrom("Z", "", "+01:00", "-25:00", ".5Z", "z"))
    .map(([hour, minute, second, zone]) => `T${hour}:${minute}:${second}${zone}`);
  const text = fc
    .tuple(digits(9999, 4), digits(14, 2), digits(33, 2), fc.oneof(fc.constant(""), time))
    .map(([year, month, day, rest]) => `${year}-${month}-${day}${rest}`);
  fc.assert(
    fc.property(text, (each) => {
      expect(isDateOrDateTime(each)).toBe(asZod(each));
    }),
    { numRuns: 300 },
  );
});

test.each([
  [uuid, true],
  [uuid.toUpperCase(), true],
  ["00000000-0000-0000-0000-000000000000", true],
  [`${uuid}0`, false],
  [` ${uuid}`, false],
  [`${uuid}\n`, false],
  [uuid.replaceAll("-", ""), false],
  ["", false],
])("isUuid(%j) is %s", (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
