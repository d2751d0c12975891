import type { IConstruct } from "constructs";
import { findSourceMap } from "node:module";

type Callable = (...args: never[]) => unknown;

/** Almost always the nearest frame is the one that is sought; the second number is for deep libraries. */
const limits = [4, 200] as const;

/**
 * The frames that led to a call of a method, nearest first, in growing portions until `find` finds something in one.
 *
 * @param start its frame, and all that are nearer, are left out
 * @param find is given the frames, and how the program itself writes each of them
 */
export function findInFrames<T>(
  start: Callable,
  find: (frames: readonly NodeJS.CallSite[], written: () => readonly string[]) => T | undefined,
): T | undefined {
  for (const limit of limits) {
    const frames = framesAbove(start, limit);
    const found = find(frames, () => writtenAbove(start, limit));
    if (found !== undefined || frames.length < limit) return found;
  }
  return undefined;
}

/**
 * The classes of a construct, from its own to the most general: their constructors are on the stack while it is made,
 * except those that are not written out.
 */
export function* classesOf(construct: IConstruct): Generator<Callable> {
  for (let at: unknown = Object.getPrototypeOf(construct); isObject(at); at = Object.getPrototypeOf(at)) {
    const { constructor } = at;
    if (isCallable(constructor)) yield constructor;
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export const isCallable = (value: unknown): value is Callable => typeof value === "function";

/** @returns nothing where the program has frozen `Error`, or `start` is not on the stack */
function framesAbove(start: Callable, limit: number): readonly NodeJS.CallSite[] {
  const before = settings.map((name) => Object.getOwnPropertyDescriptor(Error, name));
  try {
    Error.stackTraceLimit = limit;
    Error.prepareStackTrace = (_error, frames) => frames;
    const stack = captured(start);
    return Array.isArray(stack) ? (stack as readonly NodeJS.CallSite[]) : [];
  } catch (thrown) {
    if (thrown instanceof TypeError) return [];
    throw thrown;
  } finally {
    for (const [at, name] of settings.entries()) restore(name, before[at]);
  }
}

/**
 * The same frames, each as a line of a stack. Jest maps places to sources only where it writes a stack.
 *
 * @returns nothing where a frame is written as several lines, or not at all
 */
function writtenAbove(start: Callable, limit: number): readonly string[] {
  const before = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit");
  try {
    Error.stackTraceLimit = limit;
    const stack = captured(start);
    return typeof stack === "string" ? stack.split("\n").filter((line) => /^\s+at /.test(line)) : [];
  } catch {
    return []; // of a function of somebody else
  } finally {
    restore("stackTraceLimit", before);
  }
}

function captured(start: Callable): unknown {
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, start);
  return holder.stack;
}

/** What a program may have set for its own errors. */
const settings = ["prepareStackTrace", "stackTraceLimit"] as const;

function restore(name: string, before: PropertyDescriptor | undefined): void {
  if (before === undefined) Reflect.deleteProperty(Error, name);
  else Reflect.defineProperty(Error, name, before);
}

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
 * by what formats stacks in this program (ts-node, Jest), or else in the file that runs.
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
