import { cannot } from "../cannot-evaluate";

/** Scripts whose characters are counted the same by every version of Unicode: European ones, CJK, Kana, and signs. */
const settled =
  /^[\u0000-\u058f\u05be-\u05f4\u1e00-\u200c\u200e-\u2bff\u3000-\u312f\u3400-\u9fff\uac00-\ud7a3\uff00-\uffef]*$/;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The number of characters as a reader sees them: of grapheme clusters. */
export function countCharacters(text: string): number {
  if (!settled.test(text)) cannot("counts characters of a script, or signs, that only terraform counts.");
  return [...segmenter.segment(text)].length;
}
