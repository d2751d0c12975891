import type { Diagnostic } from "../../diagnostics/diagnostic";
import { repositoryCounts } from "../../reconcile/plan/effects";
import { accountLine } from "../head";
import { type Layout, row, shortened } from "../layout";
import { bySeverity, codeSpan, comment, diagnosticSection, fenced, type Folded, longLayout } from "../markdown";
import { fit, type Fitted, type Section } from "../outline";
import type { View } from "../renderer";
import { sections } from "../sections";
import { usualColumns } from "../text";
import { driftLine, type DriftReport, driftSections, pendingLine } from "./drift-report";

/** Maximum number of lines of details of each part. */
const mostLines = 100;

/** What has moved, and what is not applied yet, for a terminal. */
export function driftText(report: DriftReport, { colors, columns = usualColumns, full = false }: View): string {
  const { account, drift, pending, titles } = report;
  const layout: Layout = { columns: full ? Infinity : columns, full };
  const fitted = (all: readonly Section[]) => fit(all, full ? Infinity : mostLines, () => 1);
  const block = ({ title, lines }: Fitted) => [colors.bold(title), ...lines].join("\n");
  const drifted = fitted(drift === null ? [] : driftSections(drift, titles, layout));
  const open = fitted(sections(pending, layout));
  const weakens = drift !== null && repositoryCounts(drift.effects, pending.repositories).weakens > 0;
  const head = colors.bold(row(layout)`${accountLine(account)}`);
  const verdict = driftLine(report);
  const hint = [...drifted, ...open].every(({ isWhole }) => isWhole) ? [] : ["--full shows what is left out"];
  return `${[
    `${head}\n${weakens ? colors.bold(colors.red(verdict)) : colors.bold(verdict)}`,
    ...drifted.map(block),
    colors.bold(pendingLine(report)),
    ...open.map(block),
    ...hint,
  ].join("\n\n")}\n`;
}

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
