import type { Effect } from "../../reconcile/plan/effects";
import { accountLine } from "../head";
import { longLayout } from "../comment";
import { sideLabel } from "../effect-sections";
import { junit, type TestCase } from "../junit";
import { type Section, sectionLines } from "../outline";
import { sections } from "../sections";
import { repositories } from "../../diagnostics/count";
import { type DriftReport, driftLine, driftSections, hasDrifted, isPending, pendingLine } from "./drift-report";

/** A suite for each account, with a failure for each effect of the drift and for what is not applied yet. */
export function driftJunit(reports: readonly DriftReport[]): string {
  const suites = reports.map((report) => ({
    name: `scanform drift: ${accountLine(report.account)}`,
    cases: casesOf(report),
  }));
  return junit(suites, "scanform.drift");
}

function casesOf(report: DriftReport): readonly TestCase[] {
  const { drift, pending } = report;
  return [
    drift === null
      ? { name: driftLine(report), outcome: "skipped" }
      : hasDrifted(report)
        ? {
            name: "drift",
            outcome: { kind: "drift", message: driftLine(report) },
            details: linesOf(driftSections(report, longLayout)),
          }
        : { name: "drift" },
    ...(drift?.effects ?? []).map((each): TestCase => ({
      name: `drift: ${nameOf(each)}`,
      outcome: { kind: "drift", message: each.class },
    })),
    isPending(report)
      ? {
          name: "pending",
          outcome: { kind: "pending", message: pendingLine(report) },
          details: linesOf(sections(pending, longLayout)),
        }
      : { name: "pending" },
  ];
}

const nameOf = ({ from, to, repositories: felt }: Effect): string =>
  `${from?.id === to?.id ? sideLabel(to) : `${sideLabel(from)} -> ${sideLabel(to)}`}, ${repositories(felt.length)}`;

const linesOf = (all: readonly Section[]): string => all.flatMap(sectionLines).join("\n");
