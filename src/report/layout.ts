import { textWidth } from "../diagnostics/text-width";

/** How much is shown, and in how much room. */
export interface Layout {
  /** Columns of the terminal; `Infinity` shortens nothing. */
  readonly columns: number;
  /** Everything is printed: each repository, each leaf, each value whole. */
  readonly full: boolean;
}

/** No value is shortened to less than this. */
const least = 8;

/** Words of ours among the values of a row, which stay whole. */
interface Own {
  readonly own: string;
}
export const own = (words: string): Own => ({ own: words });

/**
 * A template for one line: its own text is ours and stays whole; the values are shortened in the middle, the
 * widest first and none to less than the next, until the line fits.
 */
export const row =
  ({ columns }: Pick<Layout, "columns">) =>
  (texts: TemplateStringsArray, ...values: readonly (string | Own)[]): string => {
    const shown = values.map((each) => (typeof each === "string" ? each : each.own));
    const isForeign = values.map((each) => typeof each === "string");
    let excess = [...texts, ...shown].reduce((sum, each) => sum + textWidth(each), 0) - columns;
    while (excess > 0) {
      const widths = shown.map((each, at) => (isForeign[at] === true ? textWidth(each) : 0));
      const widest = Math.max(0, ...widths);
      if (widest <= least) break;
      const alike = widths.filter((each) => each === widest).length;
      const next = Math.max(least, ...widths.filter((each) => each < widest));
      const at = widths.indexOf(widest);
      shown[at] = shortened(shown[at] ?? "", Math.max(next, widest - Math.ceil(excess / alike)));
      const saved = widest - textWidth(shown[at]);
      if (saved <= 0) break;
      excess -= saved;
    }
    return texts
      .map((text, at) => text + (shown[at] ?? ""))
      .join("")
      .trimEnd();
  };

/** How many items a line of at most so many columns has room for: at least one. @param line with that many of them */
export function fitting(most: number, line: (many: number) => string, columns: number): number {
  let many = most;
  while (many > 1 && textWidth(line(many)) > columns) many -= 1;
  return many;
}

/** A text of at most so many columns: its beginning and its end, with no character cut in two. */
export function shortened(text: string, most: number): string {
  if (text.length <= most && textWidth(text) <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${taken(text, most - 1 - end)}…${taken(text, end, true)}`;
}

/**
 * A text cut into pieces of at most so many columns, with no character cut in two.
 *
 * @param less by how many columns all but the first are shorter
 */
export function pieces(text: string, most: number, less = 0): readonly string[] {
  if (textWidth(text) <= most && text.length <= most * 4) return [text];
  const made: string[] = [];
  let [piece, left] = ["", most];
  for (const character of text) {
    const width = textWidth(character);
    if (piece !== "" && (width > left || piece.length >= most * 4)) {
      made.push(piece);
      [piece, left] = ["", most - less];
    }
    piece += character;
    left -= width;
  }
  return [...made, piece];
}

/** As many characters as fit, from the beginning or from the end. */
function taken(text: string, columns: number, fromEnd = false): string {
  const units = 8 * columns; // enough for any text whose characters can be seen
  const characters = Array.from(fromEnd ? text.slice(-units) : text.slice(0, units));
  if (fromEnd) characters.reverse();
  const fitting: string[] = [];
  let left = columns;
  for (const character of characters) {
    left -= textWidth(character);
    if (left < 0 || fitting.length >= columns * 4) break;
    fitting.push(character);
  }
  return (fromEnd ? fitting.reverse() : fitting).join("").replace(/\p{Cs}/gu, "");
}

/** What a line goes on with that begins inside a text from elsewhere. */
const continued = "| ";
/** How many lines a text from elsewhere may take; what is longer ends there. */
const mostLines = 4;

/**
 * Texts with blanks between them, on as many lines as they take; the others are indented as far as the first. What is
 * wider than a line goes on below, and only what would fill more than a few lines is shortened, at its end. No line
 * begins in the middle of what comes from elsewhere.
 *
 * @param start what the first line begins with
 * @param texts words of ours, or text from elsewhere that is already made visible
 */
export function flowed(start: string, texts: readonly string[], columns: number): readonly string[] {
  const indent = " ".repeat(textWidth(start));
  const room = Math.max(8, columns - indent.length);
  const lines: string[] = [];
  let line = start;
  let isEmpty = true;
  for (const text of texts)
    for (const [at, piece] of pieces(beginning(text, room * mostLines), room, continued.length).entries()) {
      const shown = at === 0 ? piece : continued + piece;
      if (isEmpty) line += shown;
      else if (at === 0 && textWidth(line) + 1 + textWidth(shown) <= columns) line += ` ${shown}`;
      else {
        lines.push(line);
        line = indent + shown;
      }
      isEmpty = false;
    }
  return [...lines, line.trimEnd()];
}

/** Items with commas between them, on as many lines as they take: see `flowed`. */
export const filled = (start: string, items: readonly string[], columns: number): readonly string[] =>
  flowed(start, withCommas(items), columns);

/** `a,` `b` */
export const withCommas = (items: readonly string[]): readonly string[] =>
  items.map((item, at) => (at < items.length - 1 ? `${item},` : item));

/** A text of at most so many columns: its beginning, and the quote at its end. */
function beginning(text: string, most: number): string {
  if (text.length <= most && textWidth(text) <= most) return text;
  const end = text.endsWith('"') ? '…"' : "…";
  return taken(text, most - end.length) + end;
}
