import { appendFileSync } from "node:fs";
import { detailOf, type Problem } from "../../model/problem";

/** The variable by which the scanform CLI names a file that it reads once the app has ended. */
const variable = "SCANFORM_PROBLEMS";

/** A problem as it is in the file, one JSON object per line, and in what is synthesized. */
export interface SentProblem {
  readonly code: string;
  readonly path: string;
  readonly key?: string;
  readonly location?: string;
  readonly detail: string;
}

/** Writes problems into the file of the scanform CLI, if it has started this program. @returns whether it has them */
export function sendProblems(problems: readonly SentProblem[]): boolean {
  const file = process.env[variable];
  if (file === undefined || file === "") return false;
  try {
    appendFileSync(file, problems.map((each) => `${JSON.stringify(each)}\n`).join(""));
    return true;
  } catch {
    return false; // a program that runs elsewhere, as in a container, does not reach the file
  }
}

/** An error that a user can fix. Its text says all, so it has no stack trace. */
export function mistake(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}

/**
 * The error for a problem that ends the app. The scanform CLI receives the problem in full, and shows it in place of the
 * error.
 *
 * @param subject what has the problem: the path of a construct, or a module
 */
export function reportedMistake(subject: string, found: Problem, location: string | undefined): Error {
  sendProblems([
    {
      code: found.kind,
      path: subject,
      ...(location === undefined ? {} : { location }),
      detail: detailOf(found, ""),
    },
  ]);
  return mistake(detailOf(found, JSON.stringify(subject)));
}
