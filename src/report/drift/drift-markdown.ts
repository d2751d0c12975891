import type { Diagnostic } from "../../diagnostics/diagnostic";
import { accountLine } from "../head";
import { bySeverity, comment, diagnosticSection, type Folded, longLayout } from "../markdown";
import { codeSpan, fenced } from "../markdown-code";
import { sections } from "../sections";
import { shortened } from "../width";
import { driftLine, pendingLine } from "./drift-head";
import type { DriftReport } from "./drift-report";
import { driftSections } from "./drift-sections";

/** By this a workflow finds its issue again, to bring it up to date. */
const marker = "<!-- scanform drift -->";

/**
 * Drift as Markdown for an issue: the verdict first, the details folded. What has drifted comes before what is not
 * applied yet, and of each what weakens comes first, whichever account it is in.
 */
export function driftMarkdown(
  reports: readonly DriftReport[],
  diagnostics: readonly Diagnostic[],
  full = false,
): string {
  const layout = { ...longLayout, full };
  const several = reports.length > 1;
  const nameOf = ({ account }: DriftReport): string => shortened(accountLine(account), layout.columns);
  const partsOf = (report: DriftReport, kind: "drift" | "pending"): readonly Folded[] => {
    const { drift, pending, titles } = report;
    const drifted = drift === null ? [] : driftSections(drift, titles, layout);
    const found = kind === "drift" ? drifted : sections(pending, layout);
    const said = kind === "drift" ? "drift" : "not applied yet";
    return found.map((each) => ({
      ...each,
      title: `${said}: ${each.title}`,
      ...(several ? { of: nameOf(report) } : {}),
    }));
  };
  const notes = [...diagnostics, ...reports.flatMap(({ pending }) => pending.diagnostics)];
  return comment(
    [
      marker,
      ...reports.flatMap((report) => [
        `### scanform: ${several ? `${codeSpan(nameOf(report))}: ` : ""}${driftLine(report)}`,
        "",
        `${pendingLine(report)}.`,
        "",
        ...fenced([nameOf(report)]),
        "",
      ]),
    ],
    [
      ...reports.flatMap((report) => partsOf(report, "drift")).toSorted(bySeverity),
      ...reports.flatMap((report) => partsOf(report, "pending")).toSorted(bySeverity),
      ...(notes.length > 0 ? [diagnosticSection(notes)] : []),
    ],
    "`scanform drift --full` shows what is left out.",
  );
}
