import junit from "junit-report-builder";
import { visible } from "../../diagnostics/foreign-text";
import type { Effect } from "../../reconcile/plan/effects";
import { sideLabel } from "../effects";
import { accountLine } from "../head";
import type { Section } from "../outline";
import { longLayout } from "../markdown";
import { sections } from "../sections";
import { repositories } from "../words";
import { driftLine, pendingLine } from "./drift-head";
import { type DriftReport, hasDrifted, isPending } from "./drift-report";
import { driftSections } from "./drift-sections";

/** A suite for each account, with a failure for each effect of the drift and for what is not applied yet. */
export function driftJunit(reports: readonly DriftReport[]): string {
  const builder = junit.newBuilder();
  for (const report of reports) {
    const suite = builder.testSuite().name(visible(`scanform drift: ${accountLine(report.account)}`));
    const add = (name: string) => suite.testCase().className("scanform.drift").name(visible(name));
    const { drift, pending, titles } = report;
    if (drift === null) add(driftLine(report)).skipped();
    else if (!hasDrifted(report)) add("drift");
    else
      add("drift")
        .failure(driftLine(report), "drift")
        .standardError(linesOf(driftSections(drift, titles, longLayout)));
    for (const each of drift?.effects ?? []) add(`drift: ${nameOf(each)}`).failure(each.class, "drift");
    if (isPending(report))
      add("pending")
        .failure(pendingLine(report), "pending")
        .standardError(linesOf(sections(pending, longLayout)));
    else add("pending");
  }
  return `${builder.build()}\n`;
}

const nameOf = ({ from, to, repositories: felt }: Effect): string =>
  `${from?.id === to?.id ? sideLabel(to) : `${sideLabel(from)} -> ${sideLabel(to)}`}, ${repositories(felt.length)}`;

const linesOf = (all: readonly Section[]): string =>
  all
    .flatMap(({ title, paragraphs }) => [
      title,
      ...paragraphs.flatMap(({ head, details }) => [head, ...details.flatMap(({ lines }) => lines)]),
    ])
    .join("\n");
