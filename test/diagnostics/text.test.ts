import fc from "fast-check";
import {
  addressLabel,
  label,
  ownLines,
  quoted,
  visible,
  visibleJson,
  visibleWrapped,
} from "../../src/diagnostics/foreign-text";
import { hostileName, raw } from "../report/hostile";
import { anyText } from "../support/any-text";
import { noneOf } from "../../src/diagnostics/count";
import { firstLines, shownCount } from "../../src/diagnostics/enumeration";
import type * as prettier from "prettier";
import * as standalone from "prettier/standalone";
import { textWidth } from "../../src/diagnostics/text-width";

test.each([
  ["\x1b[31m", "\\u{1b}[31m"],
  ["a\r\nb\tc", "a\\u{d}\\u{a}b\\u{9}c"],
  ["\u202eevil\u200b", "\\u{202e}evil\\u{200b}"],
  ["\u2028\u2029\u0085", "\\u{2028}\\u{2029}\\u{85}"],
  ["\ud800", "\\u{d800}"],
  ["a\u3164\u115f\u1160\uffa0\u2800", "a\\u{3164}\\u{115f}\\u{1160}\\u{ffa0}\\u{2800}"],
  ["a\u034f\u180b\u180f\ufe0f\u00ad", "a\\u{34f}\\u{180b}\\u{180f}\\u{fe0f}\\u{ad}"],
  ["\u{e0041}\u{e0100}", "\\u{e0041}\\u{e0100}"],
  ["a\u00a0b\u3000c d", "a\\u{a0}b\\u{3000}c d"],
  ["\u0301e\u0301", "\\u{301}e\u0301"],
  ["##[error]x ##vso[task.x]", "\\u{23}#[error]x \\u{23}#vso[task.x]"],
  ["名前 🦀 é", "名前 🦀 é"],
])("%j is shown as it is, with escapes for what cannot be seen or does something", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("every escape can be turned back into what it encodes", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const back = visible(text).replace(/\\u\{([0-9a-f]+)\}/g, (_all, hex: string) =>
        String.fromCodePoint(parseInt(hex, 16)),
      );
      fc.pre(!text.includes("\\u{"));
      expect(back).toBe(text);
      expect(raw.test(visible(text))).toBe(false);
    }),
    { numRuns: 25 },
  );
});

test.each([
  ["payments-api", "payments-api"],
  ["scanform_configuration.strict", "scanform_configuration.strict"],
  ["名前", "名前"],
  ["payments-%", "payments-%"],
  ["", '""'],
  ["none", '"none"'],
  ["None", '"None"'],
  ["3 repositories", '"3 repositories"'],
  ["::error::x", '"::error::x"'],
  ["-> strict", '"-> strict"'],
  ['say "hi"\\', '"say \\"hi\\"\\\\"'],
  ["a\nb", '"a\\u{a}b"'],
])("the name %j is inside a line as %s", (name, shown) => {
  expect(label(name)).toBe(shown);
});

test("an address is shown with its key as it is written, and nothing invisible with it", () => {
  const indexed = (key: string): string => `configurations[${JSON.stringify(key)}]`;
  expect(addressLabel(indexed('pay "x"'))).toBe('configurations["pay \\"x\\""]');
  expect(addressLabel(indexed("a\u202eb"))).toBe('configurations["a\\u{202e}b"]');
  fc.assert(
    fc.property(hostileName, (key) => {
      expect(raw.test(addressLabel(indexed(key)))).toBe(false);
    }),
  );
});

test.each(["scanform_configuration.a", "two words", 'two words["a"]', 'a["b"] and ["c"]', 'a["b" c]'])(
  "an address without a key is shown as a name is: %s",
  (text) => {
    expect(addressLabel(text)).toBe(label(text));
  },
);

test("a name never begins with what a pipeline takes for a command", () => {
  fc.assert(
    fc.property(hostileName, (name) => {
      expect(label(name)).toMatch(/^["\p{L}\p{N}%_*]/u);
      expect(quoted(name)).toMatch(/^".*"$/u);
      expect(raw.test(label(name) + quoted(name))).toBe(false);
    }),
  );
});

test("a line of a message that begins with a command is marked as a quotation", () => {
  expect(ownLines("The service said:\n  ::error::x\n##[debug]\n- one\n    ^\n\n--fail-on takes it.\n-->x")).toEqual([
    "The service said:",
    "| ::error::x",
    "\\u{23}#[debug]",
    "| - one",
    "    ^",
    "",
    "--fail-on takes it.",
    "| -->x",
  ]);
});

test("a text that its reader wraps at blanks has no word that begins with a command", () => {
  expect(visibleWrapped("a ::error::b  ::c d::e ##[x] ::")).toBe(
    "a \\u{3a}:error::b  \\u{3a}:c d::e \\u{23}#[x] \\u{3a}:",
  );
  fc.assert(
    fc.property(hostileName, (name) => {
      const words = visibleWrapped(`a "${name}" b`).split(" ");
      expect(words.filter((word) => word.startsWith("::") || /##\w*\[/.test(word))).toEqual([]);
    }),
  );
});

test("parsing JSON that is made visible gives the exact text, and nothing in it is invisible", () => {
  fc.assert(
    fc.property(anyText(), hostileName, (any, hostile) => {
      const value = { [any]: hostile, list: [any] };
      const json = visibleJson(JSON.stringify(value, null, 2));
      expect(JSON.parse(json)).toEqual(value);
      expect(json.split("\n").filter((line) => raw.test(line))).toEqual([]);
    }),
  );
  expect(visibleJson('"\u202e\u{e0041}"')).toBe('"\\u202e\\udb40\\udc41"');
});

test("accents after the third are shown as escapes, so that a name takes no more room than it seems to", () => {
  const marks = "\u0301".repeat(1_000);
  expect(visible(`a${marks}`)).toBe(`a${"\u0301".repeat(3)}${"\\u{301}".repeat(997)}`);
  expect(visible("Việt Nam, นี้, किं")).toBe("Việt Nam, นี้, किं");
});

test.each([
  [0, 0],
  [3, 3],
  [4, 4],
  [5, 3],
  [100, 3],
])("of %i things %i are shown where there is room for 3: a single one is never left out", (all, shown) => {
  expect(shownCount(all, 3)).toBe(shown);
});

test("a list of lines never leaves out a single line", () => {
  expect(firstLines(["a", "b", "c"], 2)).toEqual(["a", "b", "c"]);
  expect(firstLines(["a", "b", "c", "d"], 2)).toEqual(["a", "b", "and 2 more"]);
});

test("a sentence says that nothing matches, whether one thing or several were searched", () => {
  expect([noneOf(1), noneOf(1200)]).toEqual(["the only one does not", "none of 1,200 does"]);
});

// its types leave this out
const { util } = standalone as unknown as Pick<typeof prettier, "util">;

/**
 * Every character but ideographs of later planes, and what code never contains: control characters, halves of pairs. Of
 * the large blocks, such as those of ideographs, every 16th.
 */
const characters = Array.from({ length: 0x20000 }, (_, at) => at)
  .filter((at) => (at >= 0x20 && at < 0x7f) || (at > 0x9f && (at < 0xd800 || at > 0xdfff)))
  .filter((at) => at % 16 === 0 || at < 0x3400 || (at >= 0xf900 && at < 0x10000) || at >= 0x1f000)
  .map((at) => String.fromCodePoint(at));

test("every character takes as many columns as prettier gives it", () => {
  const differing = characters.filter((each) => textWidth(`a${each}`) !== util.getStringWidth(`a${each}`));
  expect(differing).toEqual([]);
});

const sequences = ["👨‍👩‍👧", "🇩🇪", "👍🏽", "1️⃣", "#️⃣", "1", "*", "☀️", "☀", "é", "🏴‍☠️", "日本", "𠮷", "ｱ"];

test("every text takes as many columns as prettier gives it", () => {
  const text = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...sequences)));
  fc.assert(
    fc.property(text, (parts) => {
      expect(textWidth(parts.join(""))).toBe(util.getStringWidth(parts.join("")));
    }),
    { numRuns: 100 },
  );
});
