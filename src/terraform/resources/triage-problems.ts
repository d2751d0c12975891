import { triageCategories } from "../../model/findings";
import { suggestion } from "../../model/suggest";
import { failed, type Said } from "../said";
import type { ObjectValue, Value } from "../values/value";
import { isDate } from "./triage-expiry";

const known: readonly string[] = triageCategories;

const checks: Readonly<Record<string, (given: string) => readonly [summary: string, detail: string] | undefined>> = {
  finding_id: (id) => (id.trim() === "" ? ["No finding", "finding_id is empty."] : undefined),
  category: (category) =>
    known.includes(category)
      ? undefined
      : [
          "Unknown category",
          `${JSON.stringify(category)} is none of ${known.join(", ")}. ${suggestion(category, known)}`,
        ],
  justification: (words) =>
    words.trim() === "" ? ["No justification", "Say why this was decided, for whoever reads it later."] : undefined,
  expires: (date) =>
    isDate(date)
      ? undefined
      : [
          "Not a date",
          `${JSON.stringify(date)} is neither a date such as 2026-01-31 nor an RFC 3339 date-time such as 2026-01-31T12:00:00Z.`,
        ],
};

/** What is wrong with a triage as it was written, each at its attribute; what is not known yet is passed over. */
export const problemsOf = (config: ObjectValue): readonly Said[] =>
  Object.entries(checks).flatMap(([name, check]) => {
    const given: Value | undefined = config[name];
    const problem = typeof given === "string" ? check(given) : undefined;
    return problem === undefined ? [] : [failed(...problem, [name])];
  });
