import { detailOf, type Problem } from "../../model/problem";
import { sendProblems } from "./sent-problems";

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
