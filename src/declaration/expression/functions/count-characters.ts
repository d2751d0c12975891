import { cannot } from "../cannot-evaluate";

/** Scripts whose characters are counted the same by every version of Unicode: European ones, CJK, Kana, and emoji. */
const settled =
  /^[\u{0}-\u{58f}\u{5be}-\u{5f4}\u{1e00}-\u{2bff}\u{3000}-\u{312f}\u{3400}-\u{9fff}\u{ac00}-\u{d7a3}\u{fe0f}\u{ff00}-\u{ffef}\u{1f000}-\u{1faff}]*$/u;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The number of characters as a reader sees them: of grapheme clusters. */
export function countCharacters(text: string): number {
  if (!settled.test(text)) cannot("counts characters of a script, or signs, that only terraform counts.");
  return [...segmenter.segment(text)].length;
}
