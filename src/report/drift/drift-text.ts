import { repositoryCounts } from "../../reconcile/plan/effects";
import { fit } from "../fit";
import { accountLine } from "../head";
import type { Fitted, Section } from "../outline";
import type { View } from "../renderer";
import { type Layout, row } from "../row";
import { sections } from "../sections";
import { usualColumns } from "../text";
import { driftLine, pendingLine } from "./drift-head";
import type { DriftReport } from "./drift-report";
import { driftSections } from "./drift-sections";

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
