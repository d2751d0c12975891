import { deepest, parseJson } from "../model/parse-json";
import { listAt, optionalAt, textAt, WrongForm } from "../code-host/answers";
import type { Files } from "../code-host/artifacts";

/** The file that says what became of the plan of a commit, beside the plan. */
export const outcomeFile = "outcome.json";

/** What became of the plan of a commit. `same`: it declares what the default branch declares, so there was nothing to plan. */
export interface Outcome {
  readonly kind: "planned" | "same" | "refused";
  /** For people, in one line. */
  readonly words: string;
  /** What policies denied or asked when it was planned, as sentences; for the comment alone. */
  readonly asked: readonly string[];
}

export const sameOutcome: Outcome = { kind: "same", words: "It declares what the default branch declares.", asked: [] };

/** Of a job that has left nothing. */
export const failedOutcome: Outcome = { kind: "refused", words: "It could not be planned.", asked: [] };

/** That of kept files; files without one are those of a job that has failed. */
export function outcomeOf(files: Files): Outcome {
  const text = files.get(outcomeFile)?.toString("utf8");
  if (text === undefined) return failedOutcome;
  const json = parseJson(text, deepest.message);
  const kind = optionalAt(json, "kind");
  if (kind !== "planned" && kind !== "same" && kind !== "refused") throw new WrongForm(`${outcomeFile} has no kind.`);
  return { kind, words: textAt(json, "words"), asked: listAt(json, "asked").map(String) };
}
