import { string, bool, number } from "./type";
import { text, type Value } from "./value";
import { refuse } from "../refusals";
import { type Call, checkLength, takes, textOf, textsOf, convert } from "./convert";

/**
 * The letters whose other case is the same in every version of Unicode that Go and Node have had since: up to Georgian,
 * extended Latin and Greek, letterlike signs, and those of full width.
 */
const settledCase = /^[\u{0}-\u{1c7f}\u{1e00}-\u{24ff}\u{ff00}-\u{ffef}]$/u;

/** The other case of a text, character by character, as Go has it. */
const changeCase = (text: string, to: "toUpperCase" | "toLowerCase"): string =>
  Array.from(text, (character) => {
    const changed = character[to]();
    if (changed === character || (settledCase.test(character) && settledCase.test(changed))) return changed;
    return refuse(`changes the case of ${JSON.stringify(character)}, which only terraform does.`);
  }).join("");

/** Scripts whose characters are counted the same by every version of Unicode: European ones, CJK, Kana, and emoji. */
const settledLength =
  /^[\u{0}-\u{58f}\u{5be}-\u{5f4}\u{1e00}-\u{2bff}\u{3000}-\u{312f}\u{3400}-\u{9fff}\u{ac00}-\u{d7a3}\u{fe0f}\u{ff00}-\u{ffef}\u{1f000}-\u{1faff}]*$/u;

/** Made when it is needed, which takes 10 ms. */
let segmenter: Intl.Segmenter | undefined;

/** The number of characters as a reader sees them: of grapheme clusters. */
export function countCharacters(text: string): number {
  if (!settledLength.test(text)) refuse("counts characters of a script, or signs, that only terraform counts.");
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return [...segmenter.segment(text)].length;
}

/** Go's white space; JavaScript's has U+FEFF besides, and lacks U+0085. */
const blanks = "[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const [leading, trailing] = [new RegExp(`^${blanks}+`), new RegExp(`${blanks}$`)];

function trim(given: string): string {
  const rest = given.replace(leading, "");
  let end = rest.length;
  while (trailing.test(rest.charAt(end - 1))) end -= 1;
  return rest.slice(0, end);
}

const texts = (items: readonly string[]): Value => ({ kind: "list", element: string, items: items.map(text) });

/** Cuts at a separator; an empty one is between all characters. */
const cut = (whole: string, separator: string): readonly string[] =>
  separator === "" ? Array.from(whole) : whole.split(separator);

function join([by, ...lists]: readonly Value[]): Value {
  const separator = textOf(by);
  const items = lists.flatMap(textsOf);
  checkLength(items.reduce((sum, { length }) => sum + length, 0) + separator.length * (items.length - 1));
  return text(items.join(separator));
}

function replace(args: readonly Value[]): Value {
  const [whole, search, by] = [textOf(args[0]), textOf(args[1]), textOf(args[2])];
  if (search.length > 1 && search.startsWith("/") && search.endsWith("/"))
    return refuse("searches for a regular expression.");
  // an empty text is found before and behind every character
  const pieces = search === "" ? ["", ...Array.from(whole), ""] : whole.split(search);
  checkLength(whole.length + (pieces.length - 1) * (by.length - search.length));
  return text(pieces.join(by));
}

/** Functions that return text, or lists of it. */
export const textFunctions: Readonly<Record<string, Call>> = {
  lower: takes(1, 1, ([value]) => text(changeCase(textOf(value), "toLowerCase"))),
  upper: takes(1, 1, ([value]) => text(changeCase(textOf(value), "toUpperCase"))),
  trimspace: takes(1, 1, ([value]) => text(trim(textOf(value)))),
  split: takes(2, 2, ([separator, whole]) => texts(cut(textOf(whole), textOf(separator)))),
  join: takes(2, Infinity, join),
  replace: takes(3, 3, replace),
  format: takes(1, Infinity, ([pattern, ...values]) => text(format(textOf(pattern), values))),
};

/** A verb: flags, a width, a precision, the argument's index, and the letter. */
const verb = /%([-+# 0]*)(\d*)(\.\d*)?(\[\d*\]?)?(.?)/gsu;
/** The greatest width that is taken. */
const widest = 100;

/**
 * Text of a pattern in which verbs are replaced by the values: `%s`, `%d`, `%t`, `%v`, `%q` and `%%`, with a width for `%s` of
 * ASCII and `%d`, and `0` or `-` before it.
 */
export function format(pattern: string, values: readonly Value[]): string {
  let used = 0;
  let length = 0;
  const made = pattern.replace(verb, (whole, flags: string, width: string, ...others: (string | undefined)[]) => {
    const [precision, index, letter = ""] = others;
    if (whole === "%%") return "%";
    if (precision !== undefined || index !== undefined || !/^(|0|-)$/.test(flags) || Number(width) > widest)
      return refuse(`formats with \`${whole}\`.`);
    if (flags !== "" && width === "") return refuse(`formats with \`${whole}\`.`);
    const value = values[used];
    if (value === undefined) return refuse("has fewer values than its pattern has verbs.");
    used += 1;
    const shown = padded(
      letters[letter]?.(value) ?? refuse(`formats with \`${whole}\`.`),
      letter,
      flags,
      Number(width),
    );
    checkLength((length += shown.length));
    return shown;
  });
  if (used < values.length) refuse("has more values than its pattern has verbs.");
  checkLength(made.length);
  return made;
}

const letters: Readonly<Record<string, ((value: Value) => string) | undefined>> = {
  s: textOf,
  d: (value) => {
    const found = textOf(convert(value, number));
    return /^-?\d+$/.test(found) ? found : refuse("formats with `%d` what is no whole number.");
  },
  t: (value) => textOf(convert(value, bool)),
  q: (value) => {
    const found = textOf(value);
    if (!/^[ -~]*$/.test(found)) return refuse("formats with `%q` what is not plain ASCII.");
    // as Go writes JSON
    return JSON.stringify(found).replace(/[<>&]/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`);
  },
  v: (value) => {
    // Terraform writes other numbers with an exponent
    const isUsual = value.kind !== "number" || value.value === 0 || isBetween(Math.abs(value.value), 1e-4, 1e6);
    if (["string", "number", "bool", "later"].includes(value.kind) && isUsual) return textOf(value);
    return refuse("formats with `%v` what is no text, usual number or boolean.");
  },
};

const isBetween = (size: number, least: number, most: number): boolean => size >= least && size < most;

function padded(shown: string, letter: string, flags: string, width: number): string {
  if (width === 0) return shown;
  const isNumber = letter === "d";
  if (!isNumber && (letter !== "s" || flags === "0" || !/^[ -~]*$/.test(shown)))
    return refuse(`pads what it formats with \`%${letter}\`.`);
  if (flags === "-") return shown.padEnd(width);
  if (flags === "") return shown.padStart(width);
  return shown.startsWith("-") ? `-${shown.slice(1).padStart(width - 1, "0")}` : shown.padStart(width, "0");
}
