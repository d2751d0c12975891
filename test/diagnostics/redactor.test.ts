import fc from "fast-check";
import { ApiKey } from "../../src/diagnostics/api-key";

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const keys = fc.array(printable, { minLength: 8, maxLength: 80 }).map((characters) => characters.join(""));
const fewKeys = { numRuns: 30 };
const surroundings = fc.string({ unit: "grapheme", maxLength: 40 });

const hex = (character: string): string => character.charCodeAt(0).toString(16);
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicode = (character: string): string => `\\u00${hex(character)}`;
const inHex = (text: string): string => Buffer.from(text).toString("hex");
const inBase64Url = (text: string): string => Buffer.from(text).toString("base64url");

type Encode = (text: string) => string;
/** Encodes each character but letters and digits. */
const each =
  (encode: Encode): Encode =>
  (text) =>
    text.replace(/[^A-Za-z0-9]/gu, encode);

/** Encodings of a text that encode the key in it in the same way, whatever is around it. */
const encodings: Readonly<Record<string, Encode>> = {
  "as it is": (text) => text,
  percent: encodeURIComponent,
  "percent, all but letters and digits": each((character) => `%${hex(character).toUpperCase()}`),
  "percent, in lower case": each((character) => `%${hex(character)}`),
  "percent, twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "percent, twice, all but letters and digits": each((character) => `%25${hex(character)}`),
  JSON: inJson,
  "JSON with escaped slashes": (text) => inJson(text).replaceAll("/", "\\/"),
  "JSON, all but letters and digits": each(unicode),
  "JSON, all but letters and digits, in upper case": each((character) => `\\u00${hex(character).toUpperCase()}`),
  hexadecimal: inHex,
  "hexadecimal in upper case": (text) => inHex(text).toUpperCase(),
};

/** The pieces of eight characters of a text. */
const pieces = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - 7) }, (_, at) => text.slice(at, at + 8));

test.each(Object.entries(encodings))("nothing of a key is left in a text that is encoded: %s", (_name, encode) => {
  fc.assert(
    fc.property(keys, surroundings, surroundings, (key, before, after) => {
      const text = `${before}<${encode(key)}>${after}`;
      const secret = new ApiKey(key);
      const redacted = secret.redact(text);
      expect(secret.isIn(text)).toBe(true);
      const others = `${before}<${after}>`;
      expect(redacted).toContain("***");
      expect(pieces(encode(key)).filter((piece) => !others.includes(piece) && redacted.includes(piece))).toEqual([]);
    }),
    fewKeys,
  );
});

test("parts of a key hide no whole one beside them", () => {
  const cut = fc.nat({ max: 7 });
  // what is around it is no part of a key
  const apart = keys.filter((key) => !/[<>]/.test(key));
  fc.assert(
    fc.property(apart, fc.constantFrom(...Object.values(encodings)), cut, cut, (key, encode, first, last) => {
      const [start, end] = [key.slice(0, first), key.slice(key.length - last)];
      expect(new ApiKey(key).redact(`${start}<${encode(key)}>${end}`)).toBe(`${start}<***>${end}`);
    }),
    fewKeys,
  );
});

describe.each<readonly [string, (bytes: Buffer) => string]>([
  ["base64", (bytes) => bytes.toString("base64")],
  ["base64 without padding", (bytes) => bytes.toString("base64").replace(/=+$/, "")],
  ["base64url", (bytes) => bytes.toString("base64url")],
])("in %s", (_name, encode) => {
  test("what is left does not depend on the key, whatever is before and after it", () => {
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
      fewKeys,
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
      const secret = new ApiKey(key);
      expect(secret.redact(other)).toBe(other);
      expect(secret.isIn(other)).toBe(false);
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
  const [key, twice] = ["abababab", "ababababab"];
  for (const encode of [inHex, inBase64Url, encodings["percent, twice"] ?? inHex])
    expect(new ApiKey(key).redact(`-${encode(twice)}-`)).toBe("-***-");
  expect(new ApiKey(key).redact(`-${key}${inHex(key)}${key}-`)).toBe("-*********-");
});

test("a key of backslashes takes no exponential time", () => {
  const key = new ApiKey(`${"\\".repeat(40)}a`);
  const text = `${"\\".repeat(79)}b`;
  expect(key.redact(text)).toBe(text);
});

test("a short key is not looked for in base64 and hexadecimal, where other words have its letters", () => {
  const key = new ApiKey("abc");
  for (const text of [inBase64Url("abcabcabc"), inHex("abcabcabc")]) expect(key.redact(text)).toBe(text);
  expect(new ApiKey("a-c").redact("a%2Dc")).toBe("***");
});

test.each(["%25", "\\", "%", "%25c\\", "63616e617279", "%5C%5C"])(
  "a long text of beginnings of the key takes no quadratic time: %j",
  (part) => {
    const key = new ApiKey("%25c\\anary-%7b");
    const text = part.repeat(20_000);
    expect(key.redact(text)).toBe(text);
  },
);

test("an empty key is in no text", () => {
  expect(new ApiKey("").redact("text")).toBe("text");
});
