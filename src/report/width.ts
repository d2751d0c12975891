import stringWidth from "string-width";

/** The columns that a text takes; an ideograph takes two. */
export const widthOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));

/** A text of at most so many columns: its beginning and its end, with no character cut in two. */
export function shortened(text: string, most: number): string {
  if (text.length <= most && widthOf(text) <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${taken(text, most - 1 - end)}…${taken(text, end, true)}`;
}

/** A text cut into pieces of at most so many columns, with no character cut in two. */
export function pieces(text: string, most: number): readonly string[] {
  if (widthOf(text) <= most && text.length <= most) return [text];
  const made: string[] = [];
  let [piece, left] = ["", most];
  for (const character of text) {
    const width = widthOf(character);
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
    left -= widthOf(character);
    if (left < 0 || fitting.length >= columns * 4) break;
    fitting.push(character);
  }
  return (fromEnd ? fitting.reverse() : fitting).join("").replace(/\p{Cs}/gu, "");
}
