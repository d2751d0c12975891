import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { countEffects, effectLines, type RepositoryEffect, verdictSummary } from "./repository-effect";

export interface VerdictWarning {
  /** The object of the plan, such as `"strict"`. */
  readonly subject: string;
  /** `its` for the repositories of a configuration. */
  readonly whose?: "its";
  /** What follows the counts in the summary, and tells two objects of one name apart. */
  readonly such?: string;
  readonly groups: readonly RepositoryEffect[];
  /** What follows the groups in the detail. */
  readonly more?: readonly string[];
  readonly attribute: AttributePath;
}

/** A warning where a repository weakens, or is unclassified. */
export function verdictWarning(given: VerdictWarning): readonly Diagnostic[] {
  const { subject, whose, such = "", groups, more = [], attribute } = given;
  const counts = countEffects(groups);
  const summary = verdictSummary(counts, whose);
  if (summary === undefined) return [];
  const code = counts.weakens > 0 ? "weakens" : "unclassified";
  const detail = [...effectLines(groups), ...more].join("\n");
  return [{ ...warning(code, detail, { attribute }), summary: `${subject} ${summary}${such}` }];
}
