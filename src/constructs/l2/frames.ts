import type { IConstruct } from "constructs";

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
