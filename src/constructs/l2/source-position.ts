import { findSourceMap } from "node:module";

/** A place in a file: its path or `file:` URL, and a line and a column from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** By place in what runs: the same line makes many constructs. */
const known = new Map<string, Position>();

/**
 * The place of a frame in the file that its author wrote: by the source maps of Node (`--enable-source-maps`, tsx), or
 * by whoever formats stacks in this program (ts-node, Jest), or else in the file that runs.
 *
 * @param written how the program writes the frame, as a line of a stack
 * @returns nothing for a frame that is in no file
 */
export function positionOf(frame: NodeJS.CallSite, written: () => string | undefined): Position | undefined {
  const position = runningAt(frame);
  if (position === undefined) return undefined;
  const key = `${position.file}:${String(position.line)}:${String(position.column)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = mapped(position) ?? formatted(frame) ?? placeIn(written()) ?? position;
  known.set(key, found);
  return found;
}

function runningAt(frame: NodeJS.CallSite): Position | undefined {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  return typeof file !== "string" || line === null || column === null ? undefined : { file, line, column };
}

function mapped({ file, line, column }: Position): Position | undefined {
  const entry = findSourceMap(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  return { file: originalSource, line: originalLine + 1, column: originalColumn + 1 };
}

/** `at new Configuration (/app/main.ts:31:5)`, and without a function `at /app/main.ts:31:5`. */
const inStack = /(?:\bat |\()((?:file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)\)?$/;

function placeIn(text: unknown): Position | undefined {
  const [, file, line, column] = (typeof text === "string" ? inStack.exec(text) : null) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}

/** What the program's own `Error.prepareStackTrace` makes of a frame. It may be anybody's, and do anything. */
function formatted(frame: NodeJS.CallSite): Position | undefined {
  if (typeof Error.prepareStackTrace !== "function") return undefined;
  try {
    return placeIn(Error.prepareStackTrace(new Error("place"), [frame]));
  } catch {
    return undefined; // a function of somebody else that fails knows no place
  }
}
