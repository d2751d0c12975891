/**
 * The boundary that text from elsewhere crosses on its way to a reader: names, values and messages of the service
 * or of a declaration. What is shown can be read, fits, and is not taken for words of scanform or for a command to
 * the program that shows it.
 */

/**
 * What is never shown as it is: controls, direction marks, separators of lines, halves of characters, private and
 * invisible characters, blanks of any width but the usual, an accent without a letter before it or after three others,
 * and `##[` and `##vso[`, which the runners of pipelines take for a command anywhere in a line.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|^\p{M}|(?<=\p{M}{3})\p{M}|#(?=#[a-z]*\[)/gu;

/** The text with `\u{…}` in place of what cannot be seen, or does something where it is shown. */
export const visible = (text: string): string =>
  text.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** The same for a reader that wraps text at blanks: no word begins as a command to the runner of a pipeline does. */
export const visibleWrapped = (text: string): string => visible(text).replace(/(?<= ):(?=:)/g, "\\u{3a}");

/** JSON in which nothing is invisible; parsing it gives the exact text. Line feeds between values stay. */
export const visibleJson = (json: string): string =>
  json.replace(unseen, (character) => (character === "\n" ? character : escapedUnits(character)));

/** A text as escapes of JavaScript and JSON, one for each code unit: `\u0007`. */
export const escapedUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

/** What begins with a letter, a digit or a wildcard, and has no blank, is taken for nothing but a name. */
const plainName = /^[\p{L}\p{N}%_*][\p{L}\p{N}\p{M}%_*./-]*$/u;

/** Words in a place where a name could be. */
const ours: ReadonlySet<string> = new Set(["none", "not", "rule", "and", "such", "namely", "alias"]);

/** A name inside a line of ours: as it is, or in quotes where it could be taken for something else. */
export const label = (name: string): string => {
  const shown = visible(name);
  return shown === name && plainName.test(name) && !ours.has(name.toLowerCase()) ? name : quoted(name);
};

const indexed = /^([^"[\]]+)\[("(?:[^"\\]|\\.)*")\]$/s;

/** An address inside a line of ours. The key of `configurations["strict"]` is in quotes already, which `label` would put into others. */
export function addressLabel(address: string): string {
  const [, list = "", key = ""] = indexed.exec(address) ?? [];
  return list !== "" && label(list) === list ? `${list}[${visible(key)}]` : label(address);
}

export const quoted = (name: string): string => `"${visible(name.replace(/["\\]/g, "\\$&"))}"`;

/**
 * Lines of a message that quotes others: none begins with what the runner of a pipeline, which trims blanks, takes
 * for a command. An option such as `--fail-on` is none.
 */
export const ownLines = (text: string): readonly string[] =>
  text.split("\n").map((line) => {
    const shown = visible(line);
    return /^\s*([\p{L}\p{N}"'`(\\/.^]|--\p{L}|$)/u.test(shown) ? shown : `| ${shown.trimStart()}`;
  });
