import { appendFileSync } from "node:fs";

/** The variable by which the scanform CLI names a file that it reads once the app has ended. */
const variable = "SCANFORM_PROBLEMS";

/** A problem as it stands in the file: one JSON object per line. */
interface ToldProblem {
  /** The construct's path. */
  readonly path: string;
  readonly key?: string;
  readonly location?: string;
  readonly detail: string;
}

/**
 * Tells the scanform CLI, if it has started this program.
 *
 * @returns whether it is told
 */
export function tellProblems(problems: readonly ToldProblem[]): boolean {
  const file = process.env[variable];
  if (file === undefined || file === "") return false;
  try {
    appendFileSync(file, problems.map((each) => `${JSON.stringify(each)}\n`).join(""));
    return true;
  } catch {
    return false; // a program that runs elsewhere, as in a container, does not reach the file
  }
}
