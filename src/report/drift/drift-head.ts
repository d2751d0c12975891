import { repositoryCounts } from "../../reconcile/plan/effects";
import { headline } from "../head";
import { count, repositories } from "../words";
import { type DriftReport, hasDrifted, isPending } from "./drift-report";

/** `DRIFT since 2026-11-22T13:00:00Z: weakens 3 of 40 repositories`: words of ours alone. */
export function driftLine(report: DriftReport): string {
  const { drift, since, pending } = report;
  if (drift === null) return "DRIFT not known: --since takes the journal of the last apply";
  const when = since === null || !/^[\d:.TZ-]+$/.test(since) ? "" : ` since ${since}`;
  if (!hasDrifted(report)) return `NO DRIFT${when}`;
  const { weakens, unclassified } = repositoryCounts(drift.effects, pending.repositories);
  const parts = [
    ...(weakens > 0 ? [`weakens ${repositories(weakens)}`] : ["weakens nothing"]),
    ...(unclassified > 0 ? [`${repositories(unclassified)} unclassified`] : []),
    ...(drift.configurations.length > 0 ? [`${count(drift.configurations.length, "configuration")} changed`] : []),
    ...(drift.repositories.length > 0 ? [`${repositories(drift.repositories.length)} moved`] : []),
  ];
  return `DRIFT${when}: ${parts.join(", ")}`;
}

/** `NOT APPLIED YET: 1 to change, 14 repositories move, 31 unchanged` */
export function pendingLine(report: DriftReport): string {
  if (isPending(report)) return `NOT APPLIED YET: ${headline(report.pending)}`;
  return hasDrifted(report)
    ? "EVERYTHING DECLARED WAS APPLIED: an apply restores what has drifted of it"
    : "EVERYTHING DECLARED IS APPLIED";
}
