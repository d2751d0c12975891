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
 * A template for one line: what stands in it is ours and stays whole; the values are shortened in the middle, the
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

/** A text of at most so many columns: its beginning and its end, with no character cut in two. */
export function shortened(text: string, most: number): string {
  if (text.length <= most && textWidth(text) <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${taken(text, most - 1 - end)}…${taken(text, end, true)}`;
}

/** A text cut into pieces of at most so many columns, with no character cut in two. */
export function pieces(text: string, most: number): readonly string[] {
  if (textWidth(text) <= most && text.length <= most) return [text];
  const made: string[] = [];
  let [piece, left] = ["", most];
  for (const character of text) {
    const width = textWidth(character);
    if (piece !== "" && (width > left || piece.length >= most * 4)) {
      made.push(piece);
      [piece, left] = ["", most];
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

interface Statement {
  /** What the first line begins with; the others are indented as far. */
  readonly start: string;
  /** Text from elsewhere, already made visible. */
  readonly subject: string;
  /** Words of ours, which may stand on several lines. */
  readonly words: string;
  /** What stands in parentheses; each on a line of its own where they do not fit beside the words. */
  readonly notes: readonly string[];
}

/** A statement on as many lines as it takes; only what comes from elsewhere is shortened. No line begins with that. */
export function wrapped({ start, subject, words, notes }: Statement, columns: number): readonly string[] {
  const indent = " ".repeat(start.length);
  const room = columns - start.length;
  const lines: string[] = [];
  let line = start + shortened(subject, room);
  const add = (text: string): void => {
    if (text === "") return;
    if (textWidth(line) + 1 + textWidth(text) <= columns) line += ` ${text}`;
    else {
      lines.push(line);
      line = indent + text;
    }
  };
  words.split(" ").forEach(add);
  const beside = notes.length === 0 ? "" : `(${notes.join("; ")})`;
  if (textWidth(beside) <= room) add(beside);
  else for (const note of notes) add(shortened(`(${note})`, room));
  return [...lines, line];
}

/**
 * Items with commas between them, on as many lines as they take; the others are indented as far as the first.
 *
 * @param start what the first line begins with
 * @param items text from elsewhere, already made visible; each is shortened to one line
 */
export function filled(start: string, items: readonly string[], columns: number): readonly string[] {
  const indent = " ".repeat(textWidth(start));
  const room = Math.max(8, columns - indent.length - 1);
  const lines: string[] = [];
  let line = start;
  for (const [at, item] of items.entries()) {
    const text = shortened(item, room) + (at < items.length - 1 ? "," : "");
    const isFirst = line === start || line === indent;
    if (isFirst) line += text;
    else if (textWidth(line) + 1 + textWidth(text) <= columns) line += ` ${text}`;
    else {
      lines.push(line);
      line = indent + text;
    }
  }
  return [...lines, line.trimEnd()];
}
