import { firstLines } from "../../diagnostics/enumeration";
import type { z } from "zod";
import { fail, messageOf } from "../../diagnostics/error";
import { parseJson } from "../../model/parse-json";
import { pathText } from "../../model/problem";

const maxShown = 10;

/** One error in a JSON document and the path of the offending value. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Converts schema issues to problems: each unknown field gets a problem of its own, and a missing value
 * "is required".
 *
 * @param value the value that was validated
 */
export const schemaProblems = (error: z.ZodError, value: unknown): readonly Problem[] =>
  error.issues.flatMap((issue): readonly Problem[] => {
    const { path, message } = issue;
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ path: [...path, key], message: "is not a known field" }));
    return [{ path, message: issue.code !== "custom" && !hasValueAt(value, path) ? "is required" : message }];
  });

/** The same for what users write by name: `unknown` is the message for an unknown field. */
export const nameProblems = (
  error: z.ZodError | undefined,
  unknown: (name: string, path: readonly PropertyKey[]) => string,
): readonly Problem[] =>
  (error?.issues ?? []).flatMap((issue): readonly Problem[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: unknown(key, issue.path) }))
      : [issue],
  );

/** Whether a JSON document has a value at a path. */
function hasValueAt(value: unknown, [step, ...rest]: readonly PropertyKey[]): boolean {
  if (step === undefined) return value !== undefined;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
  return hasValueAt((value as Readonly<Record<PropertyKey, unknown>>)[step], rest);
}

/** Formats the first ten problems: `a.b[0]: message; c: message`. */
export function formatProblems(problems: readonly Problem[], whole: string): string {
  const texts = problems.map(({ path, message }) => `${path.length === 0 ? whole : pathText(path)}: ${message}`);
  return firstLines(texts, maxShown).join("; ");
}

type Path = readonly PropertyKey[];
type Ids = readonly (string | null | undefined)[];

/**
 * Yields a problem for each id that repeats an earlier one.
 *
 * @param path the path of the list
 * @param field the path of the id in an item of the list
 */
export function* duplicateIds(ids: Ids, path: Path, ...field: Path): Generator<Problem> {
  const seen = new Set<string>();
  for (const [at, id] of ids.entries()) {
    if (typeof id !== "string") continue;
    if (seen.has(id)) yield { path: [...path, at, ...field], message: `the id ${id} is there twice` };
    seen.add(id);
  }
}

/** Yields a problem for each id of something that the account does not have. The paths are as in `duplicateIds`. */
export function* unknownIds(
  kind: string,
  ids: Ids,
  isKnown: (id: string) => boolean,
  path: Path,
  ...field: Path
): Generator<Problem> {
  for (const [at, id] of ids.entries())
    if (typeof id === "string" && !isKnown(id))
      yield { path: [...path, at, ...field], message: `the account has no ${kind} ${id}` };
}

/** A kind of JSON that users write in files, in code and in requests: a seed, a profile or faults. */
export class Input<T> {
  /** What it is called where a problem has no path. */
  readonly #whole: string;
  readonly problems: (value: unknown) => readonly Problem[];

  constructor(whole: string, problems: (value: unknown) => readonly Problem[]) {
    this.#whole = whole;
    this.problems = problems;
  }

  /**
   * Validates a value from a file or from code.
   *
   * @param source the file, or what the value is, for error messages
   * @throws ScanformError `usage`, with `source` and the path of each problem
   */
  check(value: unknown, source: string): T {
    const problems = this.problems(value);
    return problems.length > 0 ? fail("usage", `${source}: ${formatProblems(problems, this.#whole)}`) : (value as T);
  }

  /** Parses and validates the text of a file. Throws as `check` does, and for a syntax error with its position. */
  read(text: string, source: string): T {
    return this.check(parse(text, source), source);
  }
}

function parse(text: string, source: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    return fail("usage", `${source} is not JSON: ${syntaxProblem(text, thrown)}`, undefined, thrown);
  }
}

/**
 * Describes a JSON syntax error and its position. Never quotes the text, which may contain API keys.
 *
 * @param thrown the error that `JSON.parse` threw for this text
 */
export function syntaxProblem(text: string, thrown: unknown): string {
  const said = messageOf(thrown);
  const known = /^(.*) in JSON at position (\d+)/s.exec(said);
  if (known?.[1] !== undefined) return `${known[1]} ${positionText(text, Number(known[2]))}`;
  if (!said.startsWith("Unexpected token")) return said;
  return `Unexpected token ${positionText(text, findUnexpected(text))}`;
}

function positionText(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return `at position ${String(position)} (line ${String(lines.length)}, column ${String(column)})`;
}

/** V8 omits the position: it is the last character of the shortest prefix that fails in the same way. */
function findUnexpected(text: string): number {
  let [without, having] = [0, text.length];
  while (having - without > 1) {
    const middle = Math.floor((without + having) / 2);
    if (isUnexpected(text.slice(0, middle))) having = middle;
    else without = middle;
  }
  return having - 1;
}

function isUnexpected(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (thrown) {
    return messageOf(thrown).startsWith("Unexpected token");
  }
}
