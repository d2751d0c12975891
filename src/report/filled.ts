import { shortened, widthOf } from "./width";

/**
 * Items with commas between them, on as many lines as they take; the others are indented as far as the first.
 *
 * @param start what the first line begins with
 * @param items text from elsewhere, already made visible; each is shortened to one line
 */
export function filled(start: string, items: readonly string[], columns: number): readonly string[] {
  const indent = " ".repeat(widthOf(start));
  const room = Math.max(8, columns - indent.length - 1);
  const lines: string[] = [];
  let line = start;
  for (const [at, item] of items.entries()) {
    const text = shortened(item, room) + (at < items.length - 1 ? "," : "");
    const isFirst = line === start || line === indent;
    if (isFirst) line += text;
    else if (widthOf(line) + 1 + widthOf(text) <= columns) line += ` ${text}`;
    else {
      lines.push(line);
      line = indent + text;
    }
  }
  return [...lines, line.trimEnd()];
}
