import type { z } from "zod";
import { repositories } from "../../diagnostics/count";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import { codeSpan, fenced, markers } from "../../diagnostics/markdown";
import type { PolicyTitles } from "../../model/leaf-sentence";
import type { DeclaredIdentity } from "../../reconcile/plan/change";
import type { Drift, DriftedConfiguration } from "../../reconcile/drift/drift";
import { type Effect, repositoryCounts } from "../../reconcile/plan/effects";
import type { TriageChange } from "../../reconcile/plan/triages";
import { documentText, type Frozen } from "../document";
import { changedLeaves, effectDocument, findingDocument } from "../document-entries";
import type { driftAccountShape, driftShape } from "../printed-shapes";
import { accountLineOf, verdictOf } from "../head";
import type { Labels } from "../configuration-labels";
import { junit, type TestCase } from "../junit";
import { row, shortened } from "../layout";
import { unscannedIn } from "../section-context";
import { type Section, sectionLines } from "../outline";
import { repositoriesIn } from "../overall";
import { bySeverity, comment, diagnosticSection, type Folded, longLayout } from "../comment";
import type { Printer, View } from "../renderer";
import { blocksOf, layoutOf } from "../text";
import { unmovedLines } from "../unmoved";
import {
  dismissedSections,
  driftLabels,
  driftLine,
  type DriftReport,
  driftSections,
  furtherLines,
  hasDrifted,
  isPending,
  pendingLine,
  pendingSections,
  unreadLine,
} from "./drift-report";

/** What has moved, and what is not applied yet, for a terminal. */
export function driftText(report: DriftReport, view: View): string {
  const { account, drift, pending } = report;
  const { colors } = view;
  const layout = layoutOf(view);
  const drifted = blocksOf(driftSections(report, layout), view);
  const open = blocksOf(pendingSections(report, layout), view);
  const others = blocksOf(dismissedSections(report, layout), view);
  const weakens = repositoryCounts(drift.effects, repositoriesIn(pending.summary.repositories)).weakens > 0;
  const head = colors.bold(row(layout)`${accountLineOf(account)}`);
  const marked = (isWeaker: boolean, line: string): string => colors.bold(isWeaker ? colors.red(line) : line);
  const isBoth = drifted.blocks.length > 0 && open.blocks.length > 0;
  return `${[
    [
      head,
      marked(weakens, driftLine(report)),
      marked(isPending(report) && verdictOf(pending).isWeaker, pendingLine(report)),
      ...furtherLines(report, layout.full),
    ].join("\n"),
    ...(isBoth ? [colors.bold("DRIFTED")] : []),
    ...drifted.blocks,
    ...(isBoth ? [colors.bold("NOT APPLIED")] : []),
    ...open.blocks,
    ...others.blocks,
    [...unmovedLines(pending, layout), ...(drifted.hint.length > 0 ? drifted.hint : open.hint)].join("\n"),
  ]
    .filter((each) => each !== "")
    .join("\n\n")}\n`;
}

const notChecked = "NOT CHECKED, because of errors";

const uncheckedText = (account: DeclaredIdentity, view: View): string =>
  `${view.colors.bold(`${row(layoutOf(view))`${accountLineOf(account)}`}\n${notChecked}`)}\n`;

/**
 * Drift as Markdown for an issue: the verdict first, the details folded. What has drifted comes before what is not
 * applied yet, and of each what weakens comes first, whichever account it is in.
 */
export function driftMarkdown(
  reports: readonly DriftReport[],
  diagnostics: readonly Diagnostic[],
  { full = false, unchecked = [] }: { readonly full?: boolean; readonly unchecked?: readonly DeclaredIdentity[] } = {},
): string {
  const layout = { ...longLayout, full };
  const several = reports.length + unchecked.length > 1;
  const nameOf = ({ account }: DriftReport): string => shortened(accountLineOf(account), layout.columns);
  const partsOf = (report: DriftReport, said: keyof typeof partsBy): readonly Folded[] => {
    return partsBy[said](report, layout).map((each) => ({
      ...each,
      title: `${said}: ${each.title}`,
      ...(several ? { of: nameOf(report) } : {}),
    }));
  };
  const notes = [...diagnostics, ...reports.flatMap(({ pending }) => pending.diagnostics)];
  return comment(
    [
      markers.drift,
      ...unchecked.flatMap((account) => [
        `### scanform: ${codeSpan(shortened(accountLineOf(account), layout.columns))}: ${notChecked}`,
        "",
      ]),
      ...reports.flatMap((report) => [
        `### scanform: ${several ? `${codeSpan(nameOf(report))}: ` : ""}${driftLine(report)}`,
        "",
        `${pendingLine(report)}.`,
        "",
        ...furtherLines(report, full).map((line) => `- ${line}`),
        ...(furtherLines(report, full).length > 0 ? [""] : []),
        ...(several ? [] : [...fenced([nameOf(report)]), ""]),
      ]),
    ],
    [
      ...reports.flatMap((report) => partsOf(report, "drift")).toSorted(bySeverity),
      ...reports.flatMap((report) => partsOf(report, "not applied")).toSorted(bySeverity),
      ...reports.flatMap((report) => partsOf(report, "not declared")),
      ...(notes.length > 0 ? [diagnosticSection(notes)] : []),
    ],
    "`scanform drift --full` shows what is left out.",
  );
}

const partsBy = {
  drift: driftSections,
  "not applied": pendingSections,
  "not declared": dismissedSections,
} as const;

/** The drift of all accounts. */
interface AllDrift {
  readonly reports: readonly DriftReport[];
  /** The accounts that could not be read: the diagnostics say why. */
  readonly unchecked: readonly DeclaredIdentity[];
  /** Those that belong to no account. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The choices of `--format`. */
export const driftRenderers = {
  text: {
    machineReadable: false,
    print: ({ reports, unchecked }, view) =>
      [...unchecked.map((each) => uncheckedText(each, view)), ...reports.map((each) => driftText(each, view))].join(
        "\n",
      ),
  },
  markdown: {
    machineReadable: false,
    print: ({ reports, unchecked, diagnostics }, { full }) => driftMarkdown(reports, diagnostics, { full, unchecked }),
  },
  junit: { machineReadable: false, print: ({ reports, unchecked }) => driftJunit(reports, unchecked) },
  json: { machineReadable: true, print: (all) => driftJson(all) },
} as const satisfies Readonly<Record<string, Printer<AllDrift>>>;

export type DriftFormat = keyof typeof driftRenderers;

type DriftDocument = Frozen<z.infer<typeof driftAccountShape>>;

/** `scanform drift --json` */
const driftJson = ({ reports, diagnostics }: AllDrift): string =>
  documentText<Frozen<z.infer<typeof driftShape>>>({ accounts: reports.map(accountOf), diagnostics: [...diagnostics] });

function accountOf({ drift, due, unread, dismissed, pending, titles }: DriftReport): DriftDocument {
  const { since, until, rollback, known, unknown } = drift;
  return {
    account_id: pending.account_id,
    account: pending.account,
    since,
    until,
    rollback,
    known,
    unknown,
    unread,
    unscanned: [...unscannedIn(pending)],
    drift: drift.effects.map((each) => effectDocument(each, titles)),
    pending: pending.effects,
    changes: { drift: drift.configurations.map((each) => changeOf(each, titles)), pending: pending.changes },
    moves: { drift: drift.repositories.length, pending: pending.moves.length },
    triages: {
      drift: drift.triages.map(({ change, from }) => triageOf(change, from, change.before)),
      pending: pending.triages,
      due: due.map((each) => triageOf(each, each.before, null)),
      undeclared:
        dismissed?.found.map(({ findingId, category, finding: { title, severity, file, repository } }) => ({
          finding_id: findingId,
          category,
          finding: { title, severity, file: file ?? null, repository: repository ?? null },
        })) ?? null,
    },
    diagnostics: pending.diagnostics,
  };
}

const triageOf = ({ address, declared, finding }: TriageChange, before: string | null, after: string | null) => ({
  address: address as string,
  finding_id: declared.findingId,
  finding: findingDocument(finding),
  category: declared.category,
  before,
  after,
  expires: declared.expires ?? null,
  justification: declared.justification,
});

function changeOf({ held, live, declared, changes }: DriftedConfiguration, titles: PolicyTitles) {
  const isRenamed = live !== undefined && live.name !== held.name;
  return {
    address: declared.address as string,
    id: held.id as string,
    name: held.name ?? null,
    deleted: live === undefined,
    changes: changedLeaves(changes, titles, isRenamed ? [held.name, live.name] : undefined),
  };
}

/** A suite for each account, with a failure for each effect of the drift and for what is not applied yet. */
export function driftJunit(reports: readonly DriftReport[], unchecked: readonly DeclaredIdentity[] = []): string {
  const nameOf = (account: DeclaredIdentity): string => `scanform drift: ${accountLineOf(account)}`;
  const failed: readonly TestCase[] = [{ name: "unread", outcome: { kind: "unread", message: notChecked } }];
  const suites = [
    ...unchecked.map((account) => ({ name: nameOf(account), cases: failed })),
    ...reports.map((report) => ({ name: nameOf(report.account), cases: casesOf(report) })),
  ];
  return junit(suites, "scanform.drift");
}

function casesOf(report: DriftReport): readonly TestCase[] {
  const { drift } = report;
  const unread = unreadLine(report);
  return [
    ...(unread === undefined ? [] : [{ name: "unread", outcome: { kind: "unread", message: unread } }]),
    hasDrifted(report)
      ? {
          name: "drift",
          outcome: { kind: "drift", message: driftLine(report) },
          details: linesOf(driftSections(report, longLayout)),
        }
      : drift.since === null
        ? { name: driftLine(report), outcome: "skipped" }
        : { name: "drift" },
    ...effectCases(drift),
    isPending(report) || report.due.length > 0
      ? {
          name: "pending",
          outcome: { kind: "pending", message: pendingLine(report) },
          details: linesOf(pendingSections(report, longLayout)),
        }
      : { name: "pending" },
  ];
}

function effectCases(drift: Drift): readonly TestCase[] {
  const labelOf = driftLabels(drift);
  return drift.effects.map((each) => ({
    name: `drift: ${effectName(each, labelOf)}`,
    outcome: { kind: "drift", message: each.class },
  }));
}

const effectName = ({ from, to, repositories: affected }: Effect, labelOf: Labels): string =>
  `${from?.id === to?.id ? labelOf(to) : `${labelOf(from)} -> ${labelOf(to)}`}, ${repositories(affected.length)}`;

const linesOf = (all: readonly Section[]): string => all.flatMap(sectionLines).join("\n");
