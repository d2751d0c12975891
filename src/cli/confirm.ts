import { fail } from "../diagnostics/error";
import type { Io } from "./io";

/**
 * Asks before something is written to a live account. Only `yes` confirms.
 *
 * @param question what is asked, without the words on how to answer
 * @param otherwise what to do where there is no terminal
 * @throws ScanformError `not-confirmed`, or `interrupted`
 */
export async function confirm(io: Io, question: string, otherwise: string): Promise<void> {
  if (!io.interactive) fail("not-confirmed", `There is no terminal to ask at. ${otherwise}`);
  const answer = await io.ask(`${question} Type \`yes\` to confirm: `);
  if (io.signal.aborted) fail("interrupted", "Nothing was changed.");
  if (answer?.trim() !== "yes") fail("not-confirmed", "The answer was not `yes`.");
}
