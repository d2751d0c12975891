import fc from "fast-check";
import { ApiKey } from "../../src/diagnostics/api-key";

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const keys = fc.array(printable, { minLength: 8, maxLength: 200 }).map((characters) => characters.join(""));
const surroundings = fc.string({ unit: "grapheme", maxLength: 40 });

const hex = (character: string): string => character.charCodeAt(0).toString(16);
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicode = (character: string): string => `\\u00${hex(character)}`;
const inBase64Url = (text: string): string => Buffer.from(text).toString("base64url");

type Encode = (text: string) => string;
const each =
  (encode: Encode): Encode =>
  (text) =>
    Array.from(text, encode).join("");

/** Encodings of a text that encode the key in it in the same way, whatever stands around it. */
const encodings: Readonly<Record<string, Encode>> = {
  "as it is": (text) => text,
  percent: encodeURIComponent,
  "percent, every character": each((character) => `%${hex(character)}`),
  "percent, in upper case": each((character) => `%${hex(character).toUpperCase()}`),
  "percent, twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  JSON: inJson,
  "JSON with escaped slashes": (text) => inJson(text).replaceAll("/", "\\/"),
  "JSON, every character": each(unicode),
  "JSON, every character in upper case": each((character) => `\\u00${hex(character).toUpperCase()}`),
  "JSON in JSON": (text) => inJson(inJson(text)),
  "JSON in JSON, every character": (text) => inJson(each(unicode)(text)),
  "JSON in a URL": (text) => encodeURIComponent(inJson(text)),
};

/** The pieces of eight characters of a text. */
const pieces = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - 7) }, (_, at) => text.slice(at, at + 8));

test.each(Object.entries(encodings))("nothing of a key is left in a text that is encoded: %s", (_name, encode) => {
  fc.assert(
    fc.property(keys, surroundings, surroundings, (key, before, after) => {
      const redacted = new ApiKey(key).redact(`${before}<${encode(key)}>${after}`);
      const others = `${before}<${after}>`;
      expect(redacted).toContain("***");
      expect(pieces(encode(key)).filter((piece) => !others.includes(piece) && redacted.includes(piece))).toEqual([]);
    }),
  );
});

test("each character of a key may be encoded in another way", () => {
  const ways: readonly Encode[] = [
    (character) => character,
    (character) => `%${hex(character)}`,
    (character) => `%${hex(character).toUpperCase()}`,
    unicode,
    inJson,
    (character) => (character === "/" ? "\\/" : character),
  ];
  const mixed = fc
    .array(fc.tuple(printable, fc.constantFrom(...ways)), { minLength: 8, maxLength: 200 })
    .map((chosen) => ({
      key: chosen.map(([character]) => character).join(""),
      text: chosen.map(([character, way]) => way(character)).join(""),
    }));
  fc.assert(
    fc.property(mixed, ({ key, text }) => {
      expect(new ApiKey(key).redact(`<${text}>`)).toBe("<***>");
    }),
  );
});

describe.each<readonly [string, (bytes: Buffer) => string]>([
  ["base64", (bytes) => bytes.toString("base64")],
  ["base64 without padding", (bytes) => bytes.toString("base64").replace(/=+$/, "")],
  ["base64url", (bytes) => bytes.toString("base64url")],
  ["base64 with escaped slashes", (bytes) => bytes.toString("base64").replaceAll("/", "\\/")],
  ["base64 in a URL", (bytes) => encodeURIComponent(bytes.toString("base64"))],
])("in %s", (_name, encode) => {
  test("what is left does not depend on the key, whatever stands before and after it", () => {
    const bytes = fc.uint8Array({ maxLength: 20 });
    const pairs = keys.chain((key) =>
      fc.tuple(fc.constant(key), fc.array(printable, { minLength: key.length, maxLength: key.length })),
    );
    fc.assert(
      fc.property(pairs, bytes, bytes, ([key, other], before, after) => {
        const redacted = [key, other.join("")].map((each) =>
          new ApiKey(each).redact(`Basic ${encode(Buffer.concat([before, Buffer.from(each), after]))}.`),
        );
        expect(redacted[0]).toMatch(/^Basic [^*]*\*\*\*[^*]*\.$/);
        expect(redacted[0]).toBe(redacted[1]);
      }),
    );
  });
});

test("base64 takes its padding, and the characters that depend on the key in part, with it", () => {
  const key = new ApiKey("0123456789");
  for (const before of ["", "a", "ab", "user:", "x".repeat(7)])
    expect(key.redact(Buffer.from(`${before}0123456789`).toString("base64"))).toMatch(/^[A-Za-z0-9+/]*\*\*\*$/);
});

test("a text without the key stays as it is", () => {
  fc.assert(
    fc.property(keys, surroundings, fc.constantFrom(...Object.values(encodings), inBase64Url), (key, text, encode) => {
      const other = encode(text.replaceAll(key, ""));
      expect(new ApiKey(key).redact(other)).toBe(other);
    }),
  );
});

test("a part of the key stays as it is", () => {
  fc.assert(
    fc.property(keys, (key) => {
      const part = key.slice(0, -1);
      fc.pre(!part.startsWith("%") && !part.includes("\\"));
      expect(new ApiKey(key).redact(` ${part} `)).toBe(` ${part} `);
    }),
  );
});

test("occurrences that overlap leave nothing", () => {
  expect(new ApiKey("abababab").redact("-abababababababab-")).toBe("-***-");
  expect(new ApiKey("x".repeat(20)).redact(`-${"x".repeat(39)}-`)).toBe("-***-");
});

test("a key of backslashes takes no exponential time", () => {
  const key = new ApiKey(`${"\\".repeat(40)}a`);
  const text = `${"\\".repeat(79)}b`;
  expect(key.redact(text)).toBe(text);
});

test("a short key is not looked for in base64, where other words have its letters", () => {
  const key = new ApiKey("abc");
  const text = Buffer.from("abcabcabc").toString("base64");
  expect(key.redact(text)).toBe(text);
  expect(key.redact("%61bc")).toBe("***");
});

test("an empty key is in no text", () => {
  expect(new ApiKey("").redact("text")).toBe("text");
});
