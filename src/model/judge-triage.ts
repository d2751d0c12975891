import type { DiagnosticCode } from "../diagnostics/catalogue";
import { triageCategories } from "./findings";
import { isDateOrDateTime } from "./iso-date";
import { oneOfThem } from "./one-of-them";
import { isUuid } from "./uuid";

/** What is wrong with an attribute of a triage. */
export interface TriageProblem {
  readonly code: DiagnosticCode;
  /** A sentence that begins with the value, so that the name of the attribute may stand before it. */
  readonly detail: string;
}

/** The attributes of a triage under their names in Terraform; all of them are texts. */
export const triageAttributes = ["finding_id", "category", "justification", "expires"] as const;
export type TriageAttribute = (typeof triageAttributes)[number];

const known: readonly string[] = triageCategories;

/** The longest value that is repeated. */
const longest = 60;
const shown = (given: string): string =>
  JSON.stringify(given.length > longest ? `${given.slice(0, longest)}...` : given);

const judges: Readonly<Record<TriageAttribute, (given: string) => TriageProblem | undefined>> = {
  finding_id: (id) => {
    if (isUuid(id)) return undefined;
    const where = "The data source scanform_all_findings lists findings with their ids.";
    return id.trim() === ""
      ? { code: "finding-missing", detail: `${shown(id)} is empty: give it the finding's UUID. ${where}` }
      : { code: "id-invalid", detail: `${shown(id)} is not a UUID. ${where}` };
  },
  category: (category) =>
    known.includes(category)
      ? undefined
      : { code: "category-unknown", detail: `${shown(category)} is none of ${oneOfThem(category, known)}` },
  justification: (words) =>
    words.trim() === ""
      ? {
          code: "justification-missing",
          detail: `${shown(words)} is empty: say why this was decided, for whoever reads it later.`,
        }
      : undefined,
  expires: (date) =>
    isDateOrDateTime(date)
      ? undefined
      : {
          code: "date-invalid",
          detail: `${shown(date)} is neither a date such as 2026-01-31 nor an RFC 3339 date-time such as 2026-01-31T12:00:00Z.`,
        },
};

/** Judges one attribute of a triage, whoever brings it: specification, *Triage*. */
export const judgeTriage = (attribute: TriageAttribute, given: string): TriageProblem | undefined =>
  judges[attribute](given);
