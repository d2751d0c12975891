import type { DiagnosticCode } from "../../diagnostics/catalogue";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { triageCategories } from "../../model/findings";
import { oneOfThem } from "../one-of-them";
import { isUuid } from "../../model/uuid";
import type { ObjectValue, Value } from "../values/value";
import { isDateOrDateTime } from "../../model/iso-date";

const known: readonly string[] = triageCategories;

const checks: Readonly<Record<string, (given: string) => readonly [code: DiagnosticCode, detail: string] | undefined>> =
  {
    finding_id: (id) => {
      if (isUuid(id)) return undefined;
      if (id.trim() === "") return ["finding-missing", "finding_id is empty."];
      const where = "The data source scanform_all_findings lists findings with their ids.";
      return ["id-invalid", `${JSON.stringify(id)} is not a UUID. ${where}`];
    },
    category: (category) =>
      known.includes(category)
        ? undefined
        : ["category-unknown", `${JSON.stringify(category)} is none of ${oneOfThem(category, known)}`],
    justification: (words) =>
      words.trim() === ""
        ? ["justification-missing", "Say why this was decided, for whoever reads it later."]
        : undefined,
    expires: (date) =>
      isDateOrDateTime(date)
        ? undefined
        : [
            "date-invalid",
            `${JSON.stringify(date)} is neither a date such as 2026-01-31 nor an RFC 3339 date-time such as 2026-01-31T12:00:00Z.`,
          ],
  };

/** Checks a triage, one diagnostic for each invalid attribute. Unknown values are accepted. */
export const validateTriage = (config: ObjectValue): readonly Diagnostic[] =>
  Object.entries(checks).flatMap(([name, check]) => {
    const given: Value | undefined = config[name];
    const problem = typeof given === "string" ? check(given) : undefined;
    return problem === undefined ? [] : [error(problem[0], problem[1], { attribute: [name] })];
  });
