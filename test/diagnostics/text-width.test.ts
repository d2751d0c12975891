import fc from "fast-check";
import type * as prettier from "prettier";
import * as standalone from "prettier/standalone";
import { textWidth } from "../../src/diagnostics/text-width";

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

test("so does every text", () => {
  const text = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...sequences)));
  fc.assert(
    fc.property(text, (parts) => {
      expect(textWidth(parts.join(""))).toBe(util.getStringWidth(parts.join("")));
    }),
    { numRuns: 100 },
  );
});
