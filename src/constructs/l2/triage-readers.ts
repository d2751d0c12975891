import { triageCategories } from "../../model/findings";
import { isDateOrDateTime } from "../../model/iso-date";
import type { Reader } from "./findings";
import { uuid } from "./read-code-policies";
import { oneOf, text } from "./readers";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

const checkedText =
  (accepts: (text: string) => boolean, problem: (text: string) => string): Reader =>
  (value, findings) => {
    const given = text(value, findings);
    if (typeof given !== "string" || isToken(given) || accepts(given)) return given;
    findings.add(problem(given));
    return undefined;
  };

const date = checkedText(
  isDateOrDateTime,
  (given) => `is ${kindOf(given)}: give it a date such as 2026-01-31, or a date-time such as 2026-01-31T12:00:00Z`,
);

/** Each attribute of a triage. */
export const triageReaders: ReadonlyMap<string, Reader> = new Map([
  ["finding_id", uuid],
  ["category", oneOf(triageCategories)],
  [
    "justification",
    checkedText(
      (given) => given.trim() !== "",
      () => "is empty: say why this was decided, for whoever reads it later",
    ),
  ],
  ["expires", date],
]);
