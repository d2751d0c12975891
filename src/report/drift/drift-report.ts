import type { PlanAccount } from "../../reconcile/plan/change";
import { label } from "../../diagnostics/foreign-text";
import type { Counts, Drift, DriftedConfiguration } from "../../reconcile/drift/drift";
import type { Dismissals } from "../../reconcile/refresh/decided-findings";
import { repositoryCounts } from "../../reconcile/plan/effects";
import type { TriageChange } from "../../reconcile/plan/triages";
import { configurationLabels, type Labels } from "../configuration-labels";
import type { AccountDocument } from "../document";
import { declaredAt, effectSections } from "../effect-sections";
import { headline, verdictOf } from "../head";
import { effectDocument, findingDocument } from "../document-entries";
import { flowed, type Layout, own, row } from "../layout";
import { leafLines } from "../leaf-lines";
import { noMoveNotes } from "../move-notes";
import { type Paragraph, paragraphOf, type Section, unlessEmpty } from "../outline";
import { isEmpty, repositoriesIn } from "../overall";
import { sections } from "../sections";
import { type SectionContext, sectionContext } from "../section-context";
import { findingTexts, triageParagraph, withFinding } from "../triage-sections";
import type { PolicyTitles } from "../../model/leaf-sentence";
import { count, number, repositories } from "../../diagnostics/count";

/** What has moved in one account, and what is declared and not applied yet. */
export interface DriftReport {
  readonly account: PlanAccount;
  readonly drift: Drift;
  /** The declared triages that have expired and are still set. */
  readonly due: readonly TriageChange[];
  /** The numbers of declared objects that could not be looked at. */
  readonly unread: { readonly configurations: number; readonly assignments: number; readonly triages: number };
  /** The findings that were dismissed without a declaration; null where they could not be read. */
  readonly dismissed: Dismissals | null;
  /** The plan of the account as if nothing had drifted, without what is due. It deletes nothing, so it has no refusals. */
  readonly pending: AccountDocument;
  readonly titles: PolicyTitles;
}

/** Something has moved, whether or not a repository is affected. */
export const hasDrifted = ({ drift }: DriftReport): boolean =>
  drift.configurations.length + drift.repositories.length + drift.triages.length > 0;

/** Something is declared and not applied yet. */
export const isPending = ({ pending }: DriftReport): boolean => !isEmpty(pending);

/** Something has moved, is not applied yet, or is due. */
export const differs = (report: DriftReport): boolean =>
  hasDrifted(report) || isPending(report) || report.due.length > 0;

/** `DRIFT since 2026-11-22T13:00:00Z: weakens 3 repositories, 1 configuration changed`: words of ours alone. */
export function driftLine(report: DriftReport): string {
  const { drift, pending } = report;
  const { known, configurations, triages } = drift;
  if (totalOf(known) + totalOf(drift.unknown) === 0)
    return unreadLine(report) === undefined ? "NOTHING IS DECLARED" : "DRIFT not known";
  if (totalOf(known) === 0)
    return `DRIFT not known: no journal of an apply covers ${countsText(drift.unknown)}; --since names journals elsewhere`;
  const all = repositoriesIn(pending.summary.repositories);
  const when = whenText(drift);
  if (!hasDrifted(report)) return `NO DRIFT${when} in ${countsText(known, all)}`;
  const { weakens, unclassified } = repositoryCounts(drift.effects, all);
  const parts = [
    ...(weakens > 0 ? [`weakens ${repositories(weakens)}`] : ["weakens nothing"]),
    ...(unclassified > 0 ? [`${repositories(unclassified)} unclassified`] : []),
    ...(configurations.length > 0 ? [`${count(configurations.length, "configuration")} changed`] : []),
    ...(drift.repositories.length > 0 ? [`${repositories(drift.repositories.length)} moved`] : []),
    ...(triages.length > 0 ? [`${count(triages.length, "triage")} changed`] : []),
  ];
  return `DRIFT${when}: ${parts.join(", ")}`;
}

/** ` since 2026-11-22T13:00:00Z`: where the last applies of the objects were at different times, from the first to the last. */
function whenText({ since, until, rollback }: Drift): string {
  const isTime = (text: string | null): text is string => text !== null && /^[\d:.TZ-]+$/.test(text);
  if (!isTime(since) || !isTime(until)) return "";
  if (since === until) return ` since ${rollback === null ? "" : "the rollback of "}${since}`;
  const of = rollback === until ? "the last" : isTime(rollback) ? `that of ${rollback}` : undefined;
  const which = of === undefined ? "" : ` (${of} a rollback)`;
  return ` since the applies from ${since} to ${until}${which}`;
}

/** What the first lines do not say: what no journal knows, what could not be looked at, what else is dismissed. */
export function furtherLines(report: DriftReport, full = false): readonly string[] {
  const { known, unknown } = report.drift;
  const { dismissed } = report;
  const unread = unreadLine(report);
  const others = dismissed?.found.length ?? 0;
  const among = dismissed?.of === undefined ? "" : `, of the newest ${number(dismissed.of)}`;
  return [
    ...(totalOf(unknown) > 0 && totalOf(known) > 0 ? [`since an unknown time: ${countsText(unknown)}`] : []),
    ...(unread === undefined ? [] : [unread]),
    ...(others > 0
      ? [`dismissed but not declared: ${count(others, "finding")}${among}${full ? "" : "; --full lists them"}`]
      : []),
  ];
}

/** `could not be read: 1 triage; see the errors`; none where everything could. */
export function unreadLine({ unread: { configurations, assignments, triages } }: DriftReport): string | undefined {
  const withRepositories = `with the repositories that rules give ${configurations === 1 ? "it" : "them"}`;
  const parts = [
    ...(configurations > 0 ? [`${count(configurations, "configuration")}, ${withRepositories}`] : []),
    ...(assignments > 0 ? [`${number(assignments)} RepositoryAssignments`] : []),
    ...(triages > 0 ? [count(triages, "triage")] : []),
  ];
  return parts.length === 0 ? undefined : `could not be read: ${parts.join(", ")}; see the errors`;
}

const deletedText = "an apply creates it again with what is declared; only rules give it to repositories";

/** `NOT APPLIED: an apply WEAKENS 14 of 40 repositories (1 configuration to change, 31 unchanged; 14 of 40 repositories are affected)` */
export function pendingLine(report: DriftReport): string {
  const { drift, due, pending } = report;
  const expired = `${count(due.length, "triage has expired and is", "triages have expired and are")} still set`;
  if (isPending(report)) {
    const { weakens, rest } = verdictOf(pending);
    return `NOT APPLIED: an apply ${weakens}${rest} (${headline(pending)})${due.length > 0 ? `; ${expired}` : ""}`;
  }
  if (due.length > 0) return `NOT APPLIED: ${expired}`;
  if (totalOf(drift.known) + totalOf(drift.unknown) === 0) return "NOTHING TO APPLY";
  const what = unreadLine(report) === undefined ? "EVERYTHING DECLARED" : "EVERYTHING THAT COULD BE READ";
  const then = drift.restores
    ? "an apply would restore what has drifted"
    : "an apply would leave what has drifted as it is";
  return hasDrifted(report) ? `${what} WAS APPLIED: ${then}` : `${what} IS APPLIED`;
}

const totalOf = ({ configurations, repositories: many, triages }: Counts): number => configurations + many + triages;

/** `2 configurations, 40 of 41 repositories, 1 triage`: without what there is none of. @param all repositories of the account */
const countsText = ({ configurations, repositories: many, triages }: Counts, all = many): string =>
  [
    ...(configurations > 0 ? [count(configurations, "configuration")] : []),
    ...(many > 0 ? [many === all ? repositories(many) : `${number(many)} of ${repositories(all)}`] : []),
    ...(triages > 0 ? [count(triages, "triage")] : []),
  ].join(", ");

/** What has drifted, by its parts: what affects repositories, weakening first, and what affects none. */
export function driftSections({ drift, pending, titles }: DriftReport, layout: Layout): readonly Section[] {
  const context = {
    ...sectionContext(pending, layout),
    labelOf: driftLabels(drift),
    titles,
    moving: () => noMoveNotes,
  };
  const effects = drift.effects.map((each) => effectDocument(each, titles));
  return [
    ...effectSections({ effects }, context),
    ...unfeltMoves(drift),
    ...objectSections(drift, context),
    ...unlessEmpty({
      class: "neutral",
      title: `TRIAGES ${number(drift.triages.length)} changed`,
      noun: "triage",
      paragraphs: drift.triages.map(({ change, from }) =>
        declaredTriage(change, `  ~ ${shownCategory(from)} -> ${shownCategory(change.before)}`, layout),
      ),
    }),
  ];
}

/** What is declared and not applied yet; what is due comes first. */
export function pendingSections({ due, pending }: DriftReport, layout: Layout): readonly Section[] {
  return [
    ...unlessEmpty({
      class: "unclassified",
      title: `DUE ${count(due.length, "triage")}: expired, and still set. An apply removes ${due.length === 1 ? "it" : "them"}`,
      noun: "triage",
      paragraphs: due.map((each) => {
        const until = label(each.declared.expires ?? "");
        return declaredTriage(each, `  - ${shownCategory(each.before)}, expired ${until}`, layout);
      }),
    }),
    ...sections(pending, layout),
  ];
}

/** Findings that were dismissed without a declaration, with `--full`. */
export function dismissedSections({ dismissed }: DriftReport, layout: Layout): readonly Section[] {
  const found = layout.full ? (dismissed?.found ?? []) : [];
  return unlessEmpty({
    class: "neutral",
    title: `DISMISSED ${count(found.length, "finding")} without a declaration`,
    noun: "finding",
    paragraphs: found.map(({ findingId, category, finding }) =>
      paragraphOf(60, withFinding(`  ${category}`, findingId, layout), [
        { rank: 60, lines: flowed("      ", findingTexts(finding), layout.columns) },
      ]),
    ),
  });
}

const shownCategory = (category: string | null): string => (category === null ? "none" : label(category));

function declaredTriage({ declared, finding, ...change }: TriageChange, head: string, layout: Layout): Paragraph {
  const { findingId, justification } = declared;
  return triageParagraph(
    head,
    { ...change, finding_id: findingId, finding: findingDocument(finding), justification },
    layout,
  );
}

/** The labels of a drift: of each configuration under its name then and now. */
export const driftLabels = ({ configurations, effects }: Drift): Labels =>
  configurationLabels([
    ...configurations.flatMap(({ held, live }) => [held, live]),
    ...effects.flatMap(({ from, to }) => [from, to]),
  ]);

/** Repositories that were given a configuration which means the same. */
function unfeltMoves({ repositories: moved, effects }: Drift): readonly Section[] {
  const affected = new Set(effects.flatMap((each) => each.repositories.map(({ repository }) => repository.id)));
  const unaffected = moved.filter(({ repository }) => !affected.has(repository.id));
  return unlessEmpty({
    class: "neutral",
    title: `UNAFFECTED ${repositories(unaffected.length)} that got another configuration`,
    noun: "repository",
    isClose: true,
    paragraphs: unaffected.map(({ repository: { id, name } }) => paragraphOf(45, [`  > ${label(name ?? id)}`], [], 1)),
  });
}

/** The configurations of which the effects on repositories do not say everything. */
function objectSections({ configurations: all, effects }: Drift, context: SectionContext): readonly Section[] {
  const affected = new Set(effects.flatMap(({ from, to }) => (from?.id === to?.id ? [from?.id] : [])));
  const configurations = all.filter(({ held }) => !affected.has(held.id));
  const isGone = configurations.some(({ live }) => live === undefined);
  return unlessEmpty({
    class: isGone ? "weakens" : "neutral",
    title: `CONFIGURATIONS ${number(configurations.length)} ${isGone ? "changed or deleted" : "changed"}`,
    noun: "configuration",
    paragraphs: configurations.map((each) => configurationParagraph(each, context)),
  });
}

function configurationParagraph(
  { held, live, declared, changes }: DriftedConfiguration,
  { titles, places, labelOf, layout }: SectionContext,
): Paragraph {
  const line = row(layout);
  const name = labelOf(held);
  const place = declaredAt([declared.address], places);
  return {
    rank: live === undefined ? 5 : 50,
    head: () =>
      live === undefined
        ? line`  - ${name}   ${own("was deleted")}   ${place}`
        : live.name === held.name
          ? line`  ~ ${name}   ${place}`
          : line`  ~ ${labelOf(live)} (was ${name})   ${place}`,
    details: () =>
      live === undefined
        ? [{ rank: 51, lines: [line`      ${own(deletedText)}`] }]
        : leafLines(changes, titles, layout).map((each) => ({ rank: 51, lines: each.lines })),
    repositories: 0,
  };
}
