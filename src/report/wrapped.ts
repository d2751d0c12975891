import { shortened, widthOf } from "./width";

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
    if (widthOf(line) + 1 + widthOf(text) <= columns) line += ` ${text}`;
    else {
      lines.push(line);
      line = indent + text;
    }
  };
  words.split(" ").forEach(add);
  const beside = notes.length === 0 ? "" : `(${notes.join("; ")})`;
  if (widthOf(beside) <= room) add(beside);
  else for (const note of notes) add(shortened(`(${note})`, room));
  return [...lines, line];
}
