import type { PlanAccount } from "../../reconcile/plan/change";
import { label } from "../../diagnostics/foreign-text";
import type { Drift, DriftedConfiguration } from "../../reconcile/drift/drift";
import { repositoryCounts } from "../../reconcile/plan/effects";
import { declaredAt, effectSections } from "../effect-sections";
import { headline } from "../head";
import { type Layout, own, row } from "../layout";
import { leafLines } from "../leaves";
import { type Paragraph, paragraphOf, type Section, unlessEmpty } from "../outline";
import type { PlanReport } from "../renderer";
import type { PolicyTitles } from "../../model/leaf-sentence";
import { count, number, repositories } from "../../diagnostics/count";

/** What has moved in one account, and what is declared and not applied yet. */
export interface DriftReport {
  readonly account: PlanAccount;
  /** Null where nothing says what the last apply left. */
  readonly drift: Drift | null;
  /** When that was: ISO 8601; null where it is not known. */
  readonly since: string | null;
  /** The plan of the account as if nothing had drifted. It deletes nothing, so it has no refusals. */
  readonly pending: PlanReport;
  readonly titles: PolicyTitles;
}

/** Something has moved, whether or not a repository is affected. */
export const hasDrifted = ({ drift }: DriftReport): boolean =>
  drift !== null && drift.configurations.length + drift.repositories.length > 0;

/** Something is declared and not applied yet. */
export const isPending = ({ pending }: DriftReport): boolean => pending.requests.planned > 0;

/** `DRIFT since 2026-11-22T13:00:00Z: weakens 3 of 40 repositories`: words of ours alone. */
export function driftLine(report: DriftReport): string {
  const { drift, since, pending } = report;
  if (drift === null)
    return "DRIFT not known: no journal of an apply is there; --since FILE names one that is elsewhere";
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

/** What has drifted, by its parts: what affects repositories, weakening first, and what affects none. */
export function driftSections({ drift, pending, titles }: DriftReport, layout: Layout): readonly Section[] {
  if (drift === null) return [];
  const { locations } = pending;
  return [
    ...effectSections({ effects: drift.effects, policyTitles: titles, locations }, layout),
    ...unfeltMoves(drift),
    ...objectSections(drift, titles, locations, layout),
  ];
}

/** Repositories that were given a configuration which means the same. */
function unfeltMoves({ repositories: moved, effects }: Drift): readonly Section[] {
  const felt = new Set(effects.flatMap((each) => each.repositories.map(({ repository }) => repository.id)));
  const unfelt = moved.filter(({ repository }) => !felt.has(repository.id));
  return unlessEmpty({
    class: "neutral",
    title: `UNAFFECTED ${repositories(unfelt.length)} that got another configuration`,
    noun: "repository",
    isClose: true,
    paragraphs: unfelt.map(({ repository: { id, name } }) => paragraphOf(45, [`  > ${label(name ?? id)}`], [], 1)),
  });
}

function objectSections(
  { configurations, effects }: Drift,
  titles: PolicyTitles,
  locations: PlanReport["locations"],
  layout: Layout,
): readonly Section[] {
  const felt = new Set(effects.flatMap(({ from, to }) => (from?.id === to?.id ? [from?.id] : [])));
  const isGone = configurations.some(({ live }) => live === undefined);
  return unlessEmpty({
    class: isGone ? "weakens" : "neutral",
    title: `CONFIGURATIONS ${number(configurations.length)} ${isGone ? "changed or deleted" : "changed"}`,
    noun: "configuration",
    paragraphs: configurations.map((each) =>
      configurationParagraph(each, felt.has(each.held.id), titles, locations, layout),
    ),
  });
}

function configurationParagraph(
  { held, live, declared, changes }: DriftedConfiguration,
  isFelt: boolean,
  titles: PolicyTitles,
  locations: PlanReport["locations"],
  layout: Layout,
): Paragraph {
  const line = row(layout);
  const name = label(held.name ?? held.id);
  const lines = isFelt ? [] : leafLines(changes, titles, layout);
  const place = declaredAt([declared.address], { locations });
  return {
    rank: live === undefined ? 5 : 50,
    head:
      live === undefined
        ? line`  - ${name}   ${own("was deleted")}   ${place}`
        : live.name === held.name
          ? line`  ~ ${name}   ${place}`
          : line`  ~ ${label(live.name ?? live.id)} (was ${name})   ${place}`,
    details: () => lines.map((each) => ({ rank: 51, lines: each.lines })),
    repositories: 0,
  };
}
