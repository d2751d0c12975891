import { listed } from "../diagnostics/enumeration";
import { distance } from "fastest-levenshtein";
import { compareText } from "./fingerprint";
import { normalForm } from "./normal-form";

/**
 * `Did you mean …?` with the known words closest to the given one; where none is close, some of the known words.
 *
 * @param most how many of these
 */
export function suggestion(word: string, known: Iterable<string>, most = 12): string {
  const all = [...new Set(known)];
  if (all.length === 0) return "There are none.";
  const are = all.length === 1 ? "is only" : "are";
  return meant(word, all) || `There ${are} ${listed(all.sort(compareText), most)}.`;
}

/** `Did you mean …?` with the known words closest to the given one; empty where none is close. */
export function meant(word: string, known: Iterable<string>): string {
  const words = closest(word, known);
  return words.length === 0 ? "" : `Did you mean ${listed(words, 3, "or")}?`;
}

/** The known words closest to the given one, at most three; none where none is close. */
export function closest(word: string, known: Iterable<string>): readonly string[] {
  const likely = [...new Set(known)]
    .map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, far }) => far <= mostFar(word.toLowerCase(), each.toLowerCase()))
    .sort((left, right) => left.far - right.far || compareText(left.each, right.each));
  const least = likely[0]?.far ?? 0;
  return likely
    .filter(({ far }) => far <= least + 1)
    .slice(0, 3)
    .map(({ each }) => each);
}

/**
 * The distance up to which a word may be meant: two letters, or 40 % of what differs between its common beginning and its
 * common end, so that `docs-legacy` is not meant by `tools-legacy`. Where one only has more letters, 40 % of the whole.
 */
function mostFar(word: string, known: string): number {
  const [short, long] = word.length < known.length ? [word, known] : [known, word];
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const differing = begin + end === short.length ? long.length : long.length - begin - end;
  return Math.max(2, Math.ceil(differing * 0.4));
}

/** Whether one word is probably a misspelling of the other. */
export const isNear = (left: string, right: string): boolean => distance(left, right) <= 2;

type Suggest = (word: string, known: Iterable<string>) => string;

/** Limits the number of suggestions, since each compares its word with all known ones. After that: empty text. */
export function suggestions(suggest: Suggest = suggestion): Suggest {
  let left = 10;
  return (word, known) => ((left -= 1) < 0 ? "" : suggest(word, known));
}

/** What names have in common that people take for one: they differ in case, blanks around them, or normal form. */
export const alikeName = (name: string): string => normalForm(name).trim().toLowerCase();
